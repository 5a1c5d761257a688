import { inKnownSpelling, type SameText, type Spellings } from "./spelling";

/** What is known of a resource: the observed values, and remembered ones where the record omits them. */
export interface KnownState<Observed> {
    readonly observed: Partial<Observed>;
    /**
     * Values that were set and that no record has ever shown: while it is omitted, such a value counts as set. Where a record has
     * shown a value before, omitting it means that it is gone.
     */
    readonly assumed: ReadonlySet<string>;
    /** Arguments that the API writes in another spelling; `observed` has them as requested. */
    readonly spellings: Spellings;
}

export const nothingKnown = <Observed>(): KnownState<Observed> => ({ observed: {}, assumed: new Set(), spellings: {} });

/** What is known of a resource of any type. */
export type AnyKnownState = KnownState<Record<string, unknown>>;

interface MergeRules<Observed> {
    readonly whenOmitted: Partial<Observed>;
    readonly sameSpelling: { readonly [key: string]: SameText | undefined };
}

/** Merges what a record shows, in the spelling of the expected values: shown values win over the values assumed for omitted fields, and those over remembered ones. */
export function mergeObservation<Observed extends object>(
    { whenOmitted, sameSpelling }: MergeRules<Observed>,
    before: KnownState<Observed>,
    observation: Pick<Observation<Observed>, "values">,
    expected: Partial<Observed> = before.observed,
): KnownState<Observed> {
    const values = inKnownSpelling(sameSpelling, before.spellings, observation.values, expected);
    const observed = { ...before.observed };
    const assumed = new Set(before.assumed);
    for (const key of new Set([...keysOf(whenOmitted), ...keysOf(values)])) {
        if (values[key] !== undefined) {
            observed[key] = values[key];
            assumed.delete(key);
        } else if (key in whenOmitted && !assumed.has(key)) {
            observed[key] = whenOmitted[key];
        }
    }
    return { ...before, observed, assumed };
}

/** The known values that a record omits, other than what omitting usually means. A list may show fewer fields than a GET. */
export function omittedKnown(
    { whenOmitted }: { readonly whenOmitted: AnyKnownState["observed"] },
    { observed, assumed }: AnyKnownState,
    { values }: RecordObservation<Record<string, unknown>>,
): AnyKnownState["observed"] {
    const isOmitted = (key: string) => key in whenOmitted && !assumed.has(key) && values[key] === undefined;
    const isKnown = (key: string, value: unknown) => ![undefined, whenOmitted[key]].includes(value);
    return Object.fromEntries(Object.entries(observed).filter(([key, value]) => isOmitted(key) && isKnown(key, value)));
}

/** The known state after a step, with the values that had to be assumed because the record omits them. */
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

/** The known state with values that no record shows, such as a new password. */
export const withValues = <Observed extends object>(
    known: KnownState<Observed>,
    learned: Partial<Observed>,
): KnownState<Observed> => ({ ...known, observed: { ...known.observed, ...learned } });

const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T & string)[];

/**
 * What a status means for a wait: `busy`, an operation is in progress; `settled`, none is; `unstable`, it may recover by itself
 * within the settle window; `failed`, it will not; `gone`, the resource no longer exists.
 */
export type Condition = "busy" | "settled" | "unstable" | "failed" | "gone";

/** Every value, each of which a record may omit: a value that is not read does not compile. */
export type AllValues<Observed> = { readonly [Key in keyof Observed]-?: Observed[Key] | undefined };

/** What one record shows. */
export interface RecordObservation<Observed> {
    /** Values by argument or output; undefined where the record omits the field. */
    readonly values: Partial<Observed>;
    readonly condition: Condition;
    /** The API's own status, for messages. */
    readonly status: string | undefined;
    /** The API's own error message; final, whatever the condition. */
    readonly problem?: string | undefined;
}

/** Whether the record is that of something deleted, or being deleted. */
export const isBeingDeleted = ({ condition, status }: RecordObservation<object>): boolean =>
    condition === "gone" || (condition === "busy" && /^deleting$/i.test(status ?? ""));

/** What a definition reads from a record, with every value: `undefined` for one that no record shows. */
export interface FullObservation<Observed> extends RecordObservation<Observed> {
    readonly values: Partial<Observed> & AllValues<Observed>;
}

/** What one record shows, and when it was read. */
export interface Observation<Observed> extends RecordObservation<Observed> {
    /** Milliseconds since the epoch. */
    readonly at: number;
}
