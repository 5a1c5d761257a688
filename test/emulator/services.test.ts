import { Service } from "../../src/api/schemas";
import { at, Bench, type Reply, textAt } from "./support/raw";

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

const refusal = (status: number, code: string) => ({ status, body: { code } });
const specOf = ({ body }: Reply) => at(body, "resources", 0, "spec");

test("what is not given has a default", async () => {
    const created = await bench.post("services", { name: "orders" });
    expect(created.body).toMatchObject({
        name: "orders",
        project_id: bench.emulator.projectId,
        region_code: "us-east-1",
        service_type: "POSTGRES",
        created: "2030-01-01T00:00:00.000Z",
        metadata: { environment: "DEV" },
        ha_replicas: { replica_count: 0, sync_replica_count: 0 },
        read_replica_sets: [],
    });
    expect(specOf(created)).toEqual({ cpu_millis: 500, memory_gbs: 2, volume_type: "gp3" });
    expect(textAt(created.body, "service_id")).toMatch(/^[a-z][a-z0-9]{9}$/);
});

test("a service is queued, configured, and only then has its address and its replicas", async () => {
    const created = await bench.post("services", { name: "orders", replica_count: 2 });
    expect(created.status).toBe(202);
    expect(created.body).toMatchObject({ status: "QUEUED", ha_replicas: { replica_count: 0 } });
    expect(created.body).not.toHaveProperty("endpoint");
    const path = `services/${textAt(created.body, "service_id")}`;
    expect(await bench.statuses(path, 200)).toEqual(["QUEUED", "CONFIGURING", "READY"]);
    const ready = await bench.get(path);
    expect(ready.body).toMatchObject({
        ha_replicas: { replica_count: 2, sync_replica_count: 0 },
        endpoint: { host: expect.stringContaining(".") as unknown, port: expect.any(Number) as unknown },
    });
});

test("a resize shows its size only at its end", async () => {
    const path = await bench.service({ cpu_millis: "1000", memory_gbs: "4" });
    const size = async () => at((await bench.get(path)).body, "resources", 0, "spec");
    await bench.post(`${path}/resize`, { cpu_millis: "2000", memory_gbs: "8" });
    await bench.pass(100);
    expect(await size()).toMatchObject({ cpu_millis: 1000, memory_gbs: 4 });
    await bench.pass(100);
    expect(await size()).toMatchObject({ cpu_millis: 2000, memory_gbs: 8 });
});

test.each([
    [[], "POSTGRES"],
    [["time-series"], "TIMESERIES_DB"],
    [["ai"], "VECTOR"],
    [["ai", "time-series"], "TIMESERIES_DB"],
])("addons %j make a %s", async (addons, type) => {
    expect((await bench.post("services", { name: "orders", addons })).body).toMatchObject({ service_type: type });
});

test("a shared service shows no figures of its size", async () => {
    const created = await bench.post("services", { name: "orders", cpu_millis: "shared", memory_gbs: "shared" });
    expect(specOf(created)).toEqual({ volume_type: "gp3" });
    const path = `services/${textAt(created.body, "service_id")}`;
    await bench.pass(300);
    await bench.post(`${path}/resize`, { cpu_millis: "1000", memory_gbs: "4" });
    await bench.pass(300);
    expect(specOf(await bench.get(path))).toMatchObject({ cpu_millis: 1000, memory_gbs: 4 });
});

test("the initial password is in the answers to create and fork, and nowhere else", async () => {
    const created = await bench.post("services", { name: "orders" });
    expect(textAt(created.body, "initial_password")).toMatch(/^\w{16,}$/);
    const path = `services/${textAt(created.body, "service_id")}`;
    await bench.pass(600);
    const fork = await bench.post(`${path}/forkService`, { fork_strategy: "NOW" });
    expect(textAt(fork.body, "initial_password")).not.toBe(textAt(created.body, "initial_password"));
    for (const reply of [
        await bench.get(path),
        await bench.get("services"),
        await bench.post(`${path}/resize`, { cpu_millis: "1000", memory_gbs: "4" }),
    ]) {
        expect(JSON.stringify(reply.body)).not.toContain("initial_password");
    }
});

test.each([
    [{ name: "" }, "INVALID_NAME"],
    [{ name: "x".repeat(129) }, "INVALID_NAME"],
    [{ region_code: "mars-1" }, "INVALID_REGION"],
    [{ cpu_millis: "shared" }, "INVALID_SIZE"],
    [{ cpu_millis: "shared", memory_gbs: "4" }, "INVALID_SIZE"],
    [{ cpu_millis: "0", memory_gbs: "4" }, "INVALID_SIZE"],
    [{ cpu_millis: "0.5", memory_gbs: "4" }, "INVALID_SIZE"],
    [{ cpu_millis: "500", memory_gbs: "0" }, "INVALID_SIZE"],
])("a service with %j is refused", async (change, code) => {
    expect(await bench.post("services", { name: "orders", ...change })).toMatchObject(refusal(422, code));
    expect((await bench.get("services")).body).toEqual([]);
});

test("what is busy is not changed, but may be deleted", async () => {
    const created = await bench.post("services", { name: "orders" });
    const path = `services/${textAt(created.body, "service_id")}`;
    const calls: [string, object?][] = [
        ["start"],
        ["stop"],
        ["resize", { cpu_millis: "1000", memory_gbs: "4" }],
        ["setHA", { replica_count: 1 }],
        ["enablePooler"],
        ["setEnvironment", { environment: "PROD" }],
        ["updatePassword", { password: "correct horse" }],
        ["attachToVPC", { vpc_id: await bench.vpc() }],
    ];
    for (const [verb, body] of calls) {
        expect([verb, await bench.post(`${path}/${verb}`, body)]).toMatchObject([verb, refusal(409, "BUSY")]);
    }
    expect(await bench.post(`${path}/forkService`, { fork_strategy: "NOW" })).toMatchObject(refusal(409, "BUSY"));
    expect((await bench.delete(path)).status).toBe(202);
    expect(await bench.delete(path)).toMatchObject(refusal(409, "BUSY"));
});

test("a paused service is started, deleted, or given another environment or password, and nothing else", async () => {
    const path = await bench.service();
    await bench.post(`${path}/stop`);
    await bench.pass(100);
    const vpc_id = await bench.vpc();
    const calls: [string, object | undefined, number][] = [
        ["stop", undefined, 409],
        ["resize", { cpu_millis: "1000", memory_gbs: "4" }, 409],
        ["setHA", { replica_count: 1 }, 409],
        ["enablePooler", undefined, 409],
        ["attachToVPC", { vpc_id }, 409],
        ["setEnvironment", { environment: "PROD" }, 200],
        ["updatePassword", { password: "correct horse" }, 204],
        ["start", undefined, 202],
    ];
    for (const [verb, body, status] of calls) {
        expect([verb, (await bench.post(`${path}/${verb}`, body)).status]).toEqual([verb, status]);
    }
});

test("the password can be changed, and is not in the journal", async () => {
    const path = await bench.service();
    expect(await bench.post(`${path}/updatePassword`, { password: "correct horse" })).toMatchObject({ status: 204 });
    expect(await bench.post(`${path}/updatePassword`, { password: "" })).toMatchObject(
        refusal(422, "INVALID_PASSWORD"),
    );
    expect(bench.emulator.world.services.values().next().value).toMatchObject({ password: "correct horse" });
    expect(JSON.stringify(bench.emulator.requests())).not.toContain("correct horse");
});

test("HA replicas change at the end, and no more can be synchronous than there are", async () => {
    const path = await bench.service({ replica_count: 1 });
    const counts = async () => at((await bench.get(path)).body, "ha_replicas");
    const answer = await bench.post(`${path}/setHA`, { replica_count: 2, sync_replica_count: 1 });
    expect(answer).toMatchObject({ status: 202, body: { status: "CONFIGURING", ha_replicas: { replica_count: 1 } } });
    await bench.pass(60);
    expect(await counts()).toEqual({ replica_count: 1, sync_replica_count: 0 });
    await bench.pass(60);
    expect(await counts()).toEqual({ replica_count: 2, sync_replica_count: 1 });
    expect(await bench.post(`${path}/setHA`, { replica_count: 0 })).toMatchObject(refusal(422, "INVALID_HA"));
    expect(await bench.post(`${path}/setHA`, { sync_replica_count: 3 })).toMatchObject(refusal(422, "INVALID_HA"));
    expect(await bench.post(`${path}/setHA`, {})).toMatchObject(refusal(422, "INVALID_HA"));
    expect((await bench.post(`${path}/setHA`, { sync_replica_count: 2 })).status).toBe(202);
});

test("the pooler appears after a while, and is not switched on twice", async () => {
    const path = await bench.service();
    expect(await bench.post(`${path}/disablePooler`)).toMatchObject(refusal(409, "POOLER_DISABLED"));
    expect(await bench.post(`${path}/enablePooler`)).toMatchObject({ status: 200 });
    expect((await bench.get(path)).body).toMatchObject({ status: "CONFIGURING" });
    expect((await bench.get(path)).body).not.toHaveProperty("connection_pooler");
    await bench.pass(30);
    const endpoint = { host: expect.any(String) as unknown, port: expect.any(Number) as unknown };
    expect((await bench.get(path)).body).toMatchObject({ status: "READY", connection_pooler: { endpoint } });
    expect(await bench.post(`${path}/enablePooler`)).toMatchObject(refusal(409, "POOLER_ENABLED"));
    await bench.post(`${path}/disablePooler`);
    await bench.pass(30);
    expect((await bench.get(path)).body).not.toHaveProperty("connection_pooler");
});

test("attaching shows an address in the VPC some time after, under both names", async () => {
    const path = await bench.service();
    const vpc_id = await bench.vpc();
    expect(await bench.post(`${path}/attachToVPC`, { vpc_id })).toMatchObject({ status: 202 });
    expect((await bench.get(path)).body).toMatchObject({ status: "READY" });
    expect((await bench.get(path)).body).not.toHaveProperty("vpc_endpoint");
    await bench.pass(60);
    const { body } = await bench.get(path);
    expect(body).toMatchObject({ vpc_endpoint: { vpc_id, host: expect.any(String) as unknown } });
    expect(at(body, "vpcEndpoint")).toEqual(at(body, "vpc_endpoint"));
    expect(await bench.post(`${path}/attachToVPC`, { vpc_id })).toMatchObject(refusal(409, "VPC_ATTACHED"));
    await bench.post(`${path}/detachFromVPC`, { vpc_id });
    await bench.pass(60);
    expect((await bench.get(path)).body).not.toHaveProperty("vpcEndpoint");
    expect(await bench.post(`${path}/detachFromVPC`, { vpc_id })).toMatchObject(refusal(409, "VPC_NOT_ATTACHED"));
});

test("a VPC of another region, or of nowhere, is refused", async () => {
    const path = await bench.service();
    const far = await bench.vpc("10.1.0.0/16", "eu-west-1");
    expect(await bench.post(`${path}/attachToVPC`, { vpc_id: far })).toMatchObject(refusal(422, "REGION_MISMATCH"));
    expect(await bench.post(`${path}/attachToVPC`, { vpc_id: "none" })).toMatchObject(refusal(422, "VPC_NOT_FOUND"));
});

test("metrics change from minute to minute, and are missing while the service is paused", async () => {
    const path = await bench.service();
    const metrics = async () => at((await bench.get(path)).body, "metrics");
    const first = await metrics();
    expect(await metrics()).toEqual(first);
    await bench.pass(60);
    expect(await metrics()).not.toEqual(first);
    await bench.post(`${path}/stop`);
    await bench.pass(60);
    expect(await metrics()).toBeUndefined();
});

test("a service that is deleted is DELETING, then gone from everywhere", async () => {
    const path = await bench.service();
    expect(await bench.delete(path)).toMatchObject({ status: 202, body: undefined });
    expect((await bench.get("services")).body).toMatchObject([{ status: "DELETING" }]);
    await bench.pass(100);
    expect((await bench.get("services")).body).toEqual([]);
    expect((await bench.delete(path)).status).toBe(404);
});

test("records are as the contract says", async () => {
    const path = await bench.service({ replica_count: 1 });
    await bench.post(`${path}/enablePooler`);
    await bench.pass(60);
    await bench.replicaSet(path);
    const { body } = await bench.get(path);
    expect(Service.parse(body)).toEqual({ ...(body as object), vpcEndpoint: undefined });
});
