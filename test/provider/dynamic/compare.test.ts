// `diff` as a table: what the state shows, what the program asks for, and what is reported. Nothing is sent.
import { unknownValue } from "../../../src/provider/dynamic/inputs";
import { definitions } from "../../../src/provider/lifecycle";
import { compare, type DiffContext } from "../../../src/provider/dynamic/compare";
import { parseInputs } from "../../../src/provider/dynamic/inputs";
import { parseState } from "../../../src/provider/dynamic/state";
import type { PropertyMap } from "../../support/propertyMaps";

const service = definitions.service as Parameters<typeof compare>[0];
const shown = {
    name: "orders",
    regionCode: "us-east-1",
    addons: ["time-series"],
    cpuMillis: 2000,
    memoryGbs: 8,
    environment: "DEV",
    replicaCount: 0,
    syncReplicaCount: 0,
    connectionPooler: false,
    paused: false,
    deletionProtection: false,
    projectId: "p1",
    status: "READY",
};
const size = { cpuMillis: 2000, memoryGbs: 8 };
const pooler = { connectionPooler: true };
const [isProtected, isFree] = [{ deletionProtection: true }, { deletionProtection: false }];
const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/clouddb:Service::orders";

/** The state of a service whose program has given these arguments. */
const stateOf = (outputs: PropertyMap, given: PropertyMap, hidden: PropertyMap = {}): PropertyMap => ({
    ...shown,
    ...outputs,
    __clouddb: { v: 1, urn, owner: "o1", made: 1_700_000_000, given: Object.keys(given).sort(), ...hidden },
});
const inputsOf = (args: PropertyMap, hidden: PropertyMap = {}): PropertyMap => ({
    ...args,
    __clouddb: { urn, ...hidden },
});

type Row = readonly [what: string, outputs: PropertyMap, before: PropertyMap, after: PropertyMap, plan: string];
const preview = {
    program: { preview: true },
    refresh: false,
    autoName: "plain",
    isPossiblyReplaced: () => false,
    successorOf: () => undefined,
    isGone: false,
} as const;
const up = { ...preview, program: { preview: false } };

const changesOf = (state: PropertyMap, inputs: PropertyMap, context: DiffContext) =>
    compare(service, "s1", parseState(service, state), parseInputs(inputs), context);

const rows: readonly Row[] = [
    ["the same arguments", {}, size, size, ""],
    ["another size", {}, size, { cpuMillis: 4000, memoryGbs: 16 }, "resize 2 CPU / 8 GB -> 4 CPU / 16 GB"],
    [
        "several changes, in the order of the calls",
        {},
        size,
        { ...size, ...pooler, environment: "PROD" },
        "environment DEV -> PROD, then pooler on, then deletionProtection false -> true",
    ],
    ["a pooler that is no longer given", pooler, pooler, {}, "pooler off"],
    ["a pooler that nobody has ever given", pooler, {}, {}, ""],
    ["a size no longer given", {}, size, {}, "cpuMillis is no longer managed, then memoryGbs is no longer managed"],
    ["a name that is no longer given", {}, { name: "orders" }, {}, "name is no longer managed"],
    ["a protection that is new", {}, {}, isProtected, "deletionProtection false -> true"],
    ["a protection that is lifted", isProtected, isProtected, isFree, "deletionProtection true -> false"],
    ["a protection that is no longer given", isProtected, isProtected, {}, "deletionProtection true -> false"],
    [
        "a PROD that is no longer given",
        { environment: "PROD", ...isProtected },
        { environment: "PROD" },
        {},
        "environment is no longer managed: the provider still refuses to delete the service, but the preview of `pulumi destroy` no longer fails",
    ],
    [
        "a PROD that is no longer given, and no protection either",
        { environment: "PROD", ...isProtected },
        { environment: "PROD" },
        isFree,
        "deletionProtection true -> false, then environment is no longer managed",
    ],
    ["a DEV that is no longer given", {}, { environment: "DEV" }, {}, "environment is no longer managed"],
    ["an environment that was changed elsewhere, and no protection ever given", { environment: "PROD" }, {}, {}, ""],
    ["`forceDestroy`, which only the state keeps", {}, {}, { forceDestroy: true }, "forceDestroy default -> true"],
    ["`forceDestroy: false` where it never was", {}, {}, { forceDestroy: false }, ""],
    ["what counts when it is created only", {}, { onNameConflict: "error" }, { onNameConflict: "ignore" }, ""],
    [
        "a pooler that is not known yet",
        {},
        {},
        { connectionPooler: unknownValue },
        "change connectionPooler, which is known during the `up`",
    ],
    [
        "of a paused service, a VPC that is not known yet",
        { paused: true },
        { paused: true },
        { paused: true, vpcId: unknownValue },
        "start, then change vpcId, which is known during the `up`, then pause",
    ],
    [
        "of a paused service, a VPC that is not known yet beside other changes",
        { paused: true },
        {},
        { vpcId: unknownValue, replicaCount: 1, environment: "PROD" },
        "environment DEV -> PROD, then start, then HA 0 -> 1, then deletionProtection false -> true, then change vpcId, which is known during the `up`, then pause",
    ],
    [
        "of a paused service that is to run, a VPC that is not known yet",
        { paused: true },
        { paused: true },
        { paused: false, vpcId: unknownValue },
        "start, then change vpcId, which is known during the `up`",
    ],
    [
        "of a paused service, a protection that is not known yet",
        { paused: true },
        { paused: true },
        { paused: true, deletionProtection: unknownValue },
        "change deletionProtection, which is known during the `up`",
    ],
    ["a part of a fork's origin that is not known yet", {}, {}, { forkFrom: { serviceId: unknownValue } }, ""],
    [
        "a protection that is not known yet",
        {},
        {},
        { deletionProtection: unknownValue },
        "change deletionProtection, which is known during the `up`",
    ],
];

describe("an update", () => {
    test.each(rows)("%s", (_what, outputs, before, after, plan) => {
        const difference = changesOf(stateOf(outputs, before), inputsOf(after), preview);
        expect(difference).toMatchObject({ plan, changes: plan !== "", replaces: [], deleteBeforeReplace: false });
    });

    test("a part of the addons that is not known yet is a warning, which the plan does not repeat", () => {
        const difference = changesOf(
            stateOf({}, {}),
            inputsOf({ addons: ["ai", unknownValue], replicaCount: 1 }),
            preview,
        );
        const warnings = ["may REPLACE when addons is known; its data would then be lost."];
        expect(difference).toMatchObject({ plan: "HA 0 -> 1", changes: true, replaces: [], warnings });
    });

    test("time-outs are stored with it", () => {
        const timeouts = { create: "10m" };
        const plan = (olds: PropertyMap, news: PropertyMap) => changesOf(olds, news, up).plan;
        expect(plan(stateOf({}, {}), inputsOf({}, { timeouts }))).toBe("customTimeouts");
        expect(plan(stateOf({}, {}, { timeouts }), inputsOf({}, { timeouts }))).toBe("");
        expect(plan(stateOf({}, {}, { timeouts }), inputsOf({}))).toBe("customTimeouts");
    });

    test("a refresh says nothing of what is unknown because what it names is being deleted", () => {
        const refresh = { ...preview, program: undefined, refresh: true };
        const warningsOf = (regionCode: string) =>
            changesOf(stateOf({}, { regionCode }), inputsOf({ regionCode }), refresh).warnings;
        expect(warningsOf(unknownValue)).toEqual([]);
        expect(warningsOf("eu-west-1")).toHaveLength(1);
    });

    test("what was interrupted is finished, even if nothing differs", () => {
        const { plan, changes } = changesOf(stateOf({}, size, { unfinished: true }), inputsOf(size), up);
        expect({ plan, changes }).toEqual({ plan: "finish the interrupted operation", changes: true });
    });
});

describe("`replaceOnChanges`", () => {
    const values = {
        cpuMillis: [2000, 4000],
        memoryGbs: [8, 16],
        environment: ["DEV", "PROD"],
        replicaCount: [1, 2],
        syncReplicaCount: [0, 1],
        connectionPooler: [false, true],
        vpcId: ["vpc-1", "vpc-2"],
        password: ["first-password", "second-password"],
        passwordVersion: [1, 2],
        paused: [false, true],
    } as const;
    const keys = Object.keys(values) as (keyof typeof values)[];
    const [before, after] = ([0, 1] as const).map((at) =>
        Object.fromEntries(keys.map((key) => [key, values[key][at]])),
    ) as [PropertyMap, PropertyMap];
    const kept = { passwordOrigin: "given" };

    test.each(keys)("replaces only if %s, which it names, has another value", (named) => {
        for (const paused of [false, true]) {
            // A service that becomes PROD is not replaced otherwise.
            const was = { ...before, paused, deletionProtection: false };
            const replaced = keys.filter((changed) => {
                const is = { ...was, [changed]: changed === "paused" ? !paused : after[changed] };
                const inputs = inputsOf(is, { replaceOnChanges: [named] });
                const difference = changesOf(stateOf(was, was, { kept }), inputs, preview);
                expect(difference.changes).toBe(true);
                return difference.replaces.length > 0;
            });
            expect(replaced).toEqual([named]);
        }
    });
});
