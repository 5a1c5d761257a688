// The judgement over a sequence of looks: settled is not enough, an omitted field is no contradiction, and waiting ends.
import fc from "fast-check";
import { replicaSetStatuses, serviceStatuses } from "../../src/api";
import { replicaSetCondition } from "../../src/lifecycle/definitions/readReplicaSet";
import { serviceCondition } from "../../src/lifecycle/definitions/service/observe";
import { settleWindow } from "../../src/lifecycle/wait/schedule";
import { present, type Effect } from "../../src/lifecycle/step";
import type { Condition, Observation } from "../../src/lifecycle/observation";
import { ReadinessChecker } from "../../src/lifecycle/wait/effect";

interface Thing {
    size: number;
    pooler: boolean;
    address: string | null;
}

const whenOmitted: Partial<Thing> = { pooler: false, address: null };
type Look = Partial<Observation<Thing>> & { readonly after: number };

/** What is said to each look in turn; `after` is the number of seconds since the one before. */
function judgements(effect: Effect<Thing>, looks: readonly Look[]) {
    const checker = new ReadinessChecker<Thing>(effect, whenOmitted, 0);
    let at = 0;
    return looks.map(({ after, ...look }) => {
        at += after * 1000;
        return checker.check({ values: {}, condition: "settled", status: "READY", ...look, at });
    });
}
const outcomes = (effect: Effect<Thing>, looks: readonly Look[]) => judgements(effect, looks).map(({ is }) => is);
const window = settleWindow / 1000;

test("a field that the record leaves out: busy and settled again is enough, and it is assumed", () => {
    expect(judgements({ size: 2 }, [{ after: 0 }, { after: 1, condition: "busy" }, { after: 9 }])).toEqual([
        { is: "waiting", missing: ["size"], omitted: true },
        { is: "waiting", missing: [] },
        { is: "done", assumed: ["size"], omitted: true },
    ]);
});

test("what an omitted field means anyway needs no wait, and is not assumed", () => {
    expect(judgements({ pooler: false, address: null }, [{ after: 0 }])).toEqual([
        { is: "done", assumed: [], omitted: false },
    ]);
    expect(outcomes({ pooler: true }, [{ after: 0 }])).toEqual(["waiting"]);
});

test("an endpoint that never comes is not assumed to be there", () => {
    expect(
        judgements({ address: present }, [{ after: 0, condition: "busy" }, { after: 9 }, { after: window }]),
    ).toEqual([
        { is: "waiting", missing: [] },
        { is: "waiting", missing: ["address"], omitted: true },
        { is: "done", assumed: [], omitted: true },
    ]);
});

test("UNSTABLE may pass within the window, and fails after it", () => {
    const unstable = { condition: "unstable", status: "UNSTABLE" } as const;
    const ready = { values: { size: 2 } };
    expect(
        outcomes({ size: 2 }, [
            { after: 0, ...unstable },
            { after: window - 1, ...unstable },
            { after: 1, ...ready },
        ]),
    ).toEqual(["waiting", "waiting", "done"]);
    expect(
        judgements({ size: 2 }, [
            { after: 0, ...unstable },
            { after: window, ...unstable },
        ]),
    ).toEqual([
        { is: "waiting", missing: [] },
        { is: "failed", why: "its status stays UNSTABLE" },
    ]);
});

test("what the API says went wrong is final, as is a thing that is gone or has failed", () => {
    expect(judgements({}, [{ after: 0, problem: "rejected by the peer" }])).toEqual([
        { is: "failed", why: "rejected by the peer" },
    ]);
    expect(judgements({}, [{ after: 0, condition: "gone" }])).toEqual([
        { is: "failed", why: "it was deleted meanwhile" },
    ]);
    expect(judgements({}, [{ after: 0, condition: "failed", status: "error" }])).toEqual([
        { is: "failed", why: "its status is error" },
    ]);
});

test("every status of the contract is classified, and an unknown one is busy", () => {
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
    expect([serviceCondition("MIGRATING"), replicaSetCondition("moving")]).toEqual(["busy", "busy"]);
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
            for (const [index, readiness] of judgements(effect, looks).entries()) {
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

test("a resource just created that a look does not find yet is waited for, a tombstone is not", () => {
    const absent = { values: {}, condition: "gone", status: undefined } as const;
    const justCreated = new ReadinessChecker<Thing>({}, whenOmitted, 0, settleWindow);
    expect(justCreated.check({ ...absent, at: 0 }).is).toBe("waiting");
    expect(justCreated.check({ ...absent, at: settleWindow - 1 }).is).toBe("waiting");
    expect(justCreated.check({ values: {}, condition: "settled", status: "READY", at: settleWindow }).is).toBe("done");
    expect(justCreated.check({ ...absent, at: settleWindow }).is).toBe("failed");
    expect(
        new ReadinessChecker<Thing>({}, whenOmitted, 0, settleWindow).check({ ...absent, status: "DELETED", at: 0 }).is,
    ).toBe("failed");
});
