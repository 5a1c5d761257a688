// What the generators share.
import fc from "fast-check";

/**
 * What happens often in one history. A history has a few themes: with all of them at once, each would be too rare for
 * what needs two of the same kind in a row.
 */
export const calmThemes = ["stacks", "names", "moments", "foreign", "connections", "spelling"] as const;
export const faultyThemes = ["wire", "refusals", "reads", "deletions", "kills", "lags"] as const;
export type Theme = (typeof calmThemes)[number] | (typeof faultyThemes)[number];
export type ByTheme<T> = Partial<Record<Theme, T>>;

export type Weighted<T> = readonly [weight: number, arbitrary: fc.Arbitrary<T>];

/** One of these, each as often as its weight says. */
export const oneOf = <Ts extends unknown[]>(...all: { [K in keyof Ts]: Weighted<Ts[K]> }): fc.Arbitrary<Ts[number]> =>
    fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Present with that chance. `fc.option` with `freq: 1` is never present. */
export const maybe = <T>(value: fc.Arbitrary<T>, chance: number): fc.Arbitrary<T | undefined> =>
    oneOf([Math.round((1 - chance) * 100), fc.constant(undefined)], [Math.round(chance * 100), value]);

export const merged = <T extends object>(...parts: fc.Arbitrary<Partial<T>>[]): fc.Arbitrary<T> =>
    fc.tuple(...parts).map((all) => Object.assign({}, ...all) as T);

/**
 * Data of several kinds, told apart by one field: `tagged("edit")("drop", { slot })`. What a seed means depends on it: a record takes
 * one more random number than a tuple of the same fields.
 */
export const tagged =
    <K extends string>(field: K) =>
    <V extends string, T>(kind: V, rest: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<Record<K, V> & T> =>
        fc.record({ [field]: fc.constant(kind), ...rest }) as fc.Arbitrary<Record<K, V> & T>;
