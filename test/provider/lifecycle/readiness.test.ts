// Readiness over any sequence of observations: done is said only of a settled record, and waiting ends. Single cases are in steps.test.ts.
import fc from "fast-check";
import { replicaSetStatuses, serviceStatuses } from "../../../src/provider/api";
import { replicaSetCondition } from "../../../src/provider/lifecycle/definitions/readReplicaSet";
import { serviceCondition } from "../../../src/provider/lifecycle/definitions/records";
import { settleWindow, stalledWindow } from "../../../src/provider/lifecycle/wait/schedule";
import { present, type Effect } from "../../../src/provider/lifecycle/step";
import type { Condition, Observation } from "../../../src/provider/lifecycle/definition";
import { ReadinessChecker } from "../../../src/provider/lifecycle/wait/effect";

interface Thing {
    size: number;
    pooler: boolean;
    address: string | null;
}

const whenOmitted: Partial<Thing> = { pooler: false, address: null };
type Look = Partial<Observation<Thing>> & { readonly after: number };

/** What is said to each look in turn; `after` is the number of seconds since the one before. */
function readinesses(
    effect: Effect<Thing>,
    looks: readonly Look[],
    { notFoundGraceUntil = -Infinity, before = {} } = {},
) {
    const awaited = {
        progress: "",
        effect,
        notFoundGraceUntil,
        settledWords: new Set([]),
        wasUnstable: false,
    };
    const checker = new ReadinessChecker(awaited, whenOmitted, before, 0);
    let at = 0;
    return looks.map(({ after, ...look }) => {
        at += after * 1000;
        return checker.check({ values: {}, condition: "settled", status: "READY", ...look }, at);
    });
}
const outcomes = (effect: Effect<Thing>, looks: readonly Look[], more = {}) =>
    readinesses(effect, looks, more).map(({ is }) => is);
const window = settleWindow / 1000;

test("every status of the contract is classified, and an unknown one is unclear", () => {
    const by = (statuses: readonly string[], condition: (status: string) => Condition, wanted: Condition) =>
        statuses.filter((status) => condition(status) === wanted).sort();
    expect(by(serviceStatuses, serviceCondition, "busy")).toEqual(
        ["QUEUED", "CONFIGURING", "RESUMING", "PAUSING", "UPGRADING", "OPTIMIZING", "DELETING"].sort(),
    );
    expect(by(serviceStatuses, serviceCondition, "settled")).toEqual(["PAUSED", "READY"]);
    expect(by(serviceStatuses, serviceCondition, "unstable")).toEqual(["UNSTABLE"]);
    expect(by(serviceStatuses, serviceCondition, "gone")).toEqual(["DELETED"]);
    expect(by(replicaSetStatuses, replicaSetCondition, "busy")).toEqual(["creating", "deleting", "resizing"]);
    expect(by(replicaSetStatuses, replicaSetCondition, "failed")).toEqual(["error"]);
    expect([serviceCondition("MIGRATING"), replicaSetCondition("moving")]).toEqual(["unclear", "unclear"]);
});

const look: fc.Arbitrary<Look> = fc.record({
    after: fc.integer({ min: 0, max: 40 }),
    condition: fc.constantFrom<Condition>("busy", "settled", "unstable"),
    values: fc.record(
        { size: fc.constantFrom(1, 2), pooler: fc.boolean(), address: fc.constant("here") },
        { requiredKeys: [] },
    ),
});
const effects = fc.constantFrom<Effect<Thing>>(
    { size: 2 },
    { pooler: true, address: present },
    { pooler: false, address: null },
    {},
);

test("done is only ever said of a settled record that contradicts nothing", () => {
    fc.assert(
        fc.property(effects, fc.array(look, { maxLength: 20 }), (effect, looks) => {
            for (const [index, readiness] of readinesses(effect, looks).entries()) {
                const { condition, values = {} } = looks[index]!;
                if (readiness.is !== "done") continue;
                expect(condition).toBe("settled");
                for (const [key, value] of Object.entries(effect)) {
                    const shown = values[key as keyof Thing];
                    if (shown !== undefined && value !== present) expect(shown).toEqual(value);
                }
            }
        }),
    );
});

test("any wait comes to an end once the record stays as it should be, with the field or without it", () => {
    fc.assert(
        fc.property(effects, fc.array(look, { maxLength: 12 }), fc.boolean(), (effect, looks, shows) => {
            const wanted = Object.entries(effect).map(([key, value]) => [key, value === present ? "here" : value]);
            const values = shows ? (Object.fromEntries(wanted) as Partial<Thing>) : {};
            const quiet = [0, window].map((after) => ({ after, condition: "settled" as const, values }));
            expect(outcomes(effect, [...looks, ...quiet]).at(-1)).toBe("done");
        }),
    );
});

describe("what cannot come is not waited for", () => {
    const size = (shown: number, after: number): Look => ({ after, values: { size: shown } });
    const busy: Look = { after: 5, condition: "busy" };
    const before = { size: 1 };

    test("another value than the one before and the one asked for, for the settle window", () => {
        const looks = [size(1, 5), size(3, 5), size(3, window)];
        expect(outcomes({ size: 2 }, looks, { before })).toEqual(["waiting", "waiting", "failed"]);
        expect(readinesses({ size: 2 }, looks, { before }).at(-1)).toEqual({
            is: "failed",
            why: "size is 3, which is neither what it was nor what was asked for: something else has changed it, or the API writes it in another way. Run `pulumi up` again",
        });
        expect(outcomes({ size: 2 }, [size(3, 5), size(2, window)], { before }).at(-1)).toBe("done");
        expect(outcomes({ size: 2 }, [size(3, 5), busy, size(3, window)], { before }).at(-1)).toBe("waiting");
    });

    test("the value before, once an operation has ended, for the time that a record may lag", () => {
        const looks = [busy, size(1, 5), size(1, stalledWindow / 1000 - 1), size(1, 1)];
        expect(outcomes({ size: 2 }, looks, { before })).toEqual(["waiting", "waiting", "waiting", "failed"]);
        // An operation that has not begun may still begin.
        expect(outcomes({ size: 2 }, looks.slice(1), { before })).toEqual(["waiting", "waiting", "waiting"]);
        // What begins again is waited for.
        expect(outcomes({ size: 2 }, [...looks.slice(0, 3), busy, size(1, 1)], { before }).at(-1)).toBe("waiting");
    });

    test("what is new, once a read has shown it and none does any more", () => {
        const gone: Look = { after: 5, condition: "gone", status: undefined };
        const isNew = { notFoundGraceUntil: Infinity };
        expect(outcomes({}, [gone, { ...gone, after: 1000 }, busy, gone, { ...gone, after: window }], isNew)).toEqual([
            ...["waiting", "waiting", "waiting", "waiting"],
            "failed",
        ]);
        expect(outcomes({}, [busy, gone, busy, { ...gone, after: window }], isNew).at(-1)).toBe("waiting");
    });
});
