// Invalid inputs are reported before anything is sent: all together, each with its property path, and without the
// value.
import { unknownValue } from "../../src/config/propertyValues";
import { type PropertyMap, failureText, Stack, type Type } from "../support/inProcess";

let stack: Stack;
beforeAll(async () => {
    stack = await Stack.start();
});
afterAll(() => stack.stop());

/** What is wrong with the arguments, as `property: reason`. */
async function wrong(type: Type, args: PropertyMap, before?: PropertyMap, name = "thing"): Promise<string[]> {
    const olds = before === undefined ? {} : stack.inputs(type, name, before);
    const answer = await stack.provider(type).check(olds, stack.inputs(type, name, args));
    const { failures } = answer as { failures: { property: string; reason: string }[] };
    return failures.map(failureText).sort();
}

const vpc = { cidr: "10.0.0.0/16", regionCode: "us-east-1" };
const peering = { vpcId: "v", peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "p" };
const set = { serviceId: "s", nodes: 1, cpuMillis: 500, memoryGbs: 2 };
const pitr = { serviceId: "s", strategy: "PITR", targetTime: "2030-01-01T00:00:00Z" };

test("a resource whose own name is no name for a service needs another one", async () => {
    const name = "n".repeat(129);
    expect(await wrong("Service", {}, undefined, name)).toEqual(["name: must be at most 128 characters long"]);
    expect(await wrong("Service", { name: "orders" }, undefined, name)).toEqual([]);
    expect(await wrong("Service", { adopt: "svc" }, undefined, name)).toEqual([]);
});

test("a resize takes both halves of a size", async () => {
    const missing = "memoryGbs: must be set as well: a resize sends both cpuMillis and memoryGbs";
    expect(await wrong("Service", { cpuMillis: 2000 }, { cpuMillis: 1000 })).toEqual([missing]);
    expect(await wrong("Service", { cpuMillis: 1000 }, { cpuMillis: 1000 })).toEqual([]);
    expect(await wrong("Service", { cpuMillis: 2000, memoryGbs: 4 }, { cpuMillis: 1000, memoryGbs: 4 })).toEqual([]);
    expect(await wrong("Service", { memoryGbs: 8 }, { memoryGbs: 4 })).toEqual([
        "cpuMillis: must be set as well: a resize sends both cpuMillis and memoryGbs",
    ]);
});

/** Every argument of each type, each in a form that its schema takes. */
const everything: readonly (readonly [Type, PropertyMap])[] = [
    ["Vpc", { ...vpc, name: "n", projectId: "p", profile: "blue", onNameConflict: "error" }],
    ["Peering", { ...peering, waitFor: "created" }],
    ["PeeringActivation", { peeringId: "v/p" }],
    ["Service", { name: "n", ...{ cpuMillis: 1000, memoryGbs: 4 }, environment: "DEV", forkFrom: pitr, vpcId: "v" }],
    ["Service", { replicaCount: 1, syncReplicaCount: 1, connectionPooler: true, paused: false }],
    ["Service", { password: "p", passwordVersion: 1, deletionProtection: false }],
    ["Service", { regionCode: "us-east-1", addons: ["time-series", "ai"], generatePassword: true }],
    ["ReadReplicaSet", { ...set, name: "n", environment: "DEV", connectionPooler: true }],
];

/** A value with each of its parts, at any depth, unknown in turn. */
function withUnknownParts(value: unknown): unknown[] {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, part]) =>
        [unknownValue, ...withUnknownParts(part)].map((unknown) =>
            Array.isArray(value) ? value.with(Number(key), unknown) : { ...value, [key]: unknown },
        ),
    );
}

test.each(everything)("an unknown value at any depth passes unchanged: %s %j", async (type, args) => {
    const blue = stack.beside({ "clouddb:profiles": JSON.stringify({ blue: { apiKey: stack.emulator.token } }) });
    const allUnknown = Object.fromEntries(Object.keys(args).map((key) => [key, unknownValue]));
    for (const given of [allUnknown, ...(withUnknownParts(args) as PropertyMap[])])
        expect(await blue.check(type, "thing", given)).toMatchObject(given);
});

test("what is not known yet does not hide what is known to be wrong", async () => {
    expect(await wrong("Service", { name: unknownValue, replicaCount: -1 })).toEqual([
        "replicaCount: must not be negative",
    ]);
    expect(await wrong("Service", { addons: [unknownValue, "postgis"] })).toEqual([
        'addons[1]: must be one of "time-series", "ai"; given: "postgis"',
    ]);
    expect(await wrong("Service", { forkFrom: { serviceId: unknownValue }, regionCode: unknownValue })).toEqual([
        'forkFrom.strategy: must be one of "LAST_SNAPSHOT", "NOW", "PITR"',
        "regionCode: cannot be given with forkFrom: a fork has it from its parent",
    ]);
    expect(await wrong("Vpc", { cidr: "10.0.0.1/8", regionCode: unknownValue })).toEqual([
        "cidr: has host bits set: the network is 10.0.0.0/8",
    ]);
});
