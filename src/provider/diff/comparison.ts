import type { AnyDefinition, CurrentProperties, Desired } from "../../lifecycle";
import { desiredOf, parseInputs, unknownIn, type AnyArgs, type Inputs, type PropertyMap } from "../inputs";
import { parseState, type State } from "../state";

/** The stored state and the program's inputs, parsed for all parts of a `diff`. */
export interface Comparison {
    readonly definition: AnyDefinition;
    readonly id: string;
    readonly state: State;
    readonly inputs: Inputs;
    readonly desired: Desired<AnyArgs>;
    readonly current: CurrentProperties;
    /** The names of the arguments that are not known yet. */
    readonly unknown: readonly string[];
}

export function compare(definition: AnyDefinition, id: string, olds: PropertyMap, news: PropertyMap): Comparison {
    const state = parseState(olds);
    const inputs = parseInputs(news);
    return {
        definition,
        id,
        state,
        inputs,
        desired: desiredOf(definition, inputs, state.given),
        current: { ...state.outputs, ...state.remembered.observed },
        unknown: unknownIn(inputs),
    };
}
