// Invalid arguments of functions, constructors and lookups are reported at the call, before any API request.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../src";
import type { Emulator } from "../../src/emulator";
import { programWith } from "../program/functions/support/program";
import { types } from "../support/types";

let emulator: Emulator;
beforeAll(async () => {
    emulator = await programWith();
});
afterAll(() => emulator.stop());

type Call = (args: never) => unknown;
const functions: Readonly<Record<string, Call>> = { ...(clouddb as object) };

const delimited = "must be an id: it contains one of / \\ ? # %, or is . or ..";
const spaced = "must be an id: it contains white space";
const moment = "must be an RFC 3339 timestamp such as 2030-01-31T12:00:00Z";
const none = (meant?: string) =>
    `is not an argument of this function${meant === undefined ? "" : `: did you mean ${meant}?`}`;
const ofService = (more: object) => ({ serviceId: "s", ...more });

const says = (make: () => unknown): string => {
    try {
        make();
    } catch (error) {
        expect(pulumi.RunError.isInstance(error)).toBe(true);
        return (error as Error).message;
    }
    return "nothing";
};

test.each<[string, unknown, string | RegExp]>([
    ["getCallerIdentity", { profile: "" }, "profile must not be empty"],
    ["getCallerIdentity", { project: "p" }, `project ${none()}`],
    ["getCallerIdentity", "blue", "its argument must be an object"],
    ["getProjects", { profil: "blue" }, `profil ${none("profile")}`],
    ["getProjects", [], "its argument must be an object"],
    ["getVpcs", { projectId: "a/b" }, `projectId ${delimited}`],
    ["getVpcs", { projectId: "a b" }, `projectId ${spaced}`],
    ["getVpc", null, "id or name is required"],
    ["getVpc", { id: "a", name: "b" }, "id and name cannot both be given"],
    ["getVpc", { id: "" }, "id must not be empty"],
    ["getVpc", { id: "v\n" }, "id must not contain a control character, such as a line break"],
    ["getVpc", { id: ["v"] }, "id must be a string"],
    ["getVpc", { Name: "net" }, `Name ${none("name")}; id or name is required`],
    ["getPeerings", {}, "vpcId is required"],
    ["getPeerings", { vpcID: "v", vpcId: "v" }, `vpcID ${none("vpcId")}`],
    ["getPeering", {}, "id is required"],
    ["getPeering", { id: "v/../p" }, "id must be the id of a peering: vpcId/peeringId"],
    ["getServices", { status: "ready" }, /^status must be one of "QUEUED", /],
    ["getServices", { environment: "prod" }, 'environment must be one of "DEV", "PROD": did you mean "PROD"?'],
    ["getServices", { region: "us-east-1" }, `region ${none("regionCode")}`],
    ["getService", { id: "s/logs" }, `id ${delimited}`],
    ["getReadReplicaSets", {}, "serviceId is required"],
    ["getReadReplicaSet", {}, "id or serviceId and name are required"],
    ["getReadReplicaSet", { name: "reports" }, "serviceId is required with name"],
    ["getReadReplicaSet", { id: "s" }, "id must be the id of a read replica set: serviceId/replicaSetId"],
    ["getReadReplicaSet", { id: "s/r", name: "reports" }, "id cannot be given together with serviceId or name"],
    ["getServiceLogs", {}, "serviceId is required"],
    ["getServiceLogs", ofService({ node: -1 }), "node must not be negative"],
    ["getServiceLogs", ofService({ node: 0.5 }), "node must be a whole number"],
    ["getServiceLogs", ofService({ limit: 0 }), "limit must be at least 1"],
    ["getServiceLogs", ofService({ limit: Infinity }), "limit must be a number"],
    ["getServiceLogs", ofService({ search: "deadlock" }), "search must be an array"],
    ["getServiceLogs", ofService({ search: ["a", ""] }), "search[1] must not be empty"],
    ["getServiceLogs", ofService({ since: "yesterday" }), `since ${moment}`],
    ["getServiceLogs", ofService({ since: new Date(0) }), "since must be a string"],
    [
        "getServiceLogs",
        ofService({ since: "2030-01-02T00:00:00Z", until: "2030-01-01T23:00:00+05:00" }),
        "until must not be before since",
    ],
    ["getServiceLogs", ofService({ cursor: "x" }), `cursor ${none()}`],
    [
        "getServiceLogs",
        ofService({ node: -1, limit: 0.5, search: [""] }),
        "node must not be negative; search[0] must not be empty; limit must be a whole number",
    ],
])("%s(%j)", (name, args, message) => {
    emulator.clearRequests();
    const said = says(() => functions[name]!(args as never));
    expect(says(() => functions[`${name}Output`]!(args as never))).toBe(said);
    if (typeof message === "string") expect(said).toBe(`${name}: ${message}`);
    else expect(said.replace(`${name}: `, "")).toMatch(message);
    expect(emulator.requests()).toEqual([]);
});

type Lookup = { get(name: string, id: unknown): unknown };
// Pulumi takes a resource whose id is missing for a new one: it would be created.
test.each(types.flatMap((type) => ["", undefined, null, 0, 7, {}].map((id) => [type, id] as const)))(
    "%s.get with the id %j",
    (type, id) => {
        const { get } = clouddb[type] as unknown as Lookup;
        const why = id === "" ? "must not be empty" : "must be a string";
        expect(says(() => get("theirs", id))).toBe(`${type}.get of "theirs": the id ${why}`);
    },
);

test.each(types.flatMap((type) => ["10.0.0.0/16", 5, [], pulumi.output({})].map((args) => [type, args] as const)))(
    "new %s with arguments that are no object",
    (type, args) => {
        const Class = clouddb[type] as unknown as new (name: string, args: unknown) => unknown;
        expect(says(() => new Class("net", args))).toBe(`${type} "net": its arguments must be an object`);
    },
);

test.each(types)("new %s without any arguments is for the preview to check", (type) => {
    const Class = clouddb[type] as unknown as new (name: string, args?: unknown, opts?: unknown) => unknown;
    expect(() => [new Class("a"), new Class("b", null, null)]).not.toThrow();
});

test("none of this has asked the API for anything", () => {
    expect(emulator.requests()).toEqual([]);
});
