import { read, UserError } from "../../lifecycle";
import type { Properties } from "../inputs";
import { identityOf, lastSeenOf, refreshed, type State } from "../state";
import { isProtectedIn, projectOf, refOf, type Operation } from "./operation";

/** Reads a resource, for a refresh or a `get`. Without an `id` in the answer, it is gone. */
export async function readResource(
    operation: Operation,
    id: string,
    state: State,
): Promise<{ readonly id?: string; readonly props?: Properties; readonly inputs?: Properties }> {
    const { definition, runtime, report } = operation;
    const { hidden, stored } = state;
    const project = await projectOf(operation, state, state.outputs);
    const busy: string[] = [];
    const known = await read(definition, project, id, {
        remembered: state.remembered,
        managed: stored,
        report: (text) => report.status(text),
        whileBusy(status) {
            busy.push(status);
            return report.warn(
                `An operation is in progress at the API (${status}), and the state may have the values from before it. Run \`pulumi refresh\` again when it has ended.`,
            );
        },
        ...lastSeenOf(definition, state, runtime.clock.now()),
        absence: runtime.absences.observer(definition, id, isProtectedIn(definition, state), "read"),
    });
    if (known === undefined) {
        if (stored) return {};
        throw new UserError(`There is no ${definition.noun} ${id} in project ${project.id}.`);
    }
    const ref = refOf(operation, state.profile, project.id, id, known.observed);
    if (stored) runtime.owners.holdStored(identityOf(state), ref, hidden.urn);
    else {
        runtime.program.noteRead(hidden.urn);
        runtime.owners.expectRead(hidden.urn, ref);
    }
    const updateFailed = hidden.updateFailed === true && (busy.length > 0 || known === state.remembered);
    return { id, ...refreshed(definition, { ...state, hidden: { ...hidden, updateFailed } }, known, project) };
}
