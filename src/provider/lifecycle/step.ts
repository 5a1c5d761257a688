import { isDeepStrictEqual } from "node:util";

/** Stands in an effect for "any value, but there must be one": an endpoint is awaited, whatever its address will be. */
export const present = Symbol("present");

export type Effect<Observed> = { readonly [Key in keyof Observed]?: Observed[Key] | typeof present };

export type AnyEffect = Effect<Record<string, unknown>>;

/** The calls that a definition's steps make: their arguments by name. */
export type Calls = Readonly<Record<string, object>>;

export type NoArgs = Readonly<Record<string, never>>;

interface StepBase<Observed> {
    /** What an observation shows once the step is done. */
    readonly effect: Effect<Observed>;
    /** For an effect that no record shows: what holds after a call that was sent and did not succeed, and what its error adds. */
    readonly maybeApplied?: { readonly values: Partial<Observed>; readonly warning: string };
    /** For the plan that a preview shows: `HA 0 -> 1`, `pooler on`. Never holds a secret. */
    readonly title: string;
    /** Progress message, also in errors: `resizing 2 CPU / 8 GB -> 4 CPU / 16 GB`. Never holds a secret. */
    readonly progress: string;
}

/** Nothing to call, only an effect to wait for. */
export interface WaitStep<Observed> extends StepBase<Observed> {
    readonly call: undefined;
    readonly args: NoArgs;
}

/** One API call and how its effect becomes visible. */
export interface CallStep<Observed, C extends Calls, Name extends keyof C> extends StepBase<Observed> {
    readonly call: Name;
    readonly args: C[Name];
}

export type AnyCall<Observed, C extends Calls = Calls> = {
    [Name in keyof C & string]: CallStep<Observed, C, Name>;
}[keyof C & string];

/** One step of a plan. Plain data: a plan can be shown, compared and logged. */
export type Step<Observed, C extends Calls = Calls> = WaitStep<Observed> | AnyCall<Observed, C>;

/** Whether two steps do the same, from whatever value: their texts may differ. */
export const isSameStep = (one: Step<unknown>, other: Step<unknown>): boolean =>
    one.call === other.call && isDeepStrictEqual(one.args, other.args) && isDeepStrictEqual(one.effect, other.effect);

/** For titles: both values, or only the new one if the current one is not known. */
export const fromTo = (current: string | number | undefined, wanted: string | number): string =>
    current === undefined ? `to ${wanted}` : `${current} -> ${wanted}`;

/**
 * Compares the observed values (undefined: the record omits the field) with an effect.
 * `whenOmitted` holds what an omitted field usually means: a record without a pooler has none.
 */
export function agreement(
    effect: AnyEffect,
    values: Readonly<Record<string, unknown>>,
    whenOmitted: Readonly<Record<string, unknown>>,
) {
    const isAssumed = (key: string) =>
        whenOmitted[key] !== undefined && isDeepStrictEqual(effect[key], whenOmitted[key]);
    const keys = Object.keys(effect);
    const missing = keys.filter((key) => values[key] === undefined && !isAssumed(key));
    return {
        contradicted: keys.filter(
            (key) =>
                values[key] !== undefined && effect[key] !== present && !isDeepStrictEqual(effect[key], values[key]),
        ),
        omitted: missing.filter((key) => effect[key] !== present),
        // Values that a user reads, such as endpoints: they get the settle window to appear.
        awaited: missing.filter((key) => effect[key] === present),
    };
}

export interface CallResult<Observed, ApiRecord> {
    /** The record in the answer, where there is one. */
    readonly record?: ApiRecord | undefined;
    /** Values that no record shows, such as the new password. */
    readonly values?: Partial<Observed>;
}

/** The calls that change a resource in place: each takes the arguments of its steps. */
export type CallTable<C extends Calls, Observed, ApiRecord> = {
    readonly [Name in keyof C & string]: (args: C[Name]) => Promise<CallResult<Observed, ApiRecord>>;
};

/** The arguments of the calls in a table, by name: the type of the steps that may be planned. */
export type CallsIn<Table> = {
    readonly [Name in keyof Table]: Table[Name] extends (args: infer Args extends object) => unknown
        ? unknown extends Args
            ? NoArgs
            : Args
        : never;
};

export const makeCall = <C extends Calls, Name extends keyof C & string, Observed, ApiRecord>(
    table: CallTable<C, Observed, ApiRecord>,
    step: CallStep<Observed, C, Name>,
): Promise<CallResult<Observed, ApiRecord>> => table[step.call](step.args);

/** The result of a call whose answer shows no record. */
export const withoutRecord = (answer: Promise<unknown>): Promise<CallResult<never, never>> => answer.then(() => ({}));
