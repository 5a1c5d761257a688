// Random histories.
import fc from "fast-check";
import type { Fault } from "../../../src/emulator";
import { faultsOf, quirksOf, spellings } from "./arbitraryFaults";
import { program } from "./arbitraryProgram";
import { act, anySlot, edits, operation, twin } from "./arbitraryStep";
import type { Do, History, Moment, Operation, Step } from "./history";
import { without } from "./objects";
import { type ServiceArgs, type ServiceSlot, serviceSlots } from "./program";
import { calmThemes, faultyThemes, maybe, oneOf, type Theme } from "./random";

const minute = 60_000;
const hour = 60 * minute;

/** What was created by the step before is new, or no longer new. */
const pauseMs = fc.constantFrom(2 * minute, 2 * minute, 2 * minute, 90 * minute, 72 * hour);

const moment: fc.Arbitrary<Moment> = fc.oneof(
    fc.record({ request: fc.nat(4), of: fc.constant("mutations") }),
    fc.record({ request: fc.nat(20), of: fc.constant("all") }),
);

const optional = <T>(isWanted: boolean, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    isWanted ? maybe(value, 0.5) : fc.constant(undefined);

/** What surrounds an operation. */
const circumstances = (themes: readonly Theme[]): fc.Arbitrary<Partial<Step>> => {
    const has = (theme: Theme) => themes.includes(theme);
    const faults = faultsOf(themes);
    return fc.record({
        pauseMs,
        faults: faults === undefined ? fc.constant(undefined) : optional(true, faults),
        kill: optional(
            has("kills"),
            fc.tuple(moment, fc.boolean()).map(([at, done]) => ({ ...at, done })),
        ),
        meanwhile: optional(
            has("foreign") || has("wire"),
            fc.tuple(moment, fc.oneof(act, twin)).map(([at, does]) => ({ ...at, act: does })),
        ),
        becomes: optional(has("spelling"), fc.record({ quirks: spellings, at: moment }, { requiredKeys: ["quirks"] })),
        setBackMs: maybe(fc.constantFrom(hour, -hour), 0.1),
        runner: maybe(fc.constant("ci" as const), 0.1),
        beside: has("kills") ? fc.constant(undefined) : optional(has("stacks"), moment),
    });
};

const anyStep = (themes: readonly Theme[]): fc.Arbitrary<Step> =>
    fc
        .tuple(
            fc.record({
                on: fc.constantFrom(0, 1),
                edits: edits(themes),
                then: operation(themes),
                elsewhere: optional(themes.includes("connections"), fc.constant(true)),
            }),
            circumstances(themes),
        )
        .map(([one, around]) => ({ ...one, ...around }));

/** A replacement that deletes first, and is killed around its create. */
const halfReplaced: fc.Arbitrary<Step> = fc
    .record({ slot: anySlot, request: fc.constantFrom(0, 1, 1, 2), done: fc.boolean() })
    .map(({ slot, request, done }) => ({
        edits: [{ edit: "options", slot, deleteBeforeReplace: true }],
        then: { do: "up", replace: [slot] },
        kill: { request, of: "mutations", done },
    }));

/** Somebody deletes it, its owner removes it from the state, and creates it again while a list may still show the old one. */
const recreated: fc.Arbitrary<Step[]> = anySlot.map((slot) => [
    { pauseMs: 2 * minute, edits: [], then: { do: "console", act: { act: "delete", slot } } },
    { pauseMs: 2 * minute, edits: [], then: { do: "stateDelete", slot } },
    { pauseMs: 2 * minute, edits: [], then: { do: "up" } },
]);

/** An `up` that creates a service. */
const creating = (slot: ServiceSlot, label: string, args: ServiceArgs = {}): Step => ({
    pauseMs: 2 * minute,
    edits: [{ edit: "put", slot, spec: { args, options: { label, aliases: [] } } }],
    then: { do: "up" },
});

/** The call that creates a service is lost, and somebody makes one of the same name, which has more than was asked for. */
const rivalled: fc.Arbitrary<Step[]> = fc
    .record({
        slot: fc.constantFrom(...serviceSlots),
        unlike: fc.constantFrom("environment" as const, "replicas" as const),
        at: fc.nat(2),
    })
    .map(({ slot, unlike, at }) => [
        {
            ...creating(slot, "rival"),
            faults: [{ do: { kind: "drop", when: "before" }, endpoint: "createService" }],
            meanwhile: { request: at, of: "mutations", act: { act: "twin", slot, unlike, ageMs: 0 } },
        },
    ]);

/** The call that creates a service is lost after the work, and the lists do not show that until the repeated one is done. */
const unseen: fc.Arbitrary<Step[]> = fc.constantFrom(...serviceSlots).map((slot) => [
    {
        ...creating(slot, "unseen"),
        faults: [
            { do: { kind: "drop", when: "after" }, endpoint: "createService" },
            { do: { kind: "status", status: 200, body: [] }, endpoint: "listServices", lastsMs: 90_000 },
        ],
    },
]);

/** What creates a service, or what shows it then, is answered with one field in another form, or with the record of another one. */
const mistoldCreation: fc.Arbitrary<Step[]> = fc
    .record({
        slot: fc.constantFrom(...serviceSlots),
        fault: fc.constantFrom<Fault>(
            { do: { kind: "deform", field: "service_id", as: "absent" }, endpoint: "createService" },
            { do: { kind: "deform", field: "created", as: "object" }, endpoint: "createService" },
            { do: { kind: "anotherRecord" }, endpoint: "getService", count: 50 },
        ),
    })
    .map(({ slot, fault }) => [{ ...creating(slot, "deformed", { name: "deformed" }), faults: [fault] }]);

/** Somebody adds a replica set, and its id cannot be read while the service is deleted, which takes what it contains along. */
const unreadableContents: fc.Arbitrary<Step[]> = fc.constantFrom(...serviceSlots).map((slot) => [
    { pauseMs: 2 * minute, edits: [], then: { do: "console", act: { act: "newSet", slot, name: "reports" } } },
    {
        pauseMs: 2 * minute,
        edits: [],
        then: { do: "destroy" },
        becomes: { quirks: { cascadeReplicaSets: true } },
        faults: [
            {
                do: { kind: "deform", field: "read_replica_sets.id", as: "object" },
                endpoint: "getService",
                lastsMs: 300_000,
            },
        ],
    },
]);

/** A second stack, and an operation of it in the middle of one of the first. */
const twoAtOnce = (themes: readonly Theme[]): fc.Arbitrary<Step[]> =>
    fc
        .record({
            backend: fc.constantFrom(0, 1),
            on: fc.constantFrom(0, 1),
            changes: edits(themes),
            then: fc.constantFrom<Do>({ do: "up" }, { do: "up" }, { do: "destroy" }),
            beside: fc.record({ request: fc.nat(8), of: fc.constant<Moment["of"]>("all") }),
        })
        .map(({ backend, on, changes, then, beside }) => [
            { pauseMs: 2 * minute, edits: [], then: { do: "newStack", backend, key: "same" } },
            { pauseMs: 2 * minute, on, edits: changes, then, beside },
        ]);

const steps = (themes: readonly Theme[]): fc.Arbitrary<Step[]> => {
    const [any, has] = [anyStep(themes), (theme: Theme) => themes.includes(theme)];
    const one = (has("kills") ? oneOf([6, any], [1, halfReplaced]) : any).map((each) => [each]);
    if (has("lags")) return oneOf([6, one], [1, recreated]);
    if (has("wire")) return oneOf([6, one], [1, rivalled], [1, unseen], [1, mistoldCreation]);
    if (has("reads")) return oneOf([6, one], [1, unreadableContents]);
    return has("stacks") && !has("kills") ? oneOf([4, one], [1, twoAtOnce(themes)]) : one;
};

const first = (themes: readonly Theme[]): fc.Arbitrary<Step> =>
    circumstances(themes).map((around) => ({ ...around, edits: [], then: { do: "up" } }));

const historyOf = (all: fc.Arbitrary<Theme[]>): fc.Arbitrary<History> =>
    all.chain((themes) =>
        fc.record({
            quirks: quirksOf(themes),
            onNameConflict: maybe(fc.constant("ignore"), 0.05),
            parallel: fc.constantFrom(1, 16),
            program: program(themes.includes("deletions") || themes.includes("lags")),
            steps: fc
                .tuple(first(themes), fc.array(steps(themes), { minLength: 1, maxLength: 6 }))
                .map(([one, others]) => [one, ...others.flat()]),
        }),
    );

const some = (themes: readonly Theme[], minLength: number, maxLength: number): fc.Arbitrary<Theme[]> =>
    fc.uniqueArray(fc.constantFrom(...themes), { minLength, maxLength });

/** Histories in which the API does what it should. */
export const history = historyOf(some(calmThemes, 0, 2));

/** Histories with faults, kills, or lists that are late or wrong. */
export const faultyHistory = historyOf(
    fc.tuple(some(faultyThemes, 1, 2), some(calmThemes, 0, 1)).map((parts) => parts.flat()),
);

const withSteps = (one: History, changed: (step: Step) => Step): History => ({ ...one, steps: one.steps.map(changed) });

const refreshesOrDestroys = (then: Do): then is Operation =>
    then.do === "refresh" || then.do === "destroy" || ("refresh" in then && then.refresh === true);

/** `--run-program`, of the Pulumi CLI alone. */
const withProgram = (histories: fc.Arbitrary<History>): fc.Arbitrary<History> =>
    fc
        .tuple(histories, fc.infiniteStream(fc.boolean()))
        .map(([one, runs]) =>
            withSteps(one, (each) =>
                refreshesOrDestroys(each.then) && runs.next().value === true
                    ? { ...each, then: { ...each.then, runProgram: true } }
                    : each,
            ),
        );

/** Where a history is played: all in this process; program and provider in processes; on the Pulumi CLI. */
export type Ground = "inProcess" | "processes" | "cli";

/** The histories of a seed: every other seed has faults. */
export function historiesOf(seed: number, ground: Ground = "inProcess"): fc.Arbitrary<History> {
    const histories = seed % 2 === 0 ? history : faultyHistory;
    if (ground === "inProcess") return histories;
    // The calendar of processes is that of the machine.
    const possible = histories.map((one) => withSteps(one, (each) => without(each, "setBackMs")));
    return ground === "cli" ? withProgram(possible) : possible;
}
