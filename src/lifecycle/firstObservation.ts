import type { CurrentProperties, ResourceDefinition } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import { mergeObservation, nothingKnown, withSpellings, withValues, type KnownState } from "./knownState";
import { spellingsOf } from "./replacement";

/**
 * The known state after the first record. Where the record shows an argument that only a replacement changes in another spelling
 * than requested, that is the API's normalisation: always for a resource that was just created, and for an adopted one as far as
 * `sameSpelling` says so.
 */
export function firstObservation<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    id: string,
    record: ApiRecord,
    requested: CurrentProperties,
    isSameSpelling?: () => boolean,
): KnownState<Observed> {
    const observation = definition.observe(record, {});
    const spellings = spellingsOf(definition, requested, observation.values as CurrentProperties, isSameSpelling);
    const known = withSpellings(nothingKnown<Observed>(), spellings);
    return withValues(mergeObservation(definition, known, observation), definition.observedFromId?.(id) ?? {});
}
