import { withRequestedSpelling, type Spellings } from "./spelling";
import type { Observation } from "./observation";

/** What is known of a thing: what was seen of it, and what we remember where its record is silent. */
export interface KnownState<Observed> {
    readonly observed: Partial<Observed>;
    /**
     * Fields that were set, but that the record has never shown. As long as it is silent on them, they count as set; where
     * a record has shown a field before, silence means that there is none any more.
     */
    readonly assumed: ReadonlySet<string>;
    /** Arguments that the API writes in its own way; `observed` has them as they were asked for. */
    readonly spellings: Spellings;
}

export const nothingKnown = <Observed>(): KnownState<Observed> => ({ observed: {}, assumed: new Set(), spellings: {} });

interface OmissionRules<Observed> {
    readonly whenOmitted: Partial<Observed>;
}

/** What is known after a look: what was seen wins over what silence means, and that over what was remembered. */
export function mergeObservation<Observed extends object>(
    { whenOmitted }: OmissionRules<Observed>,
    before: KnownState<Observed>,
    observation: Pick<Observation<Observed>, "values">,
): KnownState<Observed> {
    const seen = withRequestedSpelling(observation.values, before.spellings);
    const observed = { ...before.observed };
    const assumed = new Set(before.assumed);
    for (const key of new Set([...keysOf(whenOmitted), ...keysOf(seen)])) {
        if (seen[key] !== undefined) {
            observed[key] = seen[key];
            assumed.delete(key);
        } else if (key in whenOmitted && !assumed.has(key)) {
            observed[key] = whenOmitted[key];
        }
    }
    return { ...before, observed, assumed };
}

/** What is known after a step is done, with the fields that had to be assumed because the record says nothing of them. */
export function assumeApplied<Observed extends object>(
    known: KnownState<Observed>,
    values: Partial<Observed>,
    keys: readonly string[],
): KnownState<Observed> {
    const taken = Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
    return {
        ...known,
        observed: { ...known.observed, ...(taken as Partial<Observed>) },
        assumed: new Set([...known.assumed, ...keys]),
    };
}

/** What is known, with what a call has told beyond the record. */
export const withValues = <Observed extends object>(
    known: KnownState<Observed>,
    learned: Partial<Observed>,
): KnownState<Observed> => ({ ...known, observed: { ...known.observed, ...learned } });

/** What is known, with the API's spelling of what was asked for. */
export const withSpellings = <Observed extends object>(
    known: KnownState<Observed>,
    spellings: Spellings,
): KnownState<Observed> => ({ ...known, spellings: { ...known.spellings, ...spellings } });

const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T & string)[];
