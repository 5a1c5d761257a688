import { read, UserError, type CommonArgs } from "../../lifecycle";
import { parseInputs, type PropertyMap } from "../inputs";
import { inputsFrom, newUntilOf, parseState, protectionsIn, stateOf } from "../state";
import { projectOf, type OperationContext } from "./context";

export interface ReadAnswer {
    /** None: the thing is gone. */
    readonly id?: string;
    readonly props?: { [key: string]: unknown };
    readonly inputs?: { [key: string]: unknown };
}

/** What there is of a thing, as state and as inputs. It changes nothing, neither at the API nor in what was left unfinished. */
export async function readResource<Args extends CommonArgs, Observed extends object, ApiRecord>(
    { definition, runtime }: OperationContext<Args, Observed, ApiRecord>,
    id: string,
    props: PropertyMap,
): Promise<ReadAnswer> {
    const state = parseState<Observed>(props);
    const project = await projectOf(runtime, state.profile, state.projectId, props);
    const known = await read(definition, project, id, {
        remembered: state.remembered,
        managed: state.stored,
        newUntil: newUntilOf(state, runtime.clock.now()),
    });
    if (known === undefined) {
        if (state.stored) return {};
        throw new UserError(`There is no ${definition.noun} ${id} in project ${project.id}.`);
    }
    const { given, hidden } = state;
    const { args } = parseInputs<Args>(
        Object.fromEntries(Object.entries(props).filter(([key]) => given.includes(key))),
    );
    const kept = { ...args, profile: state.profile } as Partial<Args>;
    const outputs = {
        ...stateOf(definition, known, { args: kept, given, hidden, projectId: project.id }),
        ...(state.stored ? protectionsIn(definition, state.outputs) : {}),
    };
    return { id, props: outputs, inputs: inputsFrom(outputs, given, hidden) };
}
