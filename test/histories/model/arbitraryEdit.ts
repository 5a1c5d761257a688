// Random changes of a program.
import fc from "fast-check";
import { argsFor, labels, regions, specFor } from "./arbitraries";
import type { Edit, Target } from "./history";
import { components, profiles, serviceSlots, slots } from "./program";
import type { Theme } from "./themes";

export const slot = fc.constantFrom(...slots);
const service = fc.constantFrom(...serviceSlots);
const label = fc.constantFrom(...labels);
const component = fc.option(fc.constantFrom(...components), { nil: undefined });
const target: fc.Arbitrary<Target> = fc.oneof(
    { weight: 3, arbitrary: service.map((each) => ({ slot: each })) },
    { weight: 1, arbitrary: slot.map((each) => ({ slot: each })) },
    { weight: 2, arbitrary: fc.constantFrom(0, 1).map((foreign) => ({ foreign })) },
);
/** Mostly a service, which is the most that can be lost. */
export const anySlot = fc.oneof({ weight: 2, arbitrary: service }, { weight: 1, arbitrary: slot });

const set = slot.chain((each) =>
    fc.record({ edit: fc.constant("set" as const), slot: fc.constant(each), args: argsFor(each) }),
);
const put = slot.chain((each) =>
    fc.record({ edit: fc.constant("put" as const), slot: fc.constant(each), spec: specFor(each) }),
);
const option = (given: fc.Arbitrary<object>): fc.Arbitrary<Edit> =>
    fc.tuple(anySlot, given).map(([each, options]) => ({ edit: "options", slot: each, ...options }));

const usual: fc.WeightedArbitrary<Edit>[] = [
    { weight: 4, arbitrary: set },
    { weight: 2, arbitrary: put },
    { weight: 2, arbitrary: fc.record({ edit: fc.constant("drop" as const), slot }) },
    { weight: 2, arbitrary: fc.record({ edit: fc.constant("rename" as const), slot, label, alias: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ edit: fc.constant("move" as const), slot, component, alias: fc.boolean() }) },
    {
        weight: 1,
        arbitrary: fc.record({
            edit: fc.constant("renameComponent" as const),
            component: fc.constantFrom(...components),
            label: fc.constantFrom("crate2", "box2"),
            alias: fc.boolean(),
        }),
    },
    {
        weight: 1,
        arbitrary: fc.record({
            edit: fc.constant("adopt" as const),
            slot,
            target: fc.oneof(fc.constant("self" as const), fc.option(target, { nil: undefined, freq: 4 })),
        }),
    },
    {
        weight: 1,
        arbitrary: fc.record({
            edit: fc.constant("conflict" as const),
            slot,
            onNameConflict: fc.constantFrom("ignore" as const, "error" as const, undefined),
        }),
    },
    { weight: 1, arbitrary: option(fc.record({ deleteBeforeReplace: fc.boolean() })) },
    { weight: 1, arbitrary: option(fc.record({ protect: fc.boolean() })) },
    { weight: 1, arbitrary: option(fc.record({ deletedWith: slot })) },
    { weight: 1, arbitrary: option(fc.record({ retainOnDelete: fc.boolean() })) },
];

const again = fc.record({ edit: fc.constant("again" as const), nth: fc.constantFrom(0, 0, 1) });
const nameChanges: fc.WeightedArbitrary<Edit>[] = [
    { weight: 4, arbitrary: again },
    { weight: 2, arbitrary: fc.record({ edit: fc.constant("swap" as const), slot, other: slot }) },
    // What is declared again has to be free: mostly by an alias, since then the renamed resource keeps what it has.
    {
        weight: 4,
        arbitrary: fc.record({
            edit: fc.constant("rename" as const),
            slot: anySlot,
            label,
            alias: fc.constantFrom(true, true, false),
        }),
    },
    { weight: 2, arbitrary: fc.record({ edit: fc.constant("drop" as const), slot: anySlot }) },
    { weight: 1, arbitrary: option(fc.record({ retainOnDelete: fc.constant(true) })) },
    {
        weight: 2,
        arbitrary: fc.record({
            edit: fc.constant("adopt" as const),
            slot: anySlot,
            target: fc.oneof(fc.constant("self" as const), target),
        }),
    },
];
const connections: fc.WeightedArbitrary<Edit>[] = [
    {
        weight: 8,
        arbitrary: fc.record({
            edit: fc.constant("profile" as const),
            slot: anySlot,
            profile: fc.option(fc.constantFrom(...profiles), { nil: undefined }),
        }),
    },
];

/** A fork of another moment, under the same name. */
const moments: fc.WeightedArbitrary<Edit>[] = [
    {
        weight: 20,
        arbitrary: fc
            .tuple(fc.constantFrom("s1" as const, "s2" as const), fc.constantFrom(3, 5), fc.boolean())
            .map(([each, minute, isNew]): Edit => {
                const forkFrom = { service: { of: "s0" as const }, strategy: "PITR" as const, minute };
                return isNew
                    ? { edit: "put", slot: each, spec: { args: { forkFrom }, options: { label: each, aliases: [] } } }
                    : { edit: "set", slot: each, args: { forkFrom } };
            }),
    },
];
/** What changes a generated name. */
const moves: fc.WeightedArbitrary<Edit>[] = [
    {
        weight: 3,
        arbitrary: fc.record({ edit: fc.constant("move" as const), slot: anySlot, component, alias: fc.boolean() }),
    },
    {
        weight: 3,
        arbitrary: fc
            .tuple(service, fc.constantFrom(...regions))
            .map(([each, regionCode]) => ({ edit: "set" as const, slot: each, args: { regionCode } })),
    },
    { weight: 2, arbitrary: option(fc.record({ deleteBeforeReplace: fc.constant(true) })) },
];
const drops: fc.WeightedArbitrary<Edit>[] = [
    { weight: 6, arbitrary: fc.record({ edit: fc.constant("drop" as const), slot: anySlot }) },
];

const byTheme: Partial<Record<Theme, fc.WeightedArbitrary<Edit>[]>> = {
    names: nameChanges,
    stacks: nameChanges,
    connections,
    moments,
    kills: [...moves, ...moments.map(({ arbitrary }) => ({ arbitrary, weight: 6 }))],
    deletions: drops,
    foreign: drops,
    lags: [...drops, { weight: 4, arbitrary: again }],
};

const edit = (themes: readonly Theme[]): fc.Arbitrary<Edit> =>
    fc.oneof(...usual, ...themes.flatMap((theme) => byTheme[theme] ?? []));

/** Ways to rename a resource, including those that the documentation recommends. */
const renaming: fc.Arbitrary<Edit[]> = fc
    .tuple(slot, label, fc.constantFrom("alias", "adopt", "plain"))
    .map(([each, name, how]): Edit[] => [
        ...(how === "adopt" ? [{ edit: "adopt" as const, slot: each, target: "self" as const }] : []),
        { edit: "rename" as const, slot: each, label: name, alias: how === "alias" },
    ]);

export const edits = (themes: readonly Theme[]): fc.Arbitrary<Edit[]> =>
    fc.oneof(
        { weight: 3, arbitrary: fc.constant<Edit[]>([]) },
        { weight: 5, arbitrary: fc.array(edit(themes), { minLength: 1, maxLength: 2 }) },
        { weight: 1, arbitrary: renaming },
    );
