// Random histories.
import fc from "fast-check";
import { argsFor, labels, names, program, regions, size, specFor } from "./arbitraries";
import type { Console, Do, Edit, History, Step, Target } from "./history";
import { components, serviceSlots, slots } from "./program";
import type { Quirks } from "../../../src/emulator";
import { faults } from "./faults";
import { lags, quirks } from "./quirks";

const slot = fc.constantFrom(...slots);
const service = fc.constantFrom(...serviceSlots);
const component = fc.option(fc.constantFrom(...components), { nil: undefined });
const target: fc.Arbitrary<Target> = fc.oneof(
    { weight: 3, arbitrary: service.map((each) => ({ slot: each })) },
    { weight: 1, arbitrary: slot.map((each) => ({ slot: each })) },
    { weight: 2, arbitrary: fc.constantFrom(0, 1).map((foreign) => ({ foreign })) },
);

const edit: fc.Arbitrary<Edit> = fc.oneof(
    {
        weight: 4,
        arbitrary: slot.chain((each) =>
            fc.record({ edit: fc.constant("set" as const), slot: fc.constant(each), args: argsFor(each) }),
        ),
    },
    {
        weight: 2,
        arbitrary: slot.chain((each) =>
            fc.record({ edit: fc.constant("put" as const), slot: fc.constant(each), spec: specFor(each) }),
        ),
    },
    { weight: 2, arbitrary: fc.record({ edit: fc.constant("drop" as const), slot }) },
    {
        weight: 2,
        arbitrary: fc.record({
            edit: fc.constant("rename" as const),
            slot,
            label: fc.constantFrom(...labels),
            alias: fc.boolean(),
        }),
    },
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
        weight: 2,
        arbitrary: fc.record({
            edit: fc.constant("adopt" as const),
            slot,
            target: fc.oneof(fc.constant("self" as const), fc.option(target, { nil: undefined, freq: 4 })),
        }),
    },
    {
        weight: 2,
        arbitrary: fc.record({
            edit: fc.constant("conflict" as const),
            slot,
            onNameConflict: fc.constantFrom(
                "adopt" as const,
                "adopt" as const,
                "ignore" as const,
                "error" as const,
                undefined,
            ),
        }),
    },
    {
        weight: 1,
        arbitrary: fc.oneof(
            fc.record({ edit: fc.constant("options" as const), slot, retainOnDelete: fc.boolean() }),
            fc.record({ edit: fc.constant("options" as const), slot, deleteBeforeReplace: fc.boolean() }),
            fc.record({ edit: fc.constant("options" as const), slot, protect: fc.boolean() }),
        ),
    },
);

const sets = fc.constantFrom("r0" as const, "r1" as const);
const vpcs = fc.constantFrom("v0" as const, "v1" as const);
const act: fc.Arbitrary<Console> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant("delete" as const), slot }) },
    {
        weight: 2,
        arbitrary: fc.record({
            act: fc.constant("rename" as const),
            slot: fc.oneof(service, vpcs, sets),
            name: fc.constantFrom(...names, "renamed"),
        }),
    },
    {
        weight: 1,
        arbitrary: fc.tuple(fc.oneof(service, sets), size).map(([each, { cpuMillis, memoryGbs }]) => ({
            act: "resize" as const,
            slot: each,
            cpu_millis: cpuMillis,
            memory_gbs: memoryGbs,
        })),
    },
    {
        weight: 1,
        arbitrary: fc.record({
            act: fc.constant("environment" as const),
            slot: service,
            environment: fc.constantFrom("DEV" as const, "PROD" as const),
        }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("pooler" as const), slot: service, on: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("pause" as const), slot: service }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("detach" as const), slot: service }) },
    {
        weight: 2,
        arbitrary: fc.record({
            act: fc.constant("newService" as const),
            name: fc.constantFrom(...names, "s1", "alpha"),
            region: fc.constantFrom(...regions),
            type: fc.constantFrom("POSTGRES" as const, "TIMESERIES_DB" as const),
        }),
    },
    {
        weight: 1,
        arbitrary: fc.record({
            act: fc.constant("newVpc" as const),
            name: fc.constantFrom("net", "v0"),
            cidr: fc.constantFrom("10.0.0.0/16", "10.9.0.0/16"),
        }),
    },
    {
        weight: 1,
        arbitrary: fc.record({
            act: fc.constant("newSet" as const),
            slot: service,
            name: fc.constantFrom("reports", "r0"),
        }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("newPeering" as const), slot: vpcs }) },
);

const flag = fc.option(fc.constant(true), { nil: undefined, freq: 1 });
const some = fc.option(fc.uniqueArray(slot, { minLength: 1, maxLength: 3 }), { nil: undefined, freq: 1 });
const rarely = <T>(value: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const act_ = fc.record({ do: fc.constant("console" as const), act });
const then: fc.Arbitrary<Do> = fc.oneof(
    {
        weight: 8,
        arbitrary: fc.record({
            do: fc.constant("up" as const),
            refresh: rarely(flag),
            target: rarely(some),
            replace: rarely(some),
            continueOnError: rarely(flag),
        }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("preview" as const), refresh: rarely(flag) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("refresh" as const), target: rarely(some) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("destroy" as const), refresh: flag, target: rarely(some) }) },
    { weight: 1, arbitrary: fc.constant({ do: "renameStack" as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("taint" as const), slot }) },
    { weight: 3, arbitrary: act_ },
);

/** Ways to rename a resource, including those that the documentation recommends. */
const renaming: fc.Arbitrary<Edit[]> = fc
    .tuple(slot, fc.constantFrom(...labels), fc.constantFrom("alias", "adopt", "conflict", "plain"))
    .map(([each, label, how]): Edit[] => [
        ...(how === "adopt" ? [{ edit: "adopt" as const, slot: each, target: "self" as const }] : []),
        ...(how === "conflict" ? [{ edit: "conflict" as const, slot: each, onNameConflict: "adopt" as const }] : []),
        { edit: "rename" as const, slot: each, label, alias: how === "alias" },
    ]);

const edits = fc.oneof({ weight: 4, arbitrary: fc.array(edit, { maxLength: 2 }) }, { weight: 1, arbitrary: renaming });

const step: fc.Arbitrary<Step> = fc.record({ edits, then });
const up: Step = { edits: [], then: { do: "up" } };

const historyOf = (steps: fc.Arbitrary<Step[]>, moods: fc.Arbitrary<Partial<Quirks>>): fc.Arbitrary<History> =>
    fc.record({
        quirks: fc.tuple(quirks, moods).map(([one, other]) => ({ ...one, ...other })),
        onNameConflict: rarely(fc.constantFrom("adopt" as const, "ignore" as const)),
        parallel: fc.constantFrom(1 as const, 16 as const),
        program,
        steps,
    });

/** Histories without request faults. */
export const history: fc.Arbitrary<History> = historyOf(
    fc.array(step, { minLength: 1, maxLength: 6 }).map((steps) => [up, ...steps]),
    fc.constant({}),
);

const faultyStep: fc.Arbitrary<Step> = fc.record({
    edits,
    then,
    faults: fc.option(faults, { nil: undefined, freq: 1 }),
    setBackMs: rarely(fc.constant(3_600_000)),
});

/** The same with random faults, on an API with replication lag. */
export const faultyHistory: fc.Arbitrary<History> = historyOf(
    fc
        .tuple(fc.option(faults, { nil: undefined }), fc.array(faultyStep, { maxLength: 5 }))
        .map(([first, steps]) => [first === undefined ? up : { ...up, faults: first }, ...steps]),
    lags,
);
