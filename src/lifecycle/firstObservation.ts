import type { AnyDefinition, CurrentProperties } from "./definition";
import { mergeObservation, nothingKnown, withValues, type AnyKnownState } from "./knownState";
import { newSpellings } from "./spelling";

/**
 * The known state after the first record, in the spelling of the arguments.
 *
 * @param isAnswer - the record is the answer to the creation: what it shows is what was requested, in whatever spelling.
 */
export function firstObservation(
    definition: AnyDefinition,
    id: string,
    record: unknown,
    requested: CurrentProperties,
    isAnswer = false,
): AnyKnownState {
    const observation = definition.observe(record, {});
    const spellings = isAnswer ? newSpellings(definition.sameSpelling, requested, observation.values) : {};
    const texts = Object.entries(requested).filter(([key]) => key in definition.sameSpelling);
    const known = mergeObservation(
        definition,
        { ...nothingKnown(), observed: Object.fromEntries(texts), spellings },
        observation,
    );
    return withValues(known, definition.observedFromId?.(id) ?? {});
}
