// Invalid arguments of resources are reported by `check`, and thus in the preview, with their property path, before any
// API request. A row contains the invalid arguments; the others are valid.
import { unknownValue } from "../../src/provider/dynamic/inputs";
import { type PropertyMap, Stack, type Type } from "../support/inProcess";

let stack: Stack;
beforeAll(async () => {
    stack = await Stack.start({ timeScale: 0 });
});
afterAll(() => stack.stop());

/** Arguments with which nothing is wrong; a row of a table says what it has instead. */
const good: Readonly<Record<Type, PropertyMap>> = {
    Vpc: { cidr: "10.0.0.0/16", regionCode: "us-east-1" },
    Peering: { vpcId: "v", peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "p" },
    PeeringActivation: { peeringId: "v/p" },
    Service: {},
    ReadReplicaSet: { serviceId: "s", nodes: 1, cpuMillis: 500, memoryGbs: 2 },
};

interface Failure {
    readonly property: string;
    readonly reason: string;
}

interface More {
    readonly name?: string;
    /** The arguments that the state has. */
    readonly before?: PropertyMap;
    readonly timeouts?: unknown;
}

/** What `check` finds wrong, as the engine would show it in the preview. */
async function failuresOf(type: Type, args: PropertyMap, more: More = {}): Promise<readonly Failure[]> {
    const { name = "thing", before, timeouts } = more;
    const olds = before === undefined ? {} : stack.inputs(type, name, before);
    const news = { ...stack.inputs(type, name, {}, timeouts as PropertyMap | undefined), ...good[type], ...args };
    const { failures } = (await stack.provider(type).check(olds, news)) as { failures: Failure[] };
    return failures;
}

const texts = (value: unknown): string[] =>
    typeof value === "string"
        ? [value]
        : typeof value === "object" && value !== null
          ? Object.values(value).flatMap(texts)
          : [];

/** The texts of the arguments that a message repeats: any of them may be a secret. */
const quoted = (args: PropertyMap, failures: readonly Failure[]): string[] => {
    const said = failures.map(({ reason }) => reason).join("\n");
    return texts(args).filter((text) => text.length > 8 && said.includes(text));
};

/** Where the CLI would print a value that may be a secret, or `{<nil>}` as that of a nested property, a problem is at no property. */
const reported = (property: string, reason: string) =>
    /^(password|initialPassword)\b/.test(property) ||
    (!/\.\w/.test(property) && /^is (not an argument|a resource option)/.test(reason)) ||
    /[.[]/.test(property)
        ? { property: "", reason: `${property} ${reason}` }
        : { property, reason };

type Row = readonly [input: PropertyMap, property: string, message: string];

const long = (length: number) => "x".repeat(length);
const network = "must be an IPv4 network in address/prefix notation, such as 10.0.0.0/16";
const white = "must not begin or end with white space";
const controlled = "must not contain a control character, such as a line break";
const delimited = "must be an id: it contains one of / \\ ? # %, or is . or ..";
const spaced = "must be an id: it contains white space";
const moment = "must be an RFC 3339 timestamp such as 2030-01-31T12:00:00Z";
const sizeOf = (unit: string) => `must be a number of ${unit}, more than 0, or "shared"`;
const impossible = (unit: string) => `is no possible number of ${unit}: it is too large or too small`;
const none = (meant?: string) =>
    `is not an argument of this resource${meant === undefined ? "" : `: did you mean ${meant}?`}`;
const option = "is a resource option, not an argument: pass it in the parameter after the arguments";
const policies = 'must be one of "error", "ignore"';
const goals = 'must be one of "created", "provisioned", "active": did you mean "active"?';
const fork = (change: PropertyMap = {}) => ({
    forkFrom: { serviceId: "s", strategy: "PITR", targetTime: "2030-01-01T00:00:00Z", ...change },
});

/** A reason may end with the value: see the test of its own. */
const withoutValues = (failures: readonly Failure[]) =>
    failures.map(({ property, reason }) => ({ property, reason: reason.replace(/; given: .*$/, "") }));

const common: readonly Row[] = [
    [{ projectId: "" }, "projectId", "must not be empty"],
    [{ projectId: 12 }, "projectId", "must be a string"],
    [{ projectId: "main/vpcs" }, "projectId", delimited],
    [{ projectId: "my project" }, "projectId", spaced],
    [{ projectId: long(257) }, "projectId", "must be at most 256 characters long"],
    [{ profile: "" }, "profile", "must not be empty"],
    [{ profile: "\u001b[2J" }, "profile", controlled],
    [{ projectID: "p" }, "projectID", none("projectId")],
];

const tables: Readonly<Record<Type, readonly Row[]>> = {
    Vpc: [
        ...common,
        [{ cidr: undefined }, "cidr", "is required"],
        [{ cidr: 10 }, "cidr", "must be a string"],
        [{ cidr: "" }, "cidr", network],
        [{ cidr: "10.0.0.0" }, "cidr", network],
        [{ cidr: "10.0.0.0/33" }, "cidr", network],
        [{ cidr: "10.0.0.0/08" }, "cidr", network],
        [{ cidr: "10.0.0.0/255.255.0.0" }, "cidr", network],
        [{ cidr: "fd00::/8" }, "cidr", network],
        [{ cidr: "١٠.0.0.0/16" }, "cidr", network],
        [{ cidr: "10.0.0.1/16" }, "cidr", "has host bits set: the network is 10.0.0.0/16"],
        [{ cidr: "10.0.0.1/8", regionCode: unknownValue }, "cidr", "has host bits set: the network is 10.0.0.0/8"],
        [{ regionCode: "\t" }, "regionCode", "must not be only white space"],
        [{ regionCode: "us-east-1 " }, "regionCode", white],
        [{ regionCode: "us\neast" }, "regionCode", controlled],
        [{ name: "a\u0000b" }, "name", controlled],
        [{ name: "\ud800" }, "name", "must be well-formed Unicode"],
        [{ name: long(129) }, "name", "must be at most 128 characters long"],
        [{ adopt: "../vpcs/v" }, "adopt", delimited],
        [{ onNameConflict: "Adopt" }, "onNameConflict", policies],
        [{ protect: true }, "protect", option],
        [{ tags: { team: "a" } }, "tags", none()],
        [{ constructor: "x" }, "constructor", none()],
    ],
    Peering: [
        ...common,
        [{ vpcId: undefined }, "vpcId", "is required"],
        [{ vpcId: "v?" }, "vpcId", delimited],
        [{ peerAccountId: 123456789012 }, "peerAccountId", "must be a string"],
        [{ peerAccountId: " " }, "peerAccountId", "must not be only white space"],
        [{ peerVpcId: null }, "peerVpcId", "is required"],
        [{ peerVpcId: "vpc-1\r\n" }, "peerVpcId", controlled],
        [{ peerVpcID: "vpc-1" }, "peerVpcID", none("peerVpcId")],
        [{ waitFor: "ACTIVE" }, "waitFor", goals],
        [{ adopt: "peering" }, "adopt", "must be the id of a peering: vpcId/peeringId"],
        [{ adopt: "v/.." }, "adopt", "must be the id of a peering: vpcId/peeringId"],
        [
            { adopt: "another/p" },
            "adopt",
            "is the id of a peering elsewhere than in vpcId. If it has been adopted already, remove `adopt`",
        ],
        [{ name: "peer" }, "name", none()],
    ],
    PeeringActivation: [
        ...common,
        [{ peeringId: undefined }, "peeringId", "is required"],
        [{ peeringId: "v" }, "peeringId", "must be the id of a peering: vpcId/peeringId"],
        [{ peeringId: "v/p#" }, "peeringId", "must be the id of a peering: vpcId/peeringId"],
        [{ adopt: "v/p" }, "adopt", none()],
    ],
    Service: [
        ...common,
        [{ name: 5 }, "name", "must be a string"],
        [{ name: "two\nlines" }, "name", controlled],
        [{ addons: "ai" }, "addons", "must be an array"],
        [{ addons: ["AI"] }, "addons[0]", 'must be one of "time-series", "ai": did you mean "ai"?'],
        [{ addons: ["timeseries"] }, "addons[0]", 'must be one of "time-series", "ai": did you mean "time-series"?'],
        [{ addons: ["ai", null] }, "addons[1]", 'must be one of "time-series", "ai"'],
        [{ addons: [unknownValue, "postgis"] }, "addons[1]", 'must be one of "time-series", "ai"'],
        [{ addons: ["ai", "time-series", "ai"] }, "addons[2]", "is given twice"],
        [{ cpuMillis: 0, memoryGbs: 4 }, "cpuMillis", "must be more than 0 millicores"],
        [{ cpuMillis: NaN, memoryGbs: 4 }, "cpuMillis", sizeOf("millicores")],
        [{ cpuMillis: 1e21, memoryGbs: 4 }, "cpuMillis", impossible("millicores")],
        [{ cpuMillis: "2000", memoryGbs: 4 }, "cpuMillis", sizeOf("millicores")],
        [{ cpuMillis: "Shared", memoryGbs: "shared" }, "cpuMillis", sizeOf("millicores")],
        [{ memoryGbs: -4, cpuMillis: 1000 }, "memoryGbs", "must be more than 0 gigabytes"],
        [{ memoryGbs: Number.MAX_VALUE, cpuMillis: 1000 }, "memoryGbs", impossible("gigabytes")],
        [
            { memoryGbs: 4, cpuMillis: "shared" },
            "memoryGbs",
            'must be "shared" as well: a service shares both its CPU and its memory, or neither',
        ],
        [{ environment: "prod" }, "environment", 'must be one of "DEV", "PROD": did you mean "PROD"?'],
        [{ environment: "x" }, "environment", 'must be one of "DEV", "PROD"'],
        [{ environmentTag: "DEV" }, "environmentTag", none("environment")],
        [{ replicaCount: -1, name: unknownValue }, "replicaCount", "must not be negative"],
        [{ replicaCount: 1.5 }, "replicaCount", "must be a whole number"],
        [{ replicaCount: 2 ** 53 }, "replicaCount", "is too large"],
        [{ replicaCount: "1" }, "replicaCount", "must be a number"],
        [
            { replicaCount: 1, syncReplicaCount: 2 },
            "syncReplicaCount",
            "must not be more than replicaCount (1): synchronous replicas are some of the replicas",
        ],
        [{ connectionPooler: "true" }, "connectionPooler", "must be a boolean"],
        [{ vpcId: "a\\b" }, "vpcId", delimited],
        [{ password: "" }, "password", "must not be empty"],
        [{ password: ["correct horse"] }, "password", "must be a string"],
        [{ password: "correct\u0000horse" }, "password", "must not contain a NUL character"],
        [{ password: "correct horse \udfff" }, "password", "must be well-formed Unicode"],
        [{ pasword: "correct horse" }, "pasword", none("password")],
        [
            { password: "p", generatePassword: true },
            "generatePassword",
            "cannot be given with password: either you choose it, or it is generated",
        ],
        [{ generatePassword: "yes" }, "generatePassword", "must be a boolean"],
        [{ passwordVersion: 1 }, "passwordVersion", "needs password or generatePassword: it says when to set it anew"],
        [{ password: "p", passwordVersion: true }, "passwordVersion", "must be a number or a text"],
        [{ paused: "no" }, "paused", "must be a boolean"],
        [{ deletionProtection: "false" }, "deletionProtection", "must be a boolean"],
        [{ forceDestroy: 1 }, "forceDestroy", "must be a boolean"],
        [{ forkFrom: "s" }, "forkFrom", "must be an object"],
        [fork({ serviceId: undefined }), "forkFrom.serviceId", "is required"],
        [fork({ serviceId: "project/service" }), "forkFrom.serviceId", delimited],
        [
            fork({ strategy: "pitr" }),
            "forkFrom.strategy",
            'must be one of "LAST_SNAPSHOT", "NOW", "PITR": did you mean "PITR"?',
        ],
        [{ ...fork(), adopt: "s" }, "adopt", "must not be the service that forkFrom names: that is the parent"],
        [fork({ strategy: "NOW" }), "forkFrom.targetTime", "can only be given with strategy PITR"],
        [fork({ targetTime: undefined }), "forkFrom.targetTime", "is needed with strategy PITR: the moment to recover"],
        [fork({ targetTime: "yesterday" }), "forkFrom.targetTime", moment],
        [fork({ targetTime: "2030-02-30T00:00:00Z" }), "forkFrom.targetTime", moment],
        [fork({ targetTime: 1893456000 }), "forkFrom.targetTime", "must be a string"],
        [fork({ service_id: "x" }), "forkFrom.service_id", none("serviceId")],
        [
            { ...fork({}), regionCode: "us-east-1" },
            "regionCode",
            "cannot be given with forkFrom: a fork has it from its parent",
        ],
        [{ ...fork({}), addons: [] }, "addons", "cannot be given with forkFrom: a fork has it from its parent"],
        [{ retainOnDelete: true }, "retainOnDelete", option],
        [{ initialPassword: "correct horse" }, "initialPassword", none()],
        [{ "a.b": 1 }, '["a.b"]', none()],
        [{ "": 1 }, '[""]', none()],
        [{ "two\nlines": 1 }, '["two\\nlines"]', none()],
        [{ [long(5000)]: 1 }, `${long(100)}...`, none()],
    ],
    ReadReplicaSet: [
        ...common,
        [{ serviceId: undefined }, "serviceId", "is required"],
        [{ serviceId: "s/replicaSets" }, "serviceId", delimited],
        [{ nodes: undefined }, "nodes", "is required"],
        [{ nodes: 0 }, "nodes", "must be at least 1"],
        [{ nodes: 1.5 }, "nodes", "must be a whole number"],
        [{ nodes: "2" }, "nodes", "must be a number"],
        [{ cpuMillis: 0 }, "cpuMillis", "must be more than 0 millicores"],
        [{ cpuMillis: 1e22 }, "cpuMillis", impossible("millicores")],
        [{ memoryGbs: "shared" }, "memoryGbs", "must be a number"],
        [{ adopt: "set" }, "adopt", "must be the id of a read replica set: serviceId/replicaSetId"],
        [
            { adopt: "another/set" },
            "adopt",
            "is the id of a read replica set elsewhere than in serviceId. If it has been adopted already, remove `adopt`",
        ],
        [{ connectionPooler: "on" }, "connectionPooler", "must be a boolean"],
        [{ deletionProtection: true }, "deletionProtection", none()],
    ],
};

describe.each(Object.entries(tables) as [Type, readonly Row[]][])("%s", (type, rows) => {
    test("with nothing wrong", async () => {
        expect(await failuresOf(type, {})).toEqual([]);
    });

    test.each(rows)("%j -> %s", async (input, property, reason) => {
        const failures = withoutValues(await failuresOf(type, input));
        expect(failures).toEqual([reported(property, reason)]);
        expect(quoted({ ...good[type], ...input }, failures)).toEqual([]);
    });
});

test("everything that is wrong is told at once, whatever is not known yet", async () => {
    const unknown = { forkFrom: { serviceId: unknownValue }, regionCode: unknownValue };
    const wrong = { cpuMillis: 0, environment: "x", replicaCount: -1, colour: "red" };
    const failures = await failuresOf("Service", { ...wrong, ...unknown });
    expect(failures.map(({ property, reason }) => property || reason.split(" ")[0]).sort()).toEqual([
        "colour",
        "cpuMillis",
        "environment",
        "forkFrom.strategy",
        "regionCode",
        "replicaCount",
    ]);
});

test("a resource whose own name is no name for a service needs another one", async () => {
    const name = "n".repeat(129);
    expect(await failuresOf("Service", {}, { name })).toEqual([
        { property: "name", reason: "must be at most 128 characters long" },
    ]);
    expect(await failuresOf("Service", { name: "orders" }, { name })).toEqual([]);
    expect(await failuresOf("Service", { adopt: "svc" }, { name })).toEqual([]);
});

test.each<[before: PropertyMap, args: PropertyMap, missing: string[]]>([
    [{ cpuMillis: 1000 }, { cpuMillis: 2000 }, ["memoryGbs"]],
    [{ memoryGbs: 4 }, { memoryGbs: 8 }, ["cpuMillis"]],
    [{}, { memoryGbs: 8 }, ["cpuMillis"]],
    [{ memoryGbs: 4 }, { cpuMillis: 2000 }, ["memoryGbs"]],
    [{ cpuMillis: 1000, memoryGbs: 4 }, { cpuMillis: 2000 }, ["memoryGbs"]],
    [{ cpuMillis: "shared", memoryGbs: "shared" }, { memoryGbs: 8 }, ["cpuMillis"]],
    [{ cpuMillis: 1000, memoryGbs: 4 }, { cpuMillis: 1000 }, []],
    [{ cpuMillis: 1000, memoryGbs: 4 }, {}, []],
    [{ cpuMillis: 1000 }, { cpuMillis: 1000 }, []],
    [{ cpuMillis: 1000, memoryGbs: 4 }, { cpuMillis: 2000, memoryGbs: 4 }, []],
])("a resize takes both halves of a size: %j -> %j", async (before, args, missing) => {
    const reason = "must be set as well: a resize sends both cpuMillis and memoryGbs";
    expect(await failuresOf("Service", args, { before })).toEqual(missing.map((property) => ({ property, reason })));
});

/** Every argument of each type, each in a form that its schema takes. */
const everything: readonly (readonly [Type, PropertyMap])[] = [
    ["Vpc", { ...good.Vpc, name: "n", projectId: "p", profile: "blue", onNameConflict: "error" }],
    ["Peering", { ...good.Peering, waitFor: "created" }],
    ["PeeringActivation", good.PeeringActivation],
    ["Service", { name: "n", ...{ cpuMillis: 1000, memoryGbs: 4 }, environment: "DEV", ...fork(), vpcId: "v" }],
    ["Service", { replicaCount: 1, syncReplicaCount: 1, connectionPooler: true, paused: false }],
    ["Service", { password: "p", passwordVersion: 1, deletionProtection: false }],
    ["Service", { regionCode: "us-east-1", addons: ["time-series", "ai"], generatePassword: true }],
    ["ReadReplicaSet", { ...good.ReadReplicaSet, name: "n", environment: "DEV", connectionPooler: true }],
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

const duration = 'must be a duration such as "90s", "45m" or "1h30m"';
test.each<[unknown, string, string]>([
    [{ create: "soon" }, "customTimeouts.create", duration],
    [{ update: "0s" }, "customTimeouts.update", duration],
    [{ delete: "1h 30m" }, "customTimeouts.delete", duration],
    [{ create: 600 }, "customTimeouts.create", duration],
    [{ creat: "1h" }, "customTimeouts.creat", "is not an operation with a timeout: did you mean create?"],
    [{ start: "1h" }, "customTimeouts.start", "is not an operation with a timeout"],
    ["1h", "customTimeouts", "must be an object"],
])("the option customTimeouts: %j -> %s", async (timeouts, property, reason) => {
    expect(withoutValues(await failuresOf("Service", {}, { timeouts }))).toEqual([reported(property, reason)]);
});

test.each([{ create: "999999999h" }, { create: null, read: "1s" }, {}])(
    "the option customTimeouts: %j is none",
    async (timeouts) => {
        expect(await failuresOf("Service", {}, { timeouts })).toEqual([]);
    },
);

test.each<[Type, unknown]>([
    ["Service", undefined],
    ["Service", "lost"],
    ["Vpc", { urn: 7, timeouts: null, removed: "x" }],
    ["ReadReplicaSet", []],
])("a transform that takes from a %s what its class tells its provider: %j", async (type, hidden) => {
    const { failures } = (await stack.provider(type).check({}, { ...good[type], __clouddb: hidden })) as {
        failures: unknown[];
    };
    const reason = "is required: the resource's own name is not known, because a transform has removed `__clouddb`";
    expect(failures).toEqual([{ property: "name", reason }]);
});

test("nothing of all this has asked the API for anything", () => {
    expect(Object.values(tables).flat().length).toBeGreaterThan(100);
    expect(stack.emulator.requests()).toEqual([]);
});

test.each<readonly [PropertyMap, string | undefined]>([
    [{ cpuMillis: "2000", memoryGbs: 8 }, '"2000"'],
    [{ connectionPooler: "true" }, '"true"'],
    [{ regionCode: " x" }, '" x"'],
    [{ addons: ["ai", "postgis"] }, '"postgis"'],
    [fork({ targetTime: 5 }), "5"],
    [fork({ serviceId: ["s"] }), '["s"]'],
    [fork({ strategy: long(100) }), `"${long(59)}...`],
    // Shown by the engine itself.
    [{ environment: "prod" }, undefined],
    [{ replicaCount: -1 }, undefined],
    // Missing, or not an argument: it may be a misspelt password.
    [fork({ targetTime: undefined }), undefined],
    [fork({ pasword: "1234" }), undefined],
    [{ password: 1234 }, undefined],
    [{ password: "" }, undefined],
])("the reason names the value where the engine does not show it: %j", async (input, value) => {
    const [failure] = await failuresOf("Service", input);
    expect(/; given: (.*)$/.exec(failure!.reason)?.[1]).toBe(value);
});
