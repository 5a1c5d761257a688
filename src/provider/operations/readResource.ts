import { know, learn, UserError, type CommonArgs } from "../../lifecycle";
import { parseInputs, type Bag } from "../inputs";
import { lookUp } from "../lookUp";
import { inputsFrom, newUntilOf, parseState, protectionsIn, stateOf } from "../state";
import { projectOf, type Context } from "./context";

export interface ReadAnswer {
    /** None: the thing is gone. */
    readonly id?: string;
    readonly props?: { [key: string]: unknown };
    readonly inputs?: { [key: string]: unknown };
}

/** What there is of a thing, as state and as inputs. It changes nothing, neither at the API nor in what was left unfinished. */
export async function readResource<Args extends CommonArgs, Observed extends object, Record>(
    { kind, runtime }: Context<Args, Observed, Record>,
    id: string,
    props: Bag,
): Promise<ReadAnswer> {
    const state = parseState<Observed>(props);
    const project = await projectOf(runtime, state.profile, state.projectId, props);
    const sighting = await lookUp(kind, project, id, state, newUntilOf(state));
    if (sighting === undefined) {
        if (state.known) return {};
        throw new UserError(`There is no ${kind.noun} ${id} in project ${project.id}.`);
    }
    const { given, hidden } = state;
    const { args } = parseInputs<Args>(
        Object.fromEntries(Object.entries(props).filter(([key]) => given.includes(key))),
    );
    const kept = { ...args, profile: state.profile } as Partial<Args>;
    const seen = know(learn(kind, state.knowledge, sighting), kind.toldById?.(id) ?? {});
    const outputs = {
        ...stateOf(kind, seen, { args: kept, given, hidden, projectId: project.id }),
        ...(state.known ? protectionsIn(kind, state.outputs) : {}),
    };
    return { id, props: outputs, inputs: inputsFrom(outputs, given, hidden) };
}
