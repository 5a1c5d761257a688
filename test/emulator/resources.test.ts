import { Service } from "../../src/provider/api/schemas";
import { bench } from "./support/eachBench";
import { at, refusal, textAt } from "./support/raw";

const path = "services/orders";
beforeEach(() => void bench.emulator.create.service({ id: "orders" }));

const address = { host: expect.stringContaining(".") as unknown, port: expect.any(Number) as unknown };
const specOf = (body: unknown) => at(body, "resources", 0, "spec");
const read = async () => (await bench.get(path)).body;

test("omitted fields have defaults", async () => {
    const { body } = await bench.post("services", { name: "new" });
    expect(body).toMatchObject({
        name: "new",
        project_id: bench.emulator.projectId,
        region_code: "us-east-1",
        created: "2030-01-01T00:00:00.000Z",
        metadata: { environment: "DEV" },
        ha_replicas: { replica_count: 0, sync_replica_count: 0 },
        read_replica_sets: [],
    });
    expect(specOf(body)).toEqual({ cpu_millis: 500, memory_gbs: 2, volume_type: "gp3" });
    expect(textAt(body, "service_id")).toMatch(/^[a-z][a-z0-9]{9}$/);
});

test("a new service has its address and its replicas only when it is ready", async () => {
    const created = await bench.post("services", { name: "new", replica_count: 2 });
    expect(created).toMatchObject({ status: 202, body: { status: "QUEUED", ha_replicas: { replica_count: 0 } } });
    expect(created.body).not.toHaveProperty("endpoint");
    await bench.pass(120);
    const ready = { status: "READY", endpoint: address, ha_replicas: { replica_count: 2, sync_replica_count: 0 } };
    expect((await bench.get(`services/${textAt(created.body, "service_id")}`)).body).toMatchObject(ready);
});

test.each([
    [[], "POSTGRES"],
    [["time-series"], "TIMESERIES_DB"],
    [["ai"], "VECTOR"],
    [["ai", "time-series"], "TIMESERIES_DB"],
])("addons %j make a %s", async (addons, type) => {
    expect((await bench.post("services", { name: "new", addons })).body).toMatchObject({ service_type: type });
});

test("the record of a shared service has no size", async () => {
    const { body } = await bench.post("services", { name: "new", cpu_millis: "shared", memory_gbs: "shared" });
    expect(specOf(body)).toEqual({ volume_type: "gp3" });
});

test("only the responses to create and fork have the initial password", async () => {
    const created = await bench.post("services", { name: "new" });
    expect(textAt(created.body, "initial_password")).toMatch(/^\w{16,}$/);
    const fork = await bench.post(`${path}/forkService`, { fork_strategy: "NOW" });
    expect(textAt(fork.body, "initial_password")).not.toBe(textAt(created.body, "initial_password"));
    const others = [await read(), await bench.get("services"), await bench.post(`${path}/stop`)];
    expect(JSON.stringify(others)).not.toContain("initial_password");
});

const resized = { resources: [{ spec: { cpu_millis: 1000, memory_gbs: 4 } }] };

test.each<[string, object | undefined, object]>([
    ["resize", { cpu_millis: "1000", memory_gbs: "4" }, resized],
    [
        "setHA",
        { replica_count: 2, sync_replica_count: 1 },
        { ha_replicas: { replica_count: 2, sync_replica_count: 1 } },
    ],
    ["setHA", { replica_count: 2 }, { ha_replicas: { replica_count: 2, sync_replica_count: 0 } }],
    ["enablePooler", undefined, { connection_pooler: { endpoint: address } }],
    ["attachToVPC", { vpc_id: "net" }, { vpc_endpoint: { ...address, vpc_id: "net" }, vpcEndpoint: { vpc_id: "net" } }],
])("%s %j shows its effect only at its end", async (verb, body, effect) => {
    bench.emulator.create.vpc({ id: "net" });
    expect((await bench.post(`${path}/${verb}`, body)).status).toBeLessThan(300);
    expect(await read()).not.toMatchObject(effect);
    await bench.pass(300);
    expect(await read()).toMatchObject({ ...effect, status: "READY" });
});

test("metrics change every minute, and are missing while the service is paused", async () => {
    const metrics = async () => at(await read(), "metrics");
    const first = await metrics();
    expect(await metrics()).toEqual(first);
    await bench.pass(60);
    expect(await metrics()).not.toEqual(first);
    bench.emulator.drift("orders", { status: "PAUSED" });
    expect(await metrics()).toBeUndefined();
});

test("a record has exactly the fields of the contract", async () => {
    bench.emulator.drift("orders", { pooler: true, replica_count: 1 });
    bench.emulator.create.replicaSet({ service_id: "orders" });
    const body = await read();
    expect(Service.parse(body)).toEqual({ ...(body as object), vpcEndpoint: undefined });
});

test.each([
    { fork_strategy: "LAST_SNAPSHOT" },
    { fork_strategy: "NOW" },
    { fork_strategy: "PITR", target_time: "2029-12-31T23:59:00Z" },
])("a fork by %j inherits all but replicas and environment", async (body) => {
    const given = { cpu_millis: 2000, memory_gbs: 8, replica_count: 1, environment: "PROD", region_code: "eu-west-1" };
    bench.emulator.create.service({ id: "parent", name: "parent", service_type: "VECTOR", ...given });
    const created = await bench.post("services/parent/forkService", body);
    expect(created).toMatchObject({
        status: 202,
        body: {
            name: "parent-fork",
            status: "QUEUED",
            region_code: "eu-west-1",
            service_type: "VECTOR",
            resources: [{ spec: { cpu_millis: 2000, memory_gbs: 8, volume_type: "gp3" } }],
            metadata: { environment: "DEV" },
            forked_from: { is_standby: false, project_id: bench.emulator.projectId, service_id: "parent" },
        },
    });
    await bench.pass(400);
    const ready = { status: "READY", ha_replicas: { replica_count: 0 } };
    expect((await bench.get(`services/${textAt(created.body, "service_id")}`)).body).toMatchObject(ready);
    expect((await bench.get("services/parent")).body).toMatchObject({ status: "READY" });
});

test("a snapshot and a replica set need a backup of the service, which comes some time after it is ready", async () => {
    const { body } = await bench.post("services", { name: "young" });
    const young = `services/${textAt(body, "service_id")}`;
    const fork = (fork_strategy: string) => bench.post(`${young}/forkService`, { fork_strategy });
    const set = { name: "reports", nodes: 2, cpu_millis: 1000, memory_gbs: 4 };
    await bench.pass(120);
    expect(await fork("LAST_SNAPSHOT")).toMatchObject(refusal(409, "NO_BACKUP"));
    expect(await bench.post(`${young}/replicaSets`, set)).toMatchObject(refusal(409, "NO_BACKUP"));
    expect((await fork("NOW")).status).toBe(202);
    await bench.pass(180);
    expect((await fork("LAST_SNAPSHOT")).status).toBe(202);
    expect((await bench.post(`${young}/replicaSets`, set)).status).toBe(202);
});

test.each<[string, object | undefined, object]>([
    ["resize", { cpu_millis: "2000", memory_gbs: "8" }, { cpu_millis: 2000, memory_gbs: 8 }],
    ["enablePooler", undefined, { connection_pooler: { endpoint: address } }],
])("a replica set: %s shows its effect only at its end", async (verb, body, effect) => {
    bench.emulator.create.replicaSet({ id: "set", service_id: "orders" });
    const only = async () => at((await bench.get(`${path}/replicaSets`)).body, 0);
    await bench.post(`${path}/replicaSets/set/${verb}`, body);
    expect(await only()).not.toMatchObject(effect);
    await bench.pass(100);
    expect(await only()).toMatchObject({ ...effect, status: "active" });
});

test("a service that has sets cannot be deleted, unless the quirk says that it takes them along", async () => {
    bench.emulator.create.replicaSet({ id: "set", service_id: "orders" });
    expect(await bench.delete(path)).toMatchObject(refusal(409, "HAS_REPLICA_SETS"));
    await bench.delete(`${path}/replicaSets/set`);
    expect(await bench.delete(path)).toMatchObject(refusal(409, "HAS_REPLICA_SETS"));
    bench.emulator.setQuirks({ cascadeReplicaSets: true });
    expect((await bench.delete(path)).status).toBe(202);
    await bench.pass(60);
    expect([(await bench.get(path)).status, (await bench.delete(`${path}/replicaSets/set`)).status]).toEqual([
        404, 404,
    ]);
});

test("a VPC with a peering, or with a service that is attached, attaching or detaching, is not deleted", async () => {
    bench.emulator.create.vpc({ id: "net" });
    bench.emulator.create.peering({ id: "peering", vpc_id: "net" });
    const checkInUse = async () =>
        expect(await bench.delete("vpcs/net")).toMatchObject({ status: 409, body: { code: "VPC_IN_USE" } });
    await checkInUse();
    await bench.delete("vpcs/net/peerings/peering");
    for (const verb of ["attachToVPC", "detachFromVPC"]) {
        await bench.post(`services/orders/${verb}`, { vpc_id: "net" });
        await checkInUse();
        if (verb === "attachToVPC") await bench.pass(30);
        await checkInUse();
    }
    await bench.pass(30);
    expect((await bench.delete("vpcs/net")).status).toBe(204);
});

test("a peering is accepted by itself after the time of the quirk; a refused one stays failed, and can be created again", async () => {
    bench.emulator.setQuirks({ autoAcceptMs: 20_000 });
    bench.emulator.create.vpc({ id: "net" });
    const list = "vpcs/net/peerings";
    const peer = { peer_account_id: "123456789012", peer_region_code: "eu-west-1", peer_vpc_id: "vpc-0abc" };
    const id = textAt((await bench.post(list, peer)).body, "id");
    const statuses = { provisioning: 0, "pending-acceptance": 30, activating: 50, active: 60 };
    expect(await bench.watch(`${list}/${id}`, 100)).toEqual(Object.entries(statuses));
    bench.emulator.refusePeering(id, "The account does not know you.");
    await bench.pass(600);
    const failed = { status: "failed", error_message: "The account does not know you." };
    expect((await bench.get(`${list}/${id}`)).body).toMatchObject(failed);
    expect((await bench.post(list, peer)).status).toBe(201);
});
