// What a random step does: changes of the program, operations, commands, and what others do.
import fc from "fast-check";
import { argsFor, labels, names, region, size, specFor } from "./arbitraryProgram";
import type { Console, Do, Edit, Target } from "./history";
import { components, profiles, serviceSlots, setSlots, slots, vpcSlots } from "./program";
import { type ByTheme, maybe, merged, oneOf, tagged, type Theme, type Weighted } from "./random";

const hour = 3_600_000;
const slot = fc.constantFrom(...slots);
const service = fc.constantFrom(...serviceSlots);
const sets = fc.constantFrom(...setSlots);
const vpcs = fc.constantFrom(...vpcSlots);
const label = fc.constantFrom(...labels);
const flag = fc.boolean();
const anyComponent = fc.constantFrom(...components);
const component = fc.option(anyComponent, { nil: undefined });
const self = fc.constant("self" as const);
/** Mostly a service, which is the most that can be lost. */
export const anySlot = oneOf([2, service], [1, slot]);

const target: fc.Arbitrary<Target> = oneOf(
    [3, service.map((each) => ({ slot: each }))],
    [1, slot.map((each) => ({ slot: each }))],
    [2, fc.constantFrom(0, 1).map((foreign) => ({ foreign }))],
);

const change = tagged("edit");
const option = (given: fc.Arbitrary<object>): fc.Arbitrary<Edit> =>
    fc.tuple(anySlot, given).map(([each, options]) => ({ edit: "options", slot: each, ...options }));

const usual: Weighted<Edit>[] = [
    [4, slot.chain((each) => change("set", { slot: fc.constant(each), args: argsFor(each) }))],
    [2, slot.chain((each) => change("put", { slot: fc.constant(each), spec: specFor(each) }))],
    [2, change("drop", { slot })],
    [2, change("rename", { slot, label, alias: flag })],
    [1, change("move", { slot, component, alias: flag })],
    [1, change("renameComponent", { component: anyComponent, label: fc.constantFrom("crate2", "box2"), alias: flag })],
    [1, change("adopt", { slot, target: fc.oneof(self, fc.option(target, { nil: undefined, freq: 4 })) })],
    [1, change("conflict", { slot, onNameConflict: fc.constantFrom("ignore", "error", undefined) })],
    [1, option(fc.record({ deleteBeforeReplace: flag }))],
    [1, option(fc.record({ protect: flag }))],
    [1, option(fc.record({ deletedWith: slot }))],
    [1, option(fc.record({ retainOnDelete: flag }))],
];

const again = change("again", { nth: fc.constantFrom(0, 0, 1) });
const nameChanges: Weighted<Edit>[] = [
    [4, again],
    [2, change("swap", { slot, other: slot })],
    // What is declared again has to be free: mostly by an alias, since then the renamed resource keeps what it has.
    [4, change("rename", { slot: anySlot, label, alias: fc.constantFrom(true, true, false) })],
    [2, change("drop", { slot: anySlot })],
    [1, option(fc.record({ retainOnDelete: fc.constant(true) }))],
    [2, change("adopt", { slot: anySlot, target: fc.oneof(self, target) })],
];

const profile = fc.option(fc.constantFrom(...profiles), { nil: undefined });

/** A fork of another moment, under the same name. */
const moment = fc.tuple(fc.constantFrom("s1", "s2"), fc.constantFrom(3, 5), flag).map(([each, minute, isNew]): Edit => {
    const forkFrom = { service: { of: "s0" }, strategy: "PITR", minute } as const;
    return isNew
        ? { edit: "put", slot: each, spec: { args: { forkFrom }, options: { label: each, aliases: [] } } }
        : { edit: "set", slot: each, args: { forkFrom } };
});

/** What changes a generated name. */
const moves: Weighted<Edit>[] = [
    [3, change("move", { slot: anySlot, component, alias: flag })],
    [3, fc.tuple(service, region).map(([each, regionCode]) => ({ edit: "set", slot: each, args: { regionCode } }))],
    [2, option(fc.record({ deleteBeforeReplace: fc.constant(true) }))],
];
const drops: Weighted<Edit>[] = [[6, change("drop", { slot: anySlot })]];

const editsByTheme: ByTheme<Weighted<Edit>[]> = {
    names: nameChanges,
    stacks: nameChanges,
    connections: [[8, change("profile", { slot: anySlot, profile })]],
    moments: [[20, moment]],
    kills: [...moves, [6, moment]],
    deletions: drops,
    foreign: drops,
    lags: [...drops, [4, again]],
};

const edit = (themes: readonly Theme[]): fc.Arbitrary<Edit> =>
    oneOf(...usual, ...themes.flatMap((theme) => editsByTheme[theme] ?? []));

/** Ways to rename a resource, including those that the documentation recommends. */
const renaming: fc.Arbitrary<Edit[]> = fc
    .tuple(slot, label, fc.constantFrom("alias", "adopt", "plain"))
    .map(([each, name, how]): Edit[] => [
        ...(how === "adopt" ? [{ edit: "adopt" as const, slot: each, target: "self" as const }] : []),
        { edit: "rename" as const, slot: each, label: name, alias: how === "alias" },
    ]);

export const edits = (themes: readonly Theme[]): fc.Arbitrary<Edit[]> =>
    oneOf([3, fc.constant<Edit[]>([])], [5, fc.array(edit(themes), { minLength: 1, maxLength: 2 })], [1, renaming]);

const by = tagged("act");

export const twin: fc.Arbitrary<Console> = fc.record(
    {
        act: fc.constant("twin"),
        slot: oneOf([3, service], [1, fc.oneof(vpcs, sets)]),
        unlike: fc.constantFrom("environment", "replicas"),
        ageMs: fc.constantFrom(0, 2 * hour),
    },
    { requiredKeys: ["act", "slot", "ageMs"] },
);

const otherName = fc.constantFrom(...names, "renamed");

/** What others do with the same API key, or in the API's console. */
export const act: fc.Arbitrary<Console> = oneOf(
    [4, by("delete", { slot })],
    [2, by("drift", { slot: fc.oneof(service, vpcs, sets), drift: otherName.map((name) => ({ name })) })],
    [
        1,
        fc.tuple(fc.oneof(service, sets), size).map(([each, { cpuMillis: cpu_millis, memoryGbs: memory_gbs }]) => ({
            act: "drift" as const,
            slot: each,
            drift: { cpu_millis, memory_gbs },
        })),
    ],
    [1, by("drift", { slot: service, drift: fc.constant({ environment: "DEV" }) })],
    [4, by("drift", { slot: service, drift: fc.constant({ environment: "PROD" }) })],
    [1, by("drift", { slot: service, drift: flag.map((pooler) => ({ pooler })) })],
    [1, by("drift", { slot: service, drift: fc.constant({ status: "PAUSED" }) })],
    [1, by("drift", { slot: service, drift: fc.constant({ vpc_id: null }) })],
    [
        2,
        by("newService", {
            name: fc.constantFrom(...names, "s1", "alpha"),
            region,
            type: fc.constantFrom("POSTGRES", "TIMESERIES_DB"),
        }),
    ],
    [1, by("newVpc", { name: fc.constantFrom("net", "v0"), cidr: fc.constantFrom("10.0.0.0/16", "10.9.0.0/16") })],
    [5, by("newSet", { slot: service, name: fc.constantFrom("reports", "r0") })],
    [1, by("newPeering", { slot: vpcs })],
    [2, twin],
);

const does = tagged("do");
const set = fc.constant(true);
const some = fc.uniqueArray(slot, { minLength: 1, maxLength: 3 });
const rarely = <T>(value: fc.Arbitrary<T>) => maybe(value, 0.15);

/** `--target` or `--exclude`, or neither. */
const selection = oneOf(
    [8, fc.constant({})],
    [1, some.map((target) => ({ target }))],
    [1, some.map((exclude) => ({ exclude }))],
);

const up = merged<Do>(
    fc.constant({ do: "up" }),
    selection,
    fc.record({ refresh: rarely(set), replace: rarely(some), continueOnError: rarely(set) }),
);
const destroy = merged<Do>(
    fc.constant({ do: "destroy" }),
    selection,
    fc.record({ refresh: maybe(set, 0.5), excludeProtected: rarely(set), continueOnError: rarely(set) }),
);

/** What `pulumi stack` and `pulumi state` do between operations. */
const commands: Weighted<Do>[] = [
    [2, fc.constant({ do: "renameStack" })],
    [1, fc.constant({ do: "oldState" })],
    [3, does("newStack", { backend: fc.constantFrom(0, 1), key: fc.constantFrom("same", "same", "other") })],
    [2, does("stateMove", { slot, inProgram: flag })],
    [2, does("stateRename", { slot, label, inProgram: flag })],
    [1, does("stateDelete", { slot })],
    [1, does("importState", { back: fc.constantFrom(1, 2) })],
];

export const operation = (themes: readonly Theme[]): fc.Arbitrary<Do> => {
    const has = (...some: Theme[]) => some.some((theme) => themes.includes(theme));
    return oneOf<Do[]>(
        [10, up],
        [has("kills") ? 3 : 0, some.map((replace) => ({ do: "up", replace }))],
        [has("reads", "connections", "spelling") ? 4 : 1, fc.constant({ do: "up", refresh: true })],
        [1, does("preview", { refresh: rarely(set) })],
        [has("reads", "spelling", "lags") ? 5 : 2, selection.map((which) => ({ do: "refresh", ...which }))],
        [has("deletions", "lags", "foreign") ? 6 : 1, destroy],
        [1, does("taint", { slot })],
        [has("foreign") ? 8 : has("lags") ? 3 : 1, does("console", { act })],
        [has("kills") ? 2 : 0, fc.constant({ do: "renameStack" })],
        ...commands.map(([weight, command]): Weighted<Do> => [has("stacks") ? weight : Math.ceil(weight / 3), command]),
    );
};
