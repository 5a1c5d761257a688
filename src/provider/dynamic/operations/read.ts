import { read, UserError } from "../../lifecycle";
import type { Properties } from "../inputs";
import { argumentsIn, inputsFrom, lastSeenOf, stateOf, type State } from "../state";
import { isProtectedIn, projectOf, refOf, type Operation } from "./operation";

/** Reads a resource, for a refresh or a `get`. Without an `id` in the answer, it is gone. */
export async function readResource(
    operation: Operation,
    id: string,
    state: State,
): Promise<{ readonly id?: string; readonly props?: Properties; readonly inputs?: Properties }> {
    const { definition, runtime, report } = operation;
    const { given, hidden, stored } = state;
    const project = await projectOf(operation, state, state.outputs);
    const known = await read(definition, project, id, {
        remembered: state.remembered,
        managed: stored,
        report: (text) => report.status(text),
        ...lastSeenOf(definition, state, runtime.clock.now()),
        absence: runtime.absences.observer(definition, id, isProtectedIn(definition, state), "read"),
    });
    if (known === undefined) {
        if (stored) return {};
        throw new UserError(`There is no ${definition.noun} ${id} in project ${project.id}.`);
    }
    if (!stored) {
        runtime.program.noteRead();
        runtime.owners.expectRead(hidden.urn, refOf(operation, state.profile, project.id, id, known.observed));
    }
    const args = { ...argumentsIn(state), profile: state.profile };
    const outputs = stateOf(definition, known, { args, given, hidden, project });
    // A refresh moves no protection.
    const protections = (definition.deletion?.protections ?? []).filter((key) => stored && key in state.outputs);
    for (const key of protections) outputs[key] = state.outputs[key];
    return { id, props: outputs, inputs: inputsFrom(outputs, given, hidden) };
}
