import { read, UserError } from "../../lifecycle";
import { parseInputs, type PropertyMap } from "../inputs";
import { inputsFrom, lastSeenOf, parseState, protectionsIn, stateOf } from "../state";
import { projectOf, type OperationContext } from "./context";

export interface ReadAnswer {
    /** Undefined: the resource is gone. */
    readonly id?: string;
    readonly props?: { [key: string]: unknown };
    readonly inputs?: { [key: string]: unknown };
}

/** Reads a resource, for a refresh or a `get`. An unfinished operation stays marked as unfinished. */
export async function readResource(
    { definition, runtime }: OperationContext,
    id: string,
    props: PropertyMap,
): Promise<ReadAnswer> {
    const state = parseState(definition, props, { lookup: true });
    const project = await projectOf(runtime, state.profile, state.projectId, props);
    const known = await read(definition, project, id, {
        remembered: state.remembered,
        managed: state.stored,
        ...lastSeenOf(definition, state, runtime.clock.now()),
    });
    if (known === undefined) {
        if (state.stored) return {};
        throw new UserError(`There is no ${definition.noun} ${id} in project ${project.id}.`);
    }
    const { given, hidden } = state;
    const { args } = parseInputs(Object.fromEntries(Object.entries(props).filter(([key]) => given.includes(key))));
    const outputs = {
        ...stateOf(definition, known, { args: { ...args, profile: state.profile }, given, hidden, project }),
        ...(state.stored ? protectionsIn(definition, state.outputs) : {}),
    };
    return { id, props: outputs, inputs: inputsFrom(outputs, given, hidden) };
}
