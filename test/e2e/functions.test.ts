import type { Emulator } from "../../src/emulator";
import { logLines } from "../../src/emulator/resources/serviceLogs";
import { scenario, type Stage } from "./support/scenario";

/** What was there before the program: two of each kind, in the first project. */
function furnish(emulator: Emulator) {
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

/** Every question, by the name of the output that has the answer: the function and its arguments. */
const questions = ({ main, peering, orders, since, until }: World): Readonly<Record<string, [string, object]>> => ({
    identity: ["getCallerIdentity", {}],
    projects: ["getProjects", {}],
    vpcs: ["getVpcs", {}],
    vpcById: ["getVpc", { id: main.id }],
    vpcByName: ["getVpc", { name: "other" }],
    peerings: ["getPeerings", { vpcId: main.id }],
    peering: ["getPeering", { id: `${main.id}/${peering.id}` }],
    services: ["getServices", {}],
    named: ["getServices", { name: "orders" }],
    inRegion: ["getServices", { regionCode: "eu-central-1" }],
    ofType: ["getServices", { serviceType: "VECTOR" }],
    production: ["getServices", { environment: "PROD" }],
    paused: ["getServices", { status: "PAUSED" }],
    none: ["getServices", { status: "PAUSED", environment: "PROD" }],
    elsewhere: ["getServices", { profile: "analytics" }],
    serviceById: ["getService", { id: orders.id }],
    serviceByName: ["getService", { name: "reports" }],
    sets: ["getReadReplicaSets", { serviceId: orders.id }],
    longLog: ["getServiceLogs", { serviceId: orders.id, until, limit: 1200 }],
    filteredLog: [
        "getServiceLogs",
        { serviceId: orders.id, node: 1, search: ["needle"], severities: ["ERROR", "FATAL"], since, until },
    ],
});

/** A program that asks everything, in both forms. */
const asking = (asked: Readonly<Record<string, [string, object]>>) => `
    const asked = ${JSON.stringify(asked)};
    module.exports = async () => {
        const answers = {};
        for (const [name, [ask, args]] of Object.entries(asked)) {
            const inputs = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, pulumi.output(value)]));
            answers[name] = { promise: await clouddb[ask](args), output: clouddb[ask + "Output"](inputs) };
        }
        return answers;
    };`;

/** The expected results, from the emulator's rows, with the resources' names. */
function answersOf({ emulator }: Stage, world: World): Readonly<Record<string, unknown>> {
    const projectId = emulator.projectId;
    const { orders, reports, main, other, set, peering, until } = world;
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
    return {
        identity: { type: "apiKey", apiKey: { project: { id: projectId, name: "main" } } },
        projects: [{ id: projectId, name: "main" }],
        vpcs: [vpcOf(main), vpcOf(other)],
        vpcById: vpcOf(main),
        vpcByName: vpcOf(other),
        peerings: [peeringOf],
        peering: peeringOf,
        services: [running, paused],
        named: [running],
        inRegion: [running],
        ofType: [paused],
        production: [running],
        paused: [paused],
        none: [],
        elsewhere: [serviceOf(events!)],
        serviceById: running,
        serviceByName: paused,
        sets: [setOf],
        longLog: lines.slice(0, 1200).map(entryOf),
        filteredLog: [entryOf(needle!)],
    };
}

const withAnalytics = ({ stack, emulator }: Stage) =>
    stack.setConfig("clouddb:profiles", JSON.stringify({ analytics: { apiKey: emulator.tokens[1]!.token } }), true);

scenario("every function, in both forms, tells what there is", async (stage) => {
    const { stack, emulator, program } = stage;
    await withAnalytics(stage);
    const world = furnish(emulator);
    const asked = questions(world);
    program(asking(asked));
    // They answer in a preview as well.
    expect(await stack.run("preview")).toMatchObject({ exitCode: 0, diagnostics: [] });
    emulator.clearRequests();
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, diagnostics: [] });
    const pages = emulator.requests().filter(({ endpoint }) => endpoint === "getServiceLogs");
    // Three pages of the long log and one of the filtered one, in each of the forms.
    expect([pages.length, pages.filter(({ query }) => "cursor" in query).length]).toEqual([8, 4]);
    const told = await stack.outputs();
    expect(Object.keys(told).sort()).toEqual(Object.keys(asked).sort());
    for (const [name, answer] of Object.entries(answersOf(stage, world))) {
        expect([name, told[name]]).toMatchObject([name, { promise: answer, output: answer }]);
    }
    expect(stage.calls()).toEqual([]);
});
