// The exact error messages of functions that functions.test.ts does not cover.
import * as clouddb from "../../src";
import { serviceStatuses, serviceTypes } from "../../src/api";
import { type Emulator, startEmulator } from "../../src/emulator";
import { failure, inProgram } from "./support/program";

let emulator: Emulator;
beforeEach(async () => {
    const tokens = [{ token: "oat-of-none", projects: [], type: "oauth" as const }];
    emulator = await startEmulator({ timeScale: 0, tokens });
    await inProgram({ baseUrl: emulator.url, apiKey: emulator.token });
});
afterEach(() => emulator.stop());

const words = (all: readonly string[]) => all.map((word) => JSON.stringify(word)).join(", ");

test.each<[string, () => Promise<unknown>, string]>([
    [
        "a status",
        () => clouddb.getServices({ status: "ready" as never }),
        `getServices: status must be one of ${words(serviceStatuses)}`,
    ],
    [
        "a type",
        () => clouddb.getServices({ serviceType: "MYSQL" as never }),
        `getServices: serviceType must be one of ${words(serviceTypes)}`,
    ],
    [
        "a limit of none",
        () => clouddb.getServiceLogs({ serviceId: "a", limit: 0 }),
        "getServiceLogs: limit must be at least 1",
    ],
    [
        "a limit that is a text",
        () => clouddb.getServiceLogs({ serviceId: "a", limit: "9" as never }),
        "getServiceLogs: limit must be a number",
    ],
    [
        "a search that is no list",
        () => clouddb.getServiceLogs({ serviceId: "a", search: "deadlock" as never }),
        "getServiceLogs: search must be an array",
    ],
    [
        "an empty word to search for, and an empty severity",
        () => clouddb.getServiceLogs({ serviceId: "a", search: ["a", ""], severities: [""] }),
        "getServiceLogs: search[1] must not be empty; severities[0] must not be empty",
    ],
    [
        "an id of three",
        () => clouddb.getPeering({ id: "a/b/c" }),
        "getPeering: id must be the id of a peering: vpcId/peeringId",
    ],
])("%s, before anything is sent", async (_what, ask, message) => {
    expect(await failure(ask())).toBe(message);
    expect(emulator.requests()).toEqual([]);
});

test("a VPC that is not there, by its id", async () => {
    const project = emulator.projectId;
    expect(await failure(clouddb.getVpc({ id: "nothing" }))).toBe(
        `getVpc: There is no VPC "nothing" in project ${project}; there are none.`,
    );
    const net = emulator.create.vpc({ name: "net" });
    expect(await failure(clouddb.getVpc({ id: "nothing" }))).toBe(
        `getVpc: There is no VPC "nothing" in project ${project}; there are net (${net.id}).`,
    );
});

test("a read replica set, by its id or its name", async () => {
    const { id: serviceId } = emulator.create.service({ name: "orders" });
    const set = emulator.create.replicaSet({ service_id: serviceId, name: "reports" });
    const id = `${serviceId}/${set.id}`;
    expect(await clouddb.getReadReplicaSet({ id })).toMatchObject({ id, name: "reports" });
    expect(await clouddb.getReadReplicaSet({ serviceId, name: "reports" })).toMatchObject({ id, serviceId });
    expect(await failure(clouddb.getReadReplicaSet({ serviceId, name: "report" }))).toBe(
        `getReadReplicaSet: There is no read replica set with the name "report" in project ${emulator.projectId}; there are reports (${id}); did you mean "reports"?`,
    );
    expect(await failure(clouddb.getReadReplicaSet({ id: `${serviceId}/nothing` }))).toBe(
        `getReadReplicaSet: There is no read replica set "${serviceId}/nothing" in project ${emulator.projectId}; there are reports (${id}).`,
    );
    expect(await failure(clouddb.getReadReplicaSet({ id: "nothing/set" }))).toBe(
        `getReadReplicaSet: There is no service nothing in project ${emulator.projectId}.`,
    );
});

test("several VPCs of one name", async () => {
    const namesakes = [emulator.create.vpc({ name: "orders" }), emulator.create.vpc({ name: "orders" })];
    expect(await failure(clouddb.getVpc({ name: "orders" }))).toBe(
        `getVpc: More than one VPC in project ${emulator.projectId} has the name "orders": ` +
            `${namesakes.map(({ id }) => id).join(", ")}. Look it up by its id.`,
    );
});

test.each<[string, (id: string) => Promise<unknown>, string]>([
    ["getVpc", (id) => clouddb.getVpc({ id }), "id"],
    ["getService", (id) => clouddb.getService({ id }), "id"],
    ["getPeerings", (vpcId) => clouddb.getPeerings({ vpcId }), "vpcId"],
    ["getReadReplicaSets", (serviceId) => clouddb.getReadReplicaSets({ serviceId }), "serviceId"],
    ["getServiceLogs", (serviceId) => clouddb.getServiceLogs({ serviceId }), "serviceId"],
])("%s: an id with a slash is no id", async (name, ask, said) => {
    const { id } = emulator.create.service({ name: "orders" });
    expect(await failure(ask(`${id}/logs`))).toBe(
        `${name}: ${said} must be an id: it contains one of / \\ ? # %, or is . or ..`,
    );
    expect(emulator.requests().filter(({ path }) => path.includes(id))).toEqual([]);
});

describe("a user's token, and no project named", () => {
    test("of several projects", async () => {
        const oauth = emulator.tokens.find(({ type }) => type === "oauth")!;
        await inProgram({ baseUrl: emulator.url, apiKey: oauth.token });
        const [main, analytics] = oauth.projects;
        expect(await failure(clouddb.getVpcs())).toBe(
            `getVpcs: The caller has several projects: ${main} (main), ${analytics} (analytics). ` +
                "Choose one with `pulumi config set clouddb:projectId ID`, or with the argument `projectId`.",
        );
        expect(await clouddb.getVpcs({ projectId: analytics! })).toEqual([]);
    });

    test("of none", async () => {
        await inProgram({ baseUrl: emulator.url, apiKey: "oat-of-none" });
        expect(await failure(clouddb.getVpcs())).toBe("getVpcs: The caller has no project.");
    });
});
