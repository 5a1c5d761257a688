// Invalid inputs are reported before anything is sent: all together, each with its property path, and without the
// value.
import { unknownValue } from "../../src/config/propertyValues";
import { type PropertyMap, CheckFailed, failureOf, failureText, Stack, type Type } from "../support/inProcess";

let stack: Stack;
beforeAll(async () => {
    stack = await Stack.start();
});
afterAll(() => stack.stop());

interface Failure {
    readonly property: string;
    readonly reason: string;
}

/** What is wrong with the arguments, as `property: reason`. */
async function wrong(
    type: Type,
    args: PropertyMap,
    before?: PropertyMap,
    timeouts?: PropertyMap,
    name = "thing",
): Promise<string[]> {
    const olds = before === undefined ? {} : stack.inputs(type, name, before);
    const news = stack.inputs(type, name, args, timeouts);
    const { failures } = (await stack.provider(type).check(olds, news)) as { failures: Failure[] };
    return failures.map(failureText).sort();
}

const vpc = { cidr: "10.0.0.0/16", regionCode: "us-east-1" };
const peering = { vpcId: "v", peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "p" };
const set = { serviceId: "s", nodes: 1, cpuMillis: 500, memoryGbs: 2 };
const pitr = { serviceId: "s", strategy: "PITR", targetTime: "2030-01-01T00:00:00Z" };

test.each<[Type, PropertyMap]>([
    ["Vpc", vpc],
    ["Vpc", { ...vpc, cidr: "0.0.0.0/0", name: "n".repeat(128) }],
    ["Peering", peering],
    ["Peering", { ...peering, waitFor: "active" }],
    ["Service", {}],
    ["Service", { cpuMillis: 1000 }],
    ["Service", { cpuMillis: "shared", memoryGbs: "shared", addons: [], replicaCount: 0 }],
    ["Service", { forkFrom: pitr, password: "p", passwordVersion: 1 }],
    ["Service", { generatePassword: true, passwordVersion: "b" }],
    ["ReadReplicaSet", set],
    ["ReadReplicaSet", { ...set, name: "n", environment: "PROD", connectionPooler: false }],
])("nothing is wrong with %s %j", async (type, args) => {
    expect(await wrong(type, args)).toEqual([]);
});

const network = "cidr: must be an IPv4 network in address/prefix notation, such as 10.0.0.0/16";
const cpu = 'cpuMillis: must be a number of millicores, more than 0, or "shared"';
const both = 'must be "shared" as well: a service shares both its CPU and its memory, or neither';

test.each<[Type, PropertyMap, string[]]>([
    ["Vpc", {}, ["cidr: is required", "regionCode: is required"]],
    ["Vpc", { ...vpc, cidr: "10.0.0.1/16" }, ["cidr: has host bits set: the network is 10.0.0.0/16"]],
    ["Vpc", { ...vpc, cidr: "192.168.255.255/20" }, ["cidr: has host bits set: the network is 192.168.240.0/20"]],
    ["Vpc", { ...vpc, cidr: "10.0.0.0" }, [network]],
    ["Vpc", { ...vpc, cidr: "10.0.0.0/33" }, [network]],
    ["Vpc", { ...vpc, cidr: "10.0.256.0/24" }, [network]],
    ["Vpc", { ...vpc, cidr: "fd00::/8" }, [network]],
    ["Vpc", { ...vpc, cidr: 10 }, ["cidr: must be a string"]],
    ["Vpc", { ...vpc, name: "" }, ["name: must not be empty"]],
    ["Vpc", { ...vpc, name: "n".repeat(129) }, ["name: must be at most 128 characters long"]],
    ["Vpc", { ...vpc, regionCode: "" }, ["regionCode: must not be empty"]],
    ["Vpc", { ...vpc, region: "x" }, ["region: is not an argument of this resource: did you mean regionCode?"]],
    ["Vpc", { ...vpc, tags: {} }, ["tags: is not an argument of this resource"]],
    ["Vpc", { ...vpc, onNameConflict: "no" }, ['onNameConflict: must be one of "error", "ignore"']],
    ["Peering", { ...peering, waitFor: "ready" }, ['waitFor: must be one of "created", "provisioned", "active"']],
    [
        "Peering",
        { ...peering, peerVpcID: "x" },
        ["peerVpcID: is not an argument of this resource: did you mean peerVpcId?"],
    ],
    ["Peering", { ...peering, peerAccountId: 1 }, ["peerAccountId: must be a string"]],
    ["Service", { name: "n".repeat(129) }, ["name: must be at most 128 characters long"]],
    ["Service", { addons: ["postgis"] }, ['addons[0]: must be one of "time-series", "ai"; given: "postgis"']],
    ["Service", { addons: "ai" }, ["addons: must be an array"]],
    ["Service", { environment: "prod" }, ['environment: must be one of "DEV", "PROD"']],
    ["Service", { cpuMillis: 0 }, ["cpuMillis: must be more than 0 millicores"]],
    ["Service", { cpuMillis: "2000" }, [`${cpu}; given: "2000"`]],
    ["Service", { memoryGbs: -1 }, ["memoryGbs: must be more than 0 gigabytes"]],
    ["Service", { cpuMillis: "shared" }, [`memoryGbs: ${both}`]],
    ["Service", { cpuMillis: 500, memoryGbs: "shared" }, [`cpuMillis: ${both}`]],
    ["Service", { replicaCount: -1 }, ["replicaCount: must not be negative"]],
    ["Service", { replicaCount: 1.5 }, ["replicaCount: must be a whole number"]],
    ["Service", { replicaCount: "1" }, ['replicaCount: must be a number; given: "1"']],
    [
        "Service",
        { replicaCount: 1, syncReplicaCount: 2 },
        ["syncReplicaCount: must not be more than replicaCount (1): synchronous replicas are some of the replicas"],
    ],
    [
        "Service",
        { syncReplicaCount: 1 },
        ["syncReplicaCount: must not be more than replicaCount (0): synchronous replicas are some of the replicas"],
    ],
    ["Service", { connectionPooler: "on" }, ["connectionPooler: must be a boolean"]],
    ["Service", { password: "" }, ["password: must not be empty"]],
    [
        "Service",
        { password: "p", generatePassword: true },
        ["generatePassword: cannot be given with password: either you choose it, or it is generated"],
    ],
    [
        "Service",
        { passwordVersion: 1 },
        ["passwordVersion: needs password or generatePassword: it says when to set it anew"],
    ],
    [
        "Service",
        { forkFrom: { serviceId: "s", strategy: "PITR" } },
        ["forkFrom.targetTime: is needed with strategy PITR: the moment to recover"],
    ],
    [
        "Service",
        { forkFrom: { ...pitr, strategy: "NOW" } },
        ["forkFrom.targetTime: can only be given with strategy PITR"],
    ],
    [
        "Service",
        { forkFrom: { ...pitr, targetTime: "yesterday" } },
        ['forkFrom.targetTime: must be an RFC 3339 timestamp such as 2030-01-31T12:00:00Z; given: "yesterday"'],
    ],
    [
        "Service",
        { forkFrom: { strategy: "NOW" }, regionCode: "us-east-1", addons: [] },
        [
            "addons: cannot be given with forkFrom: a fork has it from its parent",
            "forkFrom.serviceId: is required",
            "regionCode: cannot be given with forkFrom: a fork has it from its parent",
        ],
    ],
    [
        "Service",
        { forkFrom: { serviceId: "s", strategy: "now" } },
        ['forkFrom.strategy: must be one of "LAST_SNAPSHOT", "NOW", "PITR"; given: "now"'],
    ],
    ["Service", { replicas: 1 }, ["replicas: is not an argument of this resource"]],
    ["Service", { cpuMilis: 1 }, ["cpuMilis: is not an argument of this resource: did you mean cpuMillis?"]],
    ["ReadReplicaSet", { ...set, nodes: 0 }, ["nodes: must be at least 1"]],
    ["ReadReplicaSet", { ...set, nodes: 1.5 }, ["nodes: must be a whole number"]],
    ["ReadReplicaSet", { ...set, cpuMillis: 0 }, ["cpuMillis: must be more than 0 millicores"]],
    ["ReadReplicaSet", { ...set, memoryGbs: "shared" }, ["memoryGbs: must be a number"]],
    ["ReadReplicaSet", { serviceId: "s" }, ["cpuMillis: is required", "memoryGbs: is required", "nodes: is required"]],
])("%s %j", async (type, args, failures) => {
    expect(await wrong(type, args)).toEqual(failures);
});

test("all failures at once", async () => {
    const args = { cpuMillis: 0, environment: "x", replicaCount: -1, colour: "red", forkFrom: { strategy: "NOW" } };
    expect((await wrong("Service", args)).map((failure) => failure.split(":")[0])).toEqual([
        "colour",
        "cpuMillis",
        "environment",
        "forkFrom.serviceId",
        "replicaCount",
    ]);
});

test("a resource whose own name is no name for a service needs another one", async () => {
    const name = "n".repeat(129);
    expect(await wrong("Service", {}, undefined, undefined, name)).toEqual([
        "name: must be at most 128 characters long",
    ]);
    expect(await wrong("Service", { name: "orders" }, undefined, undefined, name)).toEqual([]);
    expect(await wrong("Service", { adopt: "svc" }, undefined, undefined, name)).toEqual([]);
});

test("a resize takes both halves of a size", async () => {
    const missing = "memoryGbs: is needed as well: a resize takes both cpuMillis and memoryGbs";
    expect(await wrong("Service", { cpuMillis: 2000 }, { cpuMillis: 1000 })).toEqual([missing]);
    expect(await wrong("Service", { cpuMillis: 1000 }, { cpuMillis: 1000 })).toEqual([]);
    expect(await wrong("Service", { cpuMillis: 2000, memoryGbs: 4 }, { cpuMillis: 1000, memoryGbs: 4 })).toEqual([]);
    expect(await wrong("Service", { memoryGbs: 8 }, { memoryGbs: 4 })).toEqual([
        "cpuMillis: is needed as well: a resize takes both cpuMillis and memoryGbs",
    ]);
});

describe("what is not known yet", () => {
    const every = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, unknownValue]));

    test.each<[Type, PropertyMap]>([
        ["Vpc", every(["cidr", "regionCode", "name"])],
        ["Peering", every(["vpcId", "peerAccountId", "peerRegionCode", "peerVpcId", "waitFor"])],
        ["ReadReplicaSet", every(["serviceId", "nodes", "cpuMillis", "memoryGbs", "name", "environment"])],
        ["Service", every(["name", "cpuMillis", "memoryGbs", "addons", "replicaCount", "vpcId", "paused", "password"])],
        ["Service", { forkFrom: unknownValue }],
        ["Service", { forkFrom: { serviceId: unknownValue, strategy: "NOW" } }],
        ["Service", { forkFrom: { serviceId: "s", strategy: unknownValue } }],
        ["Service", { forkFrom: { serviceId: "s", strategy: unknownValue, targetTime: pitr.targetTime } }],
        ["Service", { forkFrom: { serviceId: "s", strategy: "PITR", targetTime: unknownValue } }],
        ["Service", { addons: ["ai", unknownValue] }],
        ["Service", { cpuMillis: "shared", memoryGbs: unknownValue }],
        ["Service", { replicaCount: unknownValue, syncReplicaCount: 2 }],
        ["Service", { passwordVersion: 1, password: unknownValue }],
    ])("is no failure: %s %j", async (type, args) => {
        expect(await wrong(type, args)).toEqual([]);
    });

    test("does not hide what is known to be wrong", async () => {
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

    test("goes on to the engine as it came", async () => {
        const args = { vpcId: unknownValue, forkFrom: { serviceId: unknownValue, strategy: "NOW" } };
        expect(await stack.check("Service", "thing", args)).toMatchObject(args);
    });
});

test("time-outs that are none", async () => {
    const reason = 'must be a duration such as "90s", "45m" or "1h30m"';
    expect(await wrong("Service", {}, undefined, { create: "soon", update: "10", delete: "0s" })).toEqual([
        `customTimeouts.create: ${reason}; given: "soon"`,
        `customTimeouts.delete: ${reason}; given: "0s"`,
        `customTimeouts.update: ${reason}; given: "10"`,
    ]);
    expect(await wrong("Service", {}, undefined, { create: "1h30m", update: "1.5h", delete: "500ms" })).toEqual([]);
});

test("no failure quotes a value: it may be a secret", async () => {
    const secret = "hunter2-is-my-secret";
    const everything = {
        ...Object.fromEntries(
            ["cpuMillis", "memoryGbs", "environment", "replicaCount", "addons", "connectionPooler", "forkFrom"].map(
                (key) => [key, secret],
            ),
        ),
        password: [secret],
        onNameConflict: secret,
        name: { secret },
    };
    const failures = await wrong("Service", everything);
    expect(new Set(failures.map((failure) => failure.split(":")[0])).size).toBe(10);
    expect(failures.join("\n")).not.toContain(secret);
    expect((await wrong("Vpc", { cidr: secret, regionCode: "x", name: secret.repeat(9) })).join()).not.toContain(
        secret,
    );
});

test("without configuration the preview says what is missing, and how to set it", async () => {
    const bare = stack.beside({ "clouddb:apiKey": "" });
    const { message } = await failureOf(bare.check("Service", "thing", {}));
    expect(message).toBe(
        "The API key is not configured: `pulumi config set --secret clouddb:apiKey`, or CLOUDDB_API_KEY in the environment.",
    );
    const nowhere = stack.beside({ "clouddb:baseUrl": "" });
    expect((await failureOf(nowhere.check("Service", "thing", {}))).message).toContain(
        "The address of the API is not configured: `pulumi config set clouddb:baseUrl https://.../v1`, or CLOUDDB_BASE_URL",
    );
    expect((await failureOf(stack.check("Service", "thing", { profile: "eu" }))).message).toBe(
        "There is no profile \"eu\" (none is configured). Add it with `pulumi config set --secret --path 'clouddb:profiles.eu.apiKey'`.",
    );
});

test("bad input ends an `up` before it has begun", async () => {
    stack.emulator.clearRequests();
    const failure = await failureOf(stack.up("Service", "thing", { replicaCount: -1 }));
    expect(failure).toBeInstanceOf(CheckFailed);
    expect(stack.emulator.requests()).toEqual([]);
});
