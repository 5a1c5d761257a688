// The planners hold for every observed record and every desired arguments: they end, in order, in an empty plan.
import fc from "fast-check";
import {
    definitions,
    nothingKnown,
    replacedBy,
    type AnyDefinition,
    type AnyDesired,
    type Project,
} from "../../../src/provider/lifecycle";
import type { Step } from "../../../src/provider/lifecycle/step";
import { compare } from "../../../src/provider/dynamic/compare";
import { desiredOf, parseInputs } from "../../../src/provider/dynamic/inputs";
import { parseState, stateOf } from "../../../src/provider/dynamic/state";
import { unknownValue } from "../../../src/provider/dynamic/inputs";

type PropertyMap = Record<string, unknown>;

const project = { id: "p", client: { baseUrl: "https://api/v1" } } as Partial<Project> as Project;
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const address = maybe(fc.constant({ host: "h.example", port: 5432 }));
const words = fc.constantFrom("one", "two", "three");
const size = fc.oneof(
    fc.record({ cpuMillis: fc.constantFrom(500, 1000, 2000), memoryGbs: fc.constantFrom(2, 4, 8) }),
    fc.constant({ cpuMillis: "shared", memoryGbs: "shared" }),
);
const noSize = fc.constant({ cpuMillis: undefined, memoryGbs: undefined });
const counts = fc
    .tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 }))
    .map(([replicaCount, sync]) => ({ replicaCount, syncReplicaCount: Math.min(sync, replicaCount) }));
const merged = (...parts: fc.Arbitrary<PropertyMap>[]): fc.Arbitrary<PropertyMap> =>
    fc
        .tuple(...parts)
        .map((bags) =>
            Object.fromEntries(
                Object.entries(Object.assign({}, ...bags) as PropertyMap).filter(([, value]) => value !== undefined),
            ),
        );

const observedService = merged(
    fc.record({
        name: fc.constant("orders"),
        regionCode: fc.constantFrom("us-east-1", "eu-west-1"),
        serviceType: fc.constantFrom("POSTGRES", "TIMESERIES_DB", "VECTOR", "SOMETHING_NEW"),
        environment: maybe(fc.constantFrom("DEV", "PROD", "STAGING")),
        connectionPooler: maybe(fc.boolean()),
        vpcId: maybe(fc.option(words)),
        paused: maybe(fc.boolean()),
        password: maybe(words),
        passwordOrigin: maybe(fc.constantFrom("initial", "given", "generated", "lost")),
        passwordVersion: maybe(fc.constantFrom(1, 2, "a")),
        endpoint: address,
        status: fc.constantFrom("READY", "PAUSED", "UNSTABLE", "CONFIGURING", "NEW_WORD"),
    }),
    fc.oneof(size, noSize, fc.constant({ cpuMillis: 500, memoryGbs: undefined })),
    fc.oneof(counts, fc.constant({})),
);

const sized = fc.oneof(size, noSize, fc.constant({ cpuMillis: 1000 }), fc.constant({ memoryGbs: 8 }));
const ha = fc.oneof(
    counts,
    fc.constant({}),
    counts.map(({ replicaCount }) => ({ replicaCount })),
);
const passwords = fc.oneof(
    fc.constant({}),
    fc.record({ password: words, passwordVersion: maybe(fc.constantFrom(1, 2, "a")) }),
    fc.record({ generatePassword: fc.constant(true), passwordVersion: maybe(fc.constantFrom(1, 2, "a")) }),
    fc.record({ generatePassword: fc.constant(false) }),
);
const serviceArgs = merged(
    fc.record({
        environment: maybe(fc.constantFrom("DEV", "PROD")),
        connectionPooler: maybe(fc.boolean()),
        vpcId: maybe(words),
        paused: maybe(fc.boolean()),
        deletionProtection: maybe(fc.boolean()),
    }),
    sized,
    ha,
    passwords,
);

const peer = { vpcId: "vpc", peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "v" };
const network = { cidr: fc.constant("10.0.0.0/16"), regionCode: fc.constant("us-east-1") };
const number = (...values: number[]) => fc.constantFrom(...values);
interface Subject {
    readonly definition: AnyDefinition;
    readonly id: string;
    readonly observed: fc.Arbitrary<PropertyMap>;
    readonly args: fc.Arbitrary<PropertyMap>;
}

const subjects: readonly Subject[] = [
    { definition: definitions.service, id: "svc", observed: observedService, args: serviceArgs },
    {
        definition: definitions.readReplicaSet,
        id: "svc/set",
        observed: merged(
            fc.record({
                serviceId: fc.constant("svc"),
                name: fc.constant("reports"),
                nodes: fc.constant(2),
                cpuMillis: number(500, 1000),
                memoryGbs: number(2, 4),
                environment: maybe(fc.constantFrom("DEV", "PROD")),
                connectionPooler: maybe(fc.boolean()),
                status: fc.constantFrom("active", "error", "resizing"),
            }),
        ),
        args: merged(
            fc.record({
                serviceId: fc.constant("svc"),
                nodes: fc.constant(2),
                cpuMillis: number(500, 1000, 2000),
                memoryGbs: number(2, 4, 8),
                environment: maybe(fc.constantFrom("DEV", "PROD")),
                connectionPooler: maybe(fc.boolean()),
            }),
        ),
    },
    {
        definition: definitions.vpc,
        id: "vpc",
        observed: fc.record({ name: words, ...network }),
        args: merged(fc.record({ name: maybe(words), ...network })),
    },
    {
        definition: definitions.peering,
        id: "vpc/peer",
        observed: fc.tuple(fc.boolean(), fc.boolean()).map(([provisioned, active]) => ({
            ...peer,
            peeringId: "peer",
            provisioned: provisioned || active,
            active,
        })),
        args: merged(
            fc.record({ waitFor: maybe(fc.constantFrom("created", "provisioned", "active")) }),
            fc.constant(peer),
        ),
    },
];
/** The arguments of one deployment and, some of them removed, of the next. */
const desires = (args: fc.Arbitrary<PropertyMap>) => fc.record({ now: args, before: args });

/** What a step leaves behind: its effect, and what its call tells beyond the record. */
function carriedOut(observed: PropertyMap, { call, effect, ...step }: Step<PropertyMap>): PropertyMap {
    const shown = Object.entries(effect).map(([key, value]) => [
        key,
        typeof value === "symbol" ? { host: "new.example" } : value,
    ]);
    const after = { ...observed, ...(Object.fromEntries(shown) as PropertyMap) };
    const { password, version: passwordVersion }: PropertyMap = { ...step.args };
    if (call === "setPassword") return { ...after, password, passwordOrigin: "given", passwordVersion };
    if (call === "generatePassword")
        return { ...after, password: "made", passwordOrigin: "generated", passwordVersion };
    return after;
}

const longest = 10;

/** Carries the plan out, planning anew after each step, as `converge` does. */
function carryOut(definition: AnyDefinition, from: PropertyMap, wanted: AnyDesired) {
    const desired = definition.pausing?.resolveDesired(wanted, from) ?? wanted;
    const steps: Step<PropertyMap>[] = [];
    let observed = from;
    for (;;) {
        const [step] = definition.plan(observed, desired);
        if (step === undefined) return { steps, observed };
        steps.push(step);
        if (steps.length > longest) throw new Error(`no end: ${steps.map(({ title }) => title).join(", ")}`);
        observed = carriedOut(observed, step);
    }
}

const order = [
    ...["setEnvironment", "setPassword", "generatePassword", "start", "resize", "setHa"],
    ...["enablePooler", "disablePooler", "detachFromVpc", "attachToVpc", "stop"],
];

describe.each(subjects)("the plan of a $definition.type", ({ definition, id, observed, args }) => {
    const wantedOf = ({ now, before }: { now: PropertyMap; before: PropertyMap }) =>
        desiredOf(definition, parseInputs(now), Object.keys(before));

    test("is tried with every argument that changes in place", () => {
        const drawn = new Set(fc.sample(args, { numRuns: 300, seed: 1 }).flatMap((one) => Object.keys(one)));
        const inPlace = Object.keys(definition.rules).filter(
            (key) => definition.rules[key] === "update" && !isStateOnly(key),
        );
        expect(inPlace.filter((key) => !drawn.has(key))).toEqual([]);
    });

    test("ends, with no step twice, and what was planned is what is done", () => {
        fc.assert(
            fc.property(observed, desires(args), (seen, desire) => {
                const wanted = wantedOf(desire);
                const planned = definition.plan(seen, wanted);
                const { steps } = carryOut(definition, seen, wanted);
                expect(steps).toEqual(planned);
                expect(new Set(steps.map(({ call }) => call)).size).toBe(steps.length);
            }),
            { numRuns: 500 },
        );
    });

    test("does what is quick and harmless first, and the pause last", () => {
        fc.assert(
            fc.property(observed, desires(args), (seen, desire) => {
                const ranks = definition.plan(seen, wantedOf(desire)).map(({ call = "" }) => order.indexOf(call));
                expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
            }),
            { numRuns: 300 },
        );
    });

    test("brings about every argument that is given, and nothing that is not managed", () => {
        fc.assert(
            fc.property(observed, desires(args), (seen, desire) => {
                const wanted = wantedOf(desire) as PropertyMap;
                const after = carryOut(definition, seen, wanted).observed;
                const about = Object.keys(wanted).filter(
                    (key) => definition.rules[key] === "update" && key in after && !isPolicy(key),
                );
                for (const key of about) {
                    // A resize takes both halves of a size: one that is neither seen nor wanted leaves none to ask for.
                    if (isSize(key) && ["cpuMillis", "memoryGbs"].some((half) => after[half] === undefined)) continue;
                    expect({ [key]: after[key] ?? null }).toEqual({ [key]: wanted[key] ?? null });
                }
                const untouched = ["environment", "connectionPooler", "vpcId", "paused"].filter(
                    (key) => wanted[key] === undefined,
                );
                for (const key of untouched) expect(after[key] ?? false).toEqual(seen[key] ?? false);
            }),
            { numRuns: 500 },
        );
    });

    test("is empty exactly when `diff` says 'no changes', and is never a replacement", () => {
        fc.assert(
            fc.property(observed, desires(args), (seen, { now, before }) => {
                const hidden = { urn: undefined, timeouts: undefined };
                // What is no longer given is managed no more, which is a change without a step: not of interest here.
                const given = Object.keys(before).filter((key) => key in now || key in definition.resets);
                const remembered = { args: now, given, hidden, project };
                const state = stateOf(definition, { ...nothingKnown(), observed: seen }, remembered);
                const difference = compare(definition, id, parseState(definition, state), parseInputs(now), asker);
                const planned = definition.plan(seen, wantedOf({ now, before }));
                expect(difference.replaces).toEqual([]);
                const released = given.some((key) => !(key in now));
                expect(difference.changes).toBe(planned.length > 0 || released);
                expect(difference.plan.startsWith(planned.map(({ title }) => title).join(", then "))).toBe(true);
            }),
            { numRuns: 500 },
        );
    });

    test("never shows a secret", () => {
        const secret = "s3cr3t-of-the-house";
        fc.assert(
            fc.property(observed, args, (seen, given) => {
                const steps = definition.plan(
                    { ...seen, password: `${secret}-old` },
                    {
                        ...given,
                        password: secret,
                    },
                );
                for (const { title, progress } of steps) expect(`${title} ${progress}`).not.toContain(secret);
            }),
            { numRuns: 100 },
        );
    });
});

const isSize = (key: string) => key === "cpuMillis" || key === "memoryGbs";

/** Arguments that no call is about. */
const isStateOnly = (key: string) => ["profile", "forceDestroy"].includes(key);

/** Arguments that say how to come to a value, not which. */
const isPolicy = (key: string) =>
    ["generatePassword", "deletionProtection", "waitFor", "passwordVersion"].includes(key);

const asker = {
    program: { preview: false },
    refresh: false,
    isPossiblyReplaced: () => false,
    successorOf: () => undefined,
    isGone: false,
    autoName: "unique" as const,
};

test("what is not known yet never replaces a service, whatever it is", () => {
    const definition: AnyDefinition = definitions.service;
    fc.assert(
        fc.property(observedService, fc.subarray(Object.keys(definition.rules)), (observed, unknown) => {
            expect(replacedBy(definition, {}, observed, unknown)).toEqual([]);
            const inputs = parseInputs(Object.fromEntries(unknown.map((key) => [key, unknownValue])));
            const remembered = { args: {}, given: [], hidden: {}, project };
            const state = stateOf(definition, { ...nothingKnown(), observed }, remembered);
            expect(compare(definition, "svc", parseState(definition, state), inputs, asker).replaces).toEqual([]);
        }),
        { numRuns: 200 },
    );
});
