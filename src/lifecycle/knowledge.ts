import { asAsked, type Spellings } from "./spelling";
import type { Sighting } from "./verdict";

/** What is known of a thing: what was seen of it, and what we remember where its record is silent. */
export interface Knowledge<Observed> {
    readonly observed: Partial<Observed>;
    /**
     * Fields that were set, but that the record has never shown. As long as it is silent on them, they count as set; where
     * a record has shown a field before, silence means that there is none any more.
     */
    readonly assumed: ReadonlySet<string>;
    /** Arguments that the API writes in its own way; `observed` has them as they were asked for. */
    readonly spellings: Spellings;
}

export const nothingKnown = <Observed>(): Knowledge<Observed> => ({ observed: {}, assumed: new Set(), spellings: {} });

interface Seeing<Observed> {
    readonly silence: Partial<Observed>;
}

/** What is known after a look: what was seen wins over what silence means, and that over what was remembered. */
export function learn<Observed extends object>(
    { silence }: Seeing<Observed>,
    before: Knowledge<Observed>,
    sighting: Pick<Sighting<Observed>, "seen">,
): Knowledge<Observed> {
    const seen = asAsked(sighting.seen, before.spellings);
    const observed = { ...before.observed };
    const assumed = new Set(before.assumed);
    for (const key of new Set([...keysOf(silence), ...keysOf(seen)])) {
        if (seen[key] !== undefined) {
            observed[key] = seen[key];
            assumed.delete(key);
        } else if (key in silence && !assumed.has(key)) {
            observed[key] = silence[key];
        }
    }
    return { ...before, observed, assumed };
}

/** What is known after a step is done, with the fields that had to be assumed because the record says nothing of them. */
export function assume<Observed extends object>(
    knowledge: Knowledge<Observed>,
    values: Partial<Observed>,
    keys: readonly string[],
): Knowledge<Observed> {
    const taken = Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
    return {
        ...knowledge,
        observed: { ...knowledge.observed, ...(taken as Partial<Observed>) },
        assumed: new Set([...knowledge.assumed, ...keys]),
    };
}

/** What is known, with what a call has told beyond the record. */
export const know = <Observed extends object>(
    knowledge: Knowledge<Observed>,
    learned: Partial<Observed>,
): Knowledge<Observed> => ({ ...knowledge, observed: { ...knowledge.observed, ...learned } });

/** What is known, with the API's spelling of what was asked for. */
export const spelt = <Observed extends object>(
    knowledge: Knowledge<Observed>,
    spellings: Spellings,
): Knowledge<Observed> => ({ ...knowledge, spellings: { ...knowledge.spellings, ...spellings } });

const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T & string)[];
