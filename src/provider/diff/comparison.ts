import type { AnyDefinition, AutoName, CurrentProperties, Desired } from "../../lifecycle";
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

/** The answer to a `diff`, and what to report with it. */
export interface Difference {
    readonly changes: boolean;
    readonly replaces: string[];
    readonly deleteBeforeReplace: boolean;
    /** For the resource's row: the steps of the update, or the replacement. Empty without changes. */
    readonly plan: string;
    /** For the diagnostics. */
    readonly warnings: readonly string[];
    /** In a preview: an unknown value decides whether the resource is replaced. */
    readonly mayReplace: boolean;
}

/** The operation that a `diff` belongs to. */
export interface DiffContext {
    /** Undefined in a refresh, and where the engine asks again because a dependency is replaced: no program declared the resource. */
    readonly program: { readonly preview: boolean } | undefined;
    /** In a refresh nothing is carried out, so the difference is only reported. */
    readonly refresh: boolean;
    /** How a successor without a `name` in the program is named. */
    readonly autoName: AutoName;
    /** Whether this preview has reported that the resource with this id may be replaced. */
    isPossiblyReplaced(id: unknown): boolean;
    /** The resource is proven gone, so that it protects nothing, and `adopt` may name another one. */
    readonly isGone: boolean;
}

export const noReplacement: Omit<Difference, "changes" | "plan"> = {
    replaces: [],
    deleteBeforeReplace: false,
    warnings: [],
    mayReplace: false,
};
