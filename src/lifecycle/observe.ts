import type { ResourceDefinition } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import { mergeObservation, nothingKnown, type KnownState } from "./knownState";
import type { RecordObservation } from "./observation";

/** What one record shows, and what is known of the resource with it. */
export interface ObservedRecord<Observed> {
    readonly observation: RecordObservation<Observed>;
    readonly known: KnownState<Observed>;
}

/** Reads a record of the API into the state that is known of a resource. Pure: resources, refreshes and functions all use it. */
export function observeRecord<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    record: ApiRecord,
    before: KnownState<Observed> = nothingKnown<Observed>(),
): ObservedRecord<Observed> {
    const observation = definition.observe(record, before.observed);
    return { observation, known: mergeObservation(definition, before, observation) };
}
