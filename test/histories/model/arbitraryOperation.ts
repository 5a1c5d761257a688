// Random operations, and what `pulumi stack` and `pulumi state` do between them.
import fc from "fast-check";
import { labels, maybe } from "./arbitraries";
import { act } from "./arbitraryConsole";
import { slot } from "./arbitraryEdit";
import type { Do } from "./history";
import type { Theme } from "./themes";

const flag = fc.constant(true);
const some = fc.uniqueArray(slot, { minLength: 1, maxLength: 3 });
const rarely = <T>(value: fc.Arbitrary<T>) => maybe(value, 0.15);

/** `--target` or `--exclude`, or neither. */
const selection = fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: some.map((target) => ({ target })) },
    { weight: 1, arbitrary: some.map((exclude) => ({ exclude })) },
);

const up: fc.Arbitrary<Do> = fc
    .tuple(selection, fc.record({ refresh: rarely(flag), replace: rarely(some), continueOnError: rarely(flag) }))
    .map((parts) => Object.assign({ do: "up" as const }, ...parts) as Do);

const destroy: fc.Arbitrary<Do> = fc
    .tuple(
        selection,
        fc.record({ refresh: maybe(flag, 0.5), excludeProtected: rarely(flag), continueOnError: rarely(flag) }),
    )
    .map((parts) => Object.assign({ do: "destroy" as const }, ...parts) as Do);

const stacks: fc.WeightedArbitrary<Do>[] = [
    { weight: 2, arbitrary: fc.constant({ do: "renameStack" as const }) },
    {
        weight: 3,
        arbitrary: fc.record({
            do: fc.constant("newStack" as const),
            backend: fc.constantFrom(0 as const, 1 as const),
            key: fc.constantFrom("same" as const, "same" as const, "other" as const),
        }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("stateMove" as const), slot, inProgram: fc.boolean() }) },
    {
        weight: 2,
        arbitrary: fc.record({
            do: fc.constant("stateRename" as const),
            slot,
            label: fc.constantFrom(...labels),
            inProgram: fc.boolean(),
        }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("stateDelete" as const), slot }) },
    {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant("importState" as const), back: fc.constantFrom(1, 2) }),
    },
];

export const operation = (themes: readonly Theme[]): fc.Arbitrary<Do> => {
    const has = (...some: Theme[]) => some.some((theme) => themes.includes(theme));
    return fc.oneof(
        { weight: 10, arbitrary: up },
        { weight: has("kills") ? 3 : 0, arbitrary: some.map((replace) => ({ do: "up" as const, replace })) },
        {
            weight: has("reads", "connections", "spelling") ? 4 : 1,
            arbitrary: fc.constant({ do: "up" as const, refresh: true }),
        },
        { weight: 1, arbitrary: fc.record({ do: fc.constant("preview" as const), refresh: rarely(flag) }) },
        {
            weight: has("reads", "spelling", "lags") ? 5 : 2,
            arbitrary: selection.map((which) => ({ do: "refresh" as const, ...which })),
        },
        { weight: has("deletions", "lags", "foreign") ? 6 : 1, arbitrary: destroy },
        { weight: 1, arbitrary: fc.record({ do: fc.constant("taint" as const), slot }) },
        {
            weight: has("foreign") ? 8 : has("lags") ? 3 : 1,
            arbitrary: fc.record({ do: fc.constant("console" as const), act }),
        },
        { weight: has("kills") ? 2 : 0, arbitrary: fc.constant({ do: "renameStack" as const }) },
        ...stacks.map(({ weight, arbitrary }) => ({
            weight: has("stacks") ? weight : Math.ceil(weight / 3),
            arbitrary,
        })),
    );
};
