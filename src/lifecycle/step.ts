import { isDeepStrictEqual } from "node:util";

/** Stands in an effect for "any value, but there must be one": an endpoint is awaited, whatever its address will be. */
export const present = Symbol("present");

export type Effect<Observed> = { readonly [Key in keyof Observed]?: Observed[Key] | typeof present };

/** One call of the API, and how it will be seen that it has done its work. Plain data: a plan can be shown, compared and stored. */
export interface Step<Observed> {
    /** The name of the call among the kind's `calls`; none where there is nothing to do but wait. */
    readonly call: string | undefined;
    readonly args: Readonly<Record<string, unknown>>;
    /** What an observation shows once the step is done. */
    readonly effect: Effect<Observed>;
    /** What is no longer certain when nobody knows whether the call has worked, and no record will ever tell. */
    readonly maybeApplied?: Partial<Observed>;
    /** For the plan that a preview shows: `resize`, `HA 0 -> 1`. Never holds a secret. */
    readonly title: string;
    /** While it goes on, and in errors: `resizing to 4 CPU / 16 GB`. Never holds a secret. */
    readonly progress: string;
}

/** How what was seen agrees with an effect: what it contradicts, and what it is silent on. */
export interface Agreement {
    readonly contradicted: readonly string[];
    readonly omitted: readonly string[];
    /** Among the silent ones those that someone waits to read: endpoints. */
    readonly awaited: readonly string[];
}

/**
 * Holds what a record says (`seen`; a field that it leaves out is undefined) against an effect.
 * `silence` is what a left-out field usually means: a record without a pooler has none.
 */
export function agreement<Observed extends object>(
    effect: Effect<Observed>,
    seen: Partial<Observed>,
    silence: Partial<Observed>,
): Agreement {
    const keys = Object.keys(effect) as (keyof Observed & string)[];
    const missing = keys.filter((key) => seen[key] === undefined && !matchesOmitted(effect, silence, key));
    return {
        contradicted: keys.filter(
            (key) => seen[key] !== undefined && effect[key] !== present && !isDeepStrictEqual(effect[key], seen[key]),
        ),
        omitted: missing.filter((key) => effect[key] !== present),
        awaited: missing.filter((key) => effect[key] === present),
    };
}

function matchesOmitted<Observed extends object>(
    effect: Effect<Observed>,
    silence: Partial<Observed>,
    key: keyof Observed,
): boolean {
    return silence[key] !== undefined && isDeepStrictEqual(effect[key], silence[key]);
}
