import type { CommonArgs, ResourceDefinition } from "./definition";
import { mergeObservation, nothingKnown, type KnownState } from "./knownState";
import type { Observation } from "./wait/readiness";

/** One look at a record: what it shows, and what is known of the thing with it. */
export interface Observed<Values> {
    readonly observation: Omit<Observation<Values>, "at">;
    readonly known: KnownState<Values>;
}

/** Reads a record of the API into the state that is known of a thing. Pure: resources, refreshes and functions all use it. */
export function observeRecord<Args extends CommonArgs, Values extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Values, ApiRecord>,
    record: ApiRecord,
    before: KnownState<Values> = nothingKnown<Values>(),
): Observed<Values> {
    const observation = definition.observe(record, before.observed);
    return { observation, known: mergeObservation(definition, before, observation) };
}
