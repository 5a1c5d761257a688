// Every function, in both forms, tells what there is.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../../src";
import type { Emulator } from "../../../src/emulator";
import { logLines } from "../../../src/emulator/resources/serviceLogs";
import { inProgram, programWith, settle } from "./support/program";

let emulator: Emulator;
beforeAll(async () => {
    emulator = await programWith();
    const profiles = { analytics: { apiKey: emulator.tokens[1]!.token } };
    await inProgram({ baseUrl: emulator.url, apiKey: emulator.token, profiles });
});
afterAll(() => emulator.stop());

/** Two of each kind, in the first project. */
function furnish() {
    const [main, other] = [emulator.create.vpc({ name: "main" }), emulator.create.vpc({ name: "other" })];
    const orders = emulator.create.service({
        name: "orders",
        region_code: "eu-central-1",
        vpc_id: main.id,
        pooler: true,
        replica_count: 2,
        sync_replica_count: 1,
        environment: "PROD",
    });
    const reports = emulator.create.service({ name: "reports", service_type: "VECTOR", status: "PAUSED" });
    const set = emulator.create.replicaSet({ service_id: orders.id, name: "readers", pooler: true });
    const peering = emulator.create.peering({ vpc_id: main.id });
    emulator.create.service({ name: "events", project_id: emulator.tokens[1]!.projects[0]! });
    const ago = (minutes: number) => new Date(emulator.now() - minutes * 60_000).toISOString();
    const needle = { message: "a needle in the hay", severity: "ERROR", node: 1 };
    const logs = [100, 50, 10].map((minutes) => ({ ...needle, at: Date.parse(ago(minutes)) }));
    emulator.addLogs(orders.id, [...logs, { ...logs[1]!, node: 0 }, { ...logs[1]!, severity: "LOG" }]);
    return { main, other, orders, reports, set, peering, since: ago(80), until: ago(20) };
}

type World = ReturnType<typeof furnish>;

type Row = readonly [ask: string, args: object, answer: unknown];

/** Every function with its arguments, and what it answers by the emulator's rows. */
function rowsOf(world: World): readonly Row[] {
    const projectId = emulator.projectId;
    const { orders, reports, main, other, set, peering, since, until } = world;
    const address = { host: expect.any(String) as string, port: expect.any(Number) as number };
    const vpcOf = ({ id, name, cidr, region_code }: World["main"]) => ({
        ...{ id, name, cidr, projectId },
        regionCode: region_code,
    });
    const peeringOf = {
        id: `${main.id}/${peering.id}`,
        vpcId: main.id,
        peeringId: peering.id,
        peerAccountId: peering.peer_account_id,
        peerRegionCode: peering.peer_region_code,
        peerVpcId: peering.peer_vpc_id,
        provisionedId: peering.provisioned_id,
        status: "active",
        projectId,
    };
    const setOf = {
        id: `${orders.id}/${set.id}`,
        serviceId: orders.id,
        replicaSetId: set.id,
        name: "readers",
        nodes: set.nodes,
        cpuMillis: set.cpu_millis,
        memoryGbs: set.memory_gbs,
        environment: set.environment,
        connectionPooler: true,
        status: "active",
        endpoint: address,
        poolerEndpoint: address,
        projectId,
    };
    const serviceOf = (row: World["orders"]) => ({
        id: row.id,
        name: row.name,
        projectId: row.project_id,
        regionCode: row.region_code,
        serviceType: row.service_type,
        status: row.status,
        created: new Date(row.created_at).toISOString(),
        volumeType: row.volume_type,
        cpuMillis: row.cpu_millis,
        memoryGbs: row.memory_gbs,
        environment: row.environment,
        replicaCount: row.replica_count,
        syncReplicaCount: row.sync_replica_count,
        connectionPooler: row.pooler,
        paused: row.status === "PAUSED",
    });
    const running = {
        ...serviceOf(orders),
        vpcId: main.id,
        endpoint: address,
        poolerEndpoint: address,
        vpcEndpoint: { ...address, vpcId: main.id },
        readReplicaSets: [setOf],
    };
    const paused = serviceOf(reports);
    const [events] = [...emulator.world.services.values()].filter(({ name }) => name === "events");
    const lines = logLines(orders, emulator.now()).filter(({ at }) => at < Date.parse(until));
    const entryOf = ({ at, severity, message }: (typeof lines)[number]) => ({
        message,
        severity,
        timestamp: new Date(at).toISOString(),
    });
    const needle = lines.find(
        ({ message, node, severity }) => /needle/.test(message) && node === 1 && severity === "ERROR",
    );
    const needles = { serviceId: orders.id, node: 1, search: ["needle"], severities: ["ERROR", "FATAL"], since, until };
    return [
        ["getCallerIdentity", {}, { type: "apiKey", apiKey: { project: { id: projectId, name: "main" } } }],
        ["getProjects", {}, [{ id: projectId, name: "main" }]],
        ["getVpcs", {}, [vpcOf(main), vpcOf(other)]],
        ["getVpc", { id: main.id }, vpcOf(main)],
        ["getVpc", { name: "other" }, vpcOf(other)],
        ["getPeerings", { vpcId: main.id }, [peeringOf]],
        ["getPeering", { id: `${main.id}/${peering.id}` }, peeringOf],
        ["getServices", {}, [running, paused]],
        ["getServices", { name: "orders" }, [running]],
        ["getServices", { regionCode: "eu-central-1" }, [running]],
        ["getServices", { serviceType: "VECTOR" }, [paused]],
        ["getServices", { environment: "PROD" }, [running]],
        ["getServices", { status: "PAUSED" }, [paused]],
        ["getServices", { status: "PAUSED", environment: "PROD" }, []],
        ["getServices", { profile: "analytics" }, [serviceOf(events!)]],
        ["getService", { id: orders.id }, running],
        ["getService", { name: "reports" }, paused],
        ["getReadReplicaSets", { serviceId: orders.id }, [setOf]],
        ["getServiceLogs", { serviceId: orders.id, until, limit: 1200 }, lines.slice(0, 1200).map(entryOf)],
        ["getServiceLogs", needles, [entryOf(needle!)]],
    ];
}

const call = (name: string, args: object): unknown => (Reflect.get(clouddb, name) as (args: object) => unknown)(args);

test("every function, in both forms", async () => {
    const rows = rowsOf(furnish());
    emulator.clearRequests();
    for (const [ask, args, answer] of rows) {
        const inputs = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, pulumi.output(value)]));
        const output = await settle(call(`${ask}Output`, inputs) as pulumi.Output<unknown>);
        expect([ask, args, await call(ask, args), output.value]).toMatchObject([ask, args, answer, answer]);
    }
    const pages = emulator.requests().filter(({ endpoint }) => endpoint === "getServiceLogs");
    // Three pages of the long log and one of the filtered one, in each of the forms.
    expect([pages.length, pages.filter(({ query }) => "cursor" in query).length]).toEqual([8, 4]);
    expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});
