import * as pulumi from "@pulumi/pulumi";
import {
    getCallerIdentity,
    getCallerIdentityOutput,
    getPeering,
    getPeeringOutput,
    getPeerings,
    getPeeringsOutput,
    getProjects,
    getProjectsOutput,
    getReadReplicaSets,
    getReadReplicaSetsOutput,
    getService,
    getServiceLogs,
    getServiceLogsOutput,
    getServiceOutput,
    getServices,
    getServicesOutput,
    getVpc,
    getVpcOutput,
    getVpcs,
    getVpcsOutput,
} from "../../src";
import type { Emulator } from "../../src/emulator";
import { failure, inProgram, programWith, settle } from "./support/program";

let emulator: Emulator;
beforeEach(async () => void (emulator = await programWith()));
afterEach(() => emulator.stop());

const requests = () => emulator.requests().map(({ method, path }) => `${method} ${path}`);

/** A project with two of each kind. */
function furnish() {
    const [main, other] = [emulator.create.vpc({ name: "main" }), emulator.create.vpc({ name: "other" })];
    const orders = emulator.create.service({
        name: "orders",
        vpc_id: main.id,
        pooler: true,
        replica_count: 2,
        sync_replica_count: 1,
        environment: "PROD",
    });
    const reports = emulator.create.service({ name: "reports", service_type: "VECTOR", status: "PAUSED" });
    const set = emulator.create.replicaSet({ service_id: orders.id, name: "readers", pooler: true });
    const peering = emulator.create.peering({ vpc_id: main.id });
    return { main, other, orders, reports, set, peering };
}

describe("identity and projects", () => {
    test("a personal access token's identity", async () => {
        const identity = await getCallerIdentity();
        expect(identity).toEqual({
            type: "apiKey",
            apiKey: {
                name: "main automation",
                publicKey: expect.any(String) as string,
                created: expect.any(String) as string,
                issuingUser: { id: "1001", name: "User 1", email: "user1@clouddb.example" },
                project: { id: emulator.projectId, name: "main", planType: "PERFORMANCE" },
            },
        });
        expect(JSON.stringify(identity)).not.toContain(emulator.token);
        expect((await settle(getCallerIdentityOutput())).value).toEqual(identity);
    });

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
});

describe("records in the words of the resources", () => {
    test("VPCs", async () => {
        const { main } = furnish();
        const vpc = {
            id: main.id,
            name: "main",
            cidr: main.cidr,
            regionCode: main.region_code,
            projectId: emulator.projectId,
        };
        expect((await getVpcs()).map(({ name }) => name)).toEqual(["main", "other"]);
        expect(await getVpc({ id: main.id })).toEqual(vpc);
        expect(await getVpc({ name: "main" })).toEqual(vpc);
        expect((await settle(getVpcOutput({ name: pulumi.output("main") }))).value).toEqual(vpc);
        expect((await settle(getVpcsOutput())).value).toHaveLength(2);
    });

    test("peerings", async () => {
        const { main, peering } = furnish();
        const expected = {
            id: `${main.id}/${peering.id}`,
            vpcId: main.id,
            peeringId: peering.id,
            peerAccountId: peering.peer_account_id,
            peerRegionCode: peering.peer_region_code,
            peerVpcId: peering.peer_vpc_id,
            provisionedId: peering.provisioned_id,
            status: "active",
            projectId: emulator.projectId,
        };
        expect(await getPeerings({ vpcId: main.id })).toEqual([expected]);
        expect(await getPeering({ id: `${main.id}/${peering.id}` })).toEqual(expected);
        expect((await settle(getPeeringsOutput({ vpcId: main.id }))).value).toEqual([expected]);
        expect((await settle(getPeeringOutput({ id: expected.id }))).value).toEqual(expected);
    });

    test("read replica sets", async () => {
        const { orders, set } = furnish();
        const expected = {
            id: `${orders.id}/${set.id}`,
            serviceId: orders.id,
            replicaSetId: set.id,
            name: "readers",
            nodes: 1,
            cpuMillis: 500,
            memoryGbs: 2,
            environment: "DEV",
            connectionPooler: true,
            status: "active",
            endpoint: { host: expect.any(String) as string, port: expect.any(Number) as number },
            poolerEndpoint: { host: expect.any(String) as string, port: expect.any(Number) as number },
            projectId: emulator.projectId,
        };
        expect(await getReadReplicaSets({ serviceId: orders.id })).toEqual([expected]);
        expect((await settle(getReadReplicaSetsOutput({ serviceId: orders.id }))).value).toEqual([expected]);
    });

    test("a service, with what is too volatile for a resource", async () => {
        const { orders, main, set } = furnish();
        const service = await getService({ name: "orders" });
        expect(service).toEqual({
            id: orders.id,
            name: "orders",
            projectId: emulator.projectId,
            regionCode: orders.region_code,
            serviceType: "POSTGRES",
            status: "READY",
            created: new Date(orders.created_at).toISOString(),
            volumeType: "gp3",
            cpuMillis: orders.cpu_millis,
            memoryGbs: orders.memory_gbs,
            environment: "PROD",
            replicaCount: 2,
            syncReplicaCount: 1,
            connectionPooler: true,
            vpcId: main.id,
            paused: false,
            endpoint: expect.objectContaining({ port: expect.any(Number) as number }) as object,
            poolerEndpoint: expect.objectContaining({ port: expect.any(Number) as number }) as object,
            vpcEndpoint: expect.objectContaining({ vpcId: main.id }) as object,
            metrics: {
                memoryMb: expect.any(Number) as number,
                cpuMillis: expect.any(Number) as number,
                storageMb: expect.any(Number) as number,
            },
            readReplicaSets: [expect.objectContaining({ id: `${orders.id}/${set.id}` })],
        });
        expect(await getService({ id: orders.id })).toEqual(service);
        expect((await settle(getServiceOutput({ id: orders.id }))).value).toEqual(service);
    });

    test.each([
        [{}, ["orders", "reports"]],
        [{ name: "orders" }, ["orders"]],
        [{ regionCode: "us-east-1" }, ["orders", "reports"]],
        [{ regionCode: "mars-1" }, []],
        [{ serviceType: "VECTOR" }, ["reports"]],
        [{ environment: "PROD" }, ["orders"]],
        [{ status: "PAUSED" }, ["reports"]],
        [{ status: "PAUSED", environment: "PROD" }, []],
    ] as const)("services filtered by %j", async (filters, names) => {
        furnish();
        expect((await getServices(filters)).map(({ name }) => name)).toEqual(names);
        expect((await settle(getServicesOutput(filters))).value.map(({ name }) => name)).toEqual(names);
    });

    test("a deleted service is listed only where that is asked for", async () => {
        const { orders } = furnish();
        emulator.drift(orders.id, { status: "DELETED" });
        expect((await getServices()).map(({ name }) => name)).toEqual(["reports"]);
        expect((await getServices({ status: "DELETED" })).map(({ name }) => name)).toEqual(["orders"]);
        expect(await failure(getService({ name: "orders" }))).toContain("There is no service");
        expect(await failure(getService({ id: orders.id }))).toContain("There is no service");
    });
});

describe("a service's log", () => {
    const minutesAgo = (minutes: number) => emulator.now() - minutes * 60_000;

    test("newest first, with severity and timestamp; by default at most one page", async () => {
        const { id } = emulator.create.service({ name: "orders" });
        const entries = await getServiceLogs({ serviceId: id });
        expect(entries).toHaveLength(500);
        const times = entries.map(({ timestamp }) => Date.parse(timestamp!));
        expect(times).toEqual([...times].sort((a, b) => b - a));
        expect(entries.every(({ severity, message }) => severity !== "" && message !== "")).toBe(true);
        expect((await settle(getServiceLogsOutput({ serviceId: id, limit: 3 }))).value).toHaveLength(3);
    });

    test("follows the cursor up to the limit", async () => {
        const { id } = emulator.create.service({ name: "orders" });
        emulator.clearRequests();
        expect(await getServiceLogs({ serviceId: id, limit: 1_200 })).toHaveLength(1_200);
        expect(requests().filter((line) => line.includes("/logs"))).toHaveLength(3);
    });

    test("every filter", async () => {
        const { id } = emulator.create.service({ name: "orders", replica_count: 1 });
        emulator.addLogs(id, [
            { message: "needle one", severity: "ERROR", at: minutesAgo(20), node: 1 },
            { message: "needle two", severity: "ERROR", at: minutesAgo(10), node: 1 },
            { message: "needle three", severity: "WARNING", at: minutesAgo(10), node: 1 },
            { message: "needle four", severity: "ERROR", at: minutesAgo(10), node: 0 },
            { message: "needle five", severity: "ERROR", at: minutesAgo(1), node: 1 },
        ]);
        const entries = await getServiceLogs({
            serviceId: id,
            node: 1,
            search: ["needle"],
            severities: ["ERROR", "FATAL"],
            since: new Date(minutesAgo(15)).toISOString(),
            until: new Date(minutesAgo(5)).toISOString(),
        });
        expect(entries.map(({ message }) => message)).toEqual(["needle two"]);
    });
});

describe("messages", () => {
    test.each<[string, () => Promise<unknown>, string]>([
        ["neither id nor name", () => getVpc({}), "getVpc: id or name is required"],
        ["both", () => getService({ id: "a", name: "b" }), "getService: id and name cannot both be given"],
        ["an empty one", () => getService({ name: "" }), "getService: name must not be empty"],
        ["a required one", () => getPeerings({} as never), "getPeerings: vpcId is required"],
        ["a wrong type", () => getPeerings({ vpcId: 1 } as never), "getPeerings: vpcId must be a string"],
        [
            "a wrong word",
            () => getServices({ environment: "TEST" as never }),
            'getServices: environment must be one of "DEV", "PROD"',
        ],
        [
            "an unknown one",
            () => getServices({ regionCod: "us-east-1" } as never),
            "getServices: regionCod is not an argument of this function: did you mean regionCode?",
        ],
        [
            "several at once",
            () => getServiceLogs({ serviceId: "a", node: -1, limit: 0.5, search: [""] }),
            "getServiceLogs: node must not be negative; search[0] must not be empty; limit must be a whole number",
        ],
        [
            "a bad moment",
            () => getServiceLogs({ serviceId: "a", since: "yesterday" }),
            "getServiceLogs: since must be an RFC 3339 timestamp such as 2030-01-31T12:00:00Z",
        ],
        ["a bad id", () => getPeering({ id: "abc" }), "getPeering: id must be the id of a peering: vpcId/peeringId"],
        [
            "an output",
            () => getVpc({ name: pulumi.output("main") } as never),
            "getVpc: name is an output: use the form of this function whose name ends in Output",
        ],
    ])("%s, before anything is sent", async (_what, call, message) => {
        expect(await failure(call())).toBe(message);
        expect(requests()).toEqual([]);
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

    test("an empty project, and a long list", async () => {
        expect(await failure(getVpc({ name: "main" }))).toBe(
            `getVpc: There is no VPC with the name "main" in project ${emulator.projectId}; there are none.`,
        );
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
});
