// Readiness over any sequence of observations: done is said only of a settled record, and waiting ends. Single cases are in steps.test.ts.
import fc from "fast-check";
import { replicaSetStatuses, serviceStatuses } from "../../../src/provider/api";
import { replicaSetCondition } from "../../../src/provider/lifecycle/definitions/readReplicaSet";
import { serviceCondition } from "../../../src/provider/lifecycle/definitions/records";
import { settleWindow } from "../../../src/provider/lifecycle/wait/schedule";
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
function readinesses(effect: Effect<Thing>, looks: readonly Look[]) {
    const awaited = {
        progress: "",
        effect,
        notFoundGraceUntil: -Infinity,
        settledWords: new Set([]),
        wasUnstable: false,
    };
    const checker = new ReadinessChecker(awaited, whenOmitted, 0);
    let at = 0;
    return looks.map(({ after, ...look }) => {
        at += after * 1000;
        return checker.check({ values: {}, condition: "settled", status: "READY", ...look }, at);
    });
}
const outcomes = (effect: Effect<Thing>, looks: readonly Look[]) => readinesses(effect, looks).map(({ is }) => is);
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
