import * as pulumi from "@pulumi/pulumi";
import {
    getCallerIdentity,
    getPeering,
    getProjects,
    getProjectsOutput,
    getReadReplicaSet,
    getReadReplicaSets,
    getService,
    getServiceLogs,
    getServiceLogsOutput,
    getServices,
    getVpc,
    getVpcs,
} from "../../../src";
import type { Emulator } from "../../../src/emulator";
import { failure, inProgram, programWith, settle } from "./support/program";

const tokens = [
    { token: "oat-of-none", projects: [], type: "oauth" as const },
    { token: "pat-rotated", projects: ["analytics"] },
];
let emulator: Emulator;
beforeEach(async () => void (emulator = await programWith({ tokens })));
afterEach(() => emulator.stop());

/** A project with two VPCs and two services. */
function furnish() {
    const [main, other] = [emulator.create.vpc({ name: "main" }), emulator.create.vpc({ name: "other" })];
    const [orders, reports] = ["orders", "reports"].map((name) => emulator.create.service({ name }));
    const peering = emulator.create.peering({ vpc_id: main.id });
    return { main, other, orders: orders!, reports: reports!, peering };
}

test("a user's identity and projects", async () => {
    const oauth = emulator.tokens.find(({ type }) => type === "oauth")!;
    await inProgram({ baseUrl: emulator.url, apiKey: oauth.token });
    expect(await getCallerIdentity()).toEqual({
        type: "oauth",
        oauth: { user: { id: "1003", name: "User 3", email: "user3@clouddb.example" } },
    });
    const projects = await getProjects();
    expect(projects.map(({ name }) => name)).toEqual(["main", "analytics"]);
    expect((await settle(getProjectsOutput())).value).toEqual(projects);
});

test("a deleted service is listed only where that is asked for", async () => {
    const { orders } = furnish();
    emulator.drift(orders.id, { status: "DELETED" });
    expect((await getServices()).map(({ name }) => name)).toEqual(["reports"]);
    expect((await getServices({ status: "DELETED" })).map(({ name }) => name)).toEqual(["orders"]);
    expect(await failure(getService({ name: "orders" }))).toContain("There is no service");
    expect(await failure(getService({ id: orders.id }))).toContain("There is no service");
});

test("services of a region, in whatever spelling the API shows it", async () => {
    emulator.create.service({ name: "orders", region_code: "US-EAST-1" });
    emulator.create.service({ name: "reports", region_code: "eu-west-1" });
    expect((await getServices({ regionCode: "us-east-1" })).map(({ name }) => name)).toEqual(["orders"]);
});

test("a service's log: by default at most one page", async () => {
    const { id } = emulator.create.service({ name: "orders" });
    const entries = await getServiceLogs({ serviceId: id });
    expect(entries).toHaveLength(500);
    expect(entries.every(({ severity, message }) => severity !== "" && message !== "")).toBe(true);
    expect((await settle(getServiceLogsOutput({ serviceId: id, limit: 3 }))).value).toHaveLength(3);
});

// That each profile reaches its project is in answers.test.ts.
test("a rotated key of a profile is used from then on", async () => {
    const [main, analytics] = emulator.tokens;
    const configure = (apiKey: string) =>
        inProgram({ baseUrl: emulator.url, apiKey: main!.token, profiles: { analytics: { apiKey } } });
    emulator.create.service({ name: "events", project_id: "analytics" });
    await configure(analytics!.token);
    await getServices({ profile: "analytics" });
    emulator.world.tokens.delete(analytics!.token);
    expect(await failure(getServices({ profile: "analytics" }))).toContain("401");
    await configure("pat-rotated");
    expect((await getServices({ profile: "analytics" })).map(({ name }) => name)).toEqual(["events"]);
});

describe("messages", () => {
    // Other bad arguments are in test/inputs/badFunctions.
    test("an output, before anything is sent", () => {
        expect(() => getVpc({ name: pulumi.output("main") } as never)).toThrow(
            "getVpc: name is an output: use the form of this function whose name ends in Output",
        );
        expect(emulator.requests()).toEqual([]);
    });

    test("what there is, when nothing has the name", async () => {
        const { orders, reports, main, other } = furnish();
        expect(await failure(getService({ name: "ordres" }))).toBe(
            `getService: There is no service with the name "ordres" in project ${emulator.projectId}; ` +
                `there are orders (${orders.id}), reports (${reports.id}); did you mean "orders"?`,
        );
        expect(await failure(getVpc({ name: "production" }))).toBe(
            `getVpc: There is no VPC with the name "production" in project ${emulator.projectId}; ` +
                `there are main (${main.id}), other (${other.id}).`,
        );
    });

    test("what there is, when nothing has the id", async () => {
        const { orders, reports, main, peering } = furnish();
        expect(await failure(getService({ id: "nothing" }))).toBe(
            `getService: There is no service "nothing" in project ${emulator.projectId}; ` +
                `there are orders (${orders.id}), reports (${reports.id}).`,
        );
        expect(await failure(getPeering({ id: `${main.id}/nothing` }))).toBe(
            `getPeering: There is no peering "${main.id}/nothing" in project ${emulator.projectId}; ` +
                `there are ${main.id}/${peering.id} (with ${peering.peer_vpc_id}).`,
        );
        expect(await failure(getPeering({ id: "nothing/nothing" }))).toBe(
            `getPeering: There is no peering "nothing/nothing" in project ${emulator.projectId}; there is no VPC nothing either.`,
        );
    });

    test("a long list", async () => {
        emulator.create.services(23);
        expect(await failure(getService({ name: "x" }))).toMatch(/service-19 \([^)]+\) and 3 more\.$/);
    });

    test("an ambiguous name", async () => {
        const namesakes = [emulator.create.service({ name: "orders" }), emulator.create.service({ name: "orders" })];
        expect(await failure(getService({ name: "orders" }))).toBe(
            `getService: More than one service in project ${emulator.projectId} has the name "orders": ` +
                `${namesakes.map(({ id }) => id).join(", ")}. Look it up by its id.`,
        );
    });

    test("a refusal of the API, with what programs can decide on as its cause", async () => {
        const error: unknown = await getReadReplicaSets({ serviceId: "nothing" }).catch((thrown: unknown) => thrown);
        expect(pulumi.RunError.isInstance(error)).toBe(true);
        expect((error as Error).message).toMatch(
            /^getReadReplicaSets: GET \/projects\/.*\/services\/nothing\/replicaSets was refused: 404/,
        );
        expect((error as Error).cause).toMatchObject({ name: "ApiError", kind: "notFound" });
    });

    test("a read replica set, by its id or its name", async () => {
        const { id: serviceId } = emulator.create.service({ name: "orders" });
        const set = emulator.create.replicaSet({ service_id: serviceId, name: "reports" });
        const id = `${serviceId}/${set.id}`;
        expect(await getReadReplicaSet({ id })).toMatchObject({ id, name: "reports" });
        expect(await getReadReplicaSet({ serviceId, name: "reports" })).toMatchObject({ id, serviceId });
        expect(await failure(getReadReplicaSet({ serviceId, name: "report" }))).toBe(
            `getReadReplicaSet: There is no read replica set with the name "report" in project ${emulator.projectId}; there are reports (${id}); did you mean "reports"?`,
        );
        expect(await failure(getReadReplicaSet({ id: `${serviceId}/nothing` }))).toBe(
            `getReadReplicaSet: There is no read replica set "${serviceId}/nothing" in project ${emulator.projectId}; there are reports (${id}).`,
        );
        expect(await failure(getReadReplicaSet({ id: "nothing/set" }))).toBe(
            `getReadReplicaSet: There is no service nothing in project ${emulator.projectId}.`,
        );
    });

    test("a user's token of several projects or of none, and no project named", async () => {
        const oauth = emulator.tokens.find(({ type }) => type === "oauth")!;
        await inProgram({ baseUrl: emulator.url, apiKey: oauth.token });
        const [main, analytics] = oauth.projects;
        expect(await failure(getVpcs())).toBe(
            `getVpcs: The caller has several projects: ${main} (main), ${analytics} (analytics). ` +
                "Choose one with CLOUDDB_PROJECT_ID in the environment; in a stack also with `pulumi config set clouddb:projectId ID`, or with the argument `projectId`.",
        );
        expect(await getVpcs({ projectId: analytics! })).toEqual([]);
        await inProgram({ baseUrl: emulator.url, apiKey: "oat-of-none" });
        expect(await failure(getVpcs())).toBe("getVpcs: The caller has no project.");
    });
});
