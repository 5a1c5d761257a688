import { at, Bench, textAt } from "./support/raw";

let bench: Bench;
let service: string;
beforeEach(async () => {
    bench = await Bench.start();
    service = await bench.service();
});
afterEach(() => bench.stop());

const reports = { name: "reports", nodes: 2, cpu_millis: 1000, memory_gbs: 4 };
const refusal = (status: number, code: string) => ({ status, body: { code } });
const only = async () => at((await bench.get(`${service}/replicaSets`)).body, 0);

test("a set is creating, then active, and shown inside its service as well", async () => {
    const made = await bench.post(`${service}/replicaSets`, reports);
    expect(made).toMatchObject({
        status: 202,
        body: { ...reports, status: "creating", metadata: { environment: "DEV" } },
    });
    expect(made.body).not.toHaveProperty("endpoint");
    await bench.pass(100);
    const endpoint = { host: expect.any(String) as unknown, port: expect.any(Number) as unknown };
    expect(await only()).toMatchObject({ ...reports, status: "active", endpoint });
    expect(at((await bench.get(service)).body, "read_replica_sets", 0)).toEqual(await only());
    expect(at((await bench.get("services")).body, 0, "read_replica_sets", 0)).toEqual(await only());
});

test("size, pooler and environment change in place", async () => {
    const set = await bench.replicaSet(service);
    await bench.post(`${set}/resize`, { cpu_millis: "2000", memory_gbs: "8" });
    expect(await only()).toMatchObject({ status: "resizing", cpu_millis: 500, memory_gbs: 2 });
    await bench.pass(100);
    expect(await only()).toMatchObject({ status: "active", cpu_millis: 2000, memory_gbs: 8 });
    await bench.post(`${set}/enablePooler`);
    expect(await only()).not.toHaveProperty("connection_pooler");
    await bench.pass(30);
    expect(await only()).toHaveProperty("connection_pooler.endpoint.host");
    await bench.post(`${set}/disablePooler`);
    await bench.pass(30);
    expect(await only()).not.toHaveProperty("connection_pooler");
    await bench.post(`${set}/setEnvironment`, { environment: "PROD" });
    expect(await only()).toMatchObject({ metadata: { environment: "PROD" } });
});

test("a new service has no backup to make a set from for a while", async () => {
    const created = await bench.post("services", { name: "young" });
    const path = `services/${textAt(created.body, "service_id")}`;
    expect(await bench.post(`${path}/replicaSets`, reports)).toMatchObject(refusal(409, "BUSY"));
    await bench.pass(120);
    expect(await bench.post(`${path}/replicaSets`, reports)).toMatchObject(refusal(409, "NO_BACKUP"));
    await bench.pass(180);
    expect((await bench.post(`${path}/replicaSets`, reports)).status).toBe(202);
});

test.each([
    [{ name: "" }, 422, "INVALID_NAME"],
    [{ nodes: 0 }, 400, "INVALID_REQUEST"],
    [{ nodes: 1.5 }, 400, "INVALID_REQUEST"],
    [{ cpu_millis: "1000" }, 400, "INVALID_REQUEST"],
    [{ cpu_millis: 0 }, 422, "INVALID_SIZE"],
    [{ memory_gbs: -1 }, 422, "INVALID_SIZE"],
    [{ environment: "PROD" }, 400, "INVALID_REQUEST"],
])("a set with %j is refused", async (change, status, code) => {
    expect(await bench.post(`${service}/replicaSets`, { ...reports, ...change })).toMatchObject(refusal(status, code));
    expect((await bench.get(`${service}/replicaSets`)).body).toEqual([]);
});

test("what is busy, off, or paused above it is refused", async () => {
    const set = await bench.replicaSet(service);
    expect(await bench.post(`${set}/disablePooler`)).toMatchObject(refusal(409, "POOLER_DISABLED"));
    expect(await bench.post(`${set}/resize`, { cpu_millis: "shared", memory_gbs: "shared" })).toMatchObject(
        refusal(422, "INVALID_SIZE"),
    );
    await bench.post(`${set}/resize`, { cpu_millis: "2000", memory_gbs: "8" });
    expect(await bench.post(`${set}/enablePooler`)).toMatchObject(refusal(409, "BUSY"));
    await bench.pass(100);
    await bench.post(`${service}/stop`);
    await bench.pass(100);
    expect(await bench.post(`${set}/enablePooler`)).toMatchObject(refusal(409, "WRONG_STATE"));
    expect(await bench.post(`${service}/replicaSets`, reports)).toMatchObject(refusal(409, "WRONG_STATE"));
    expect((await bench.delete(set)).status).toBe(202);
    expect(await bench.delete(set)).toMatchObject(refusal(409, "BUSY"));
});

test("a service with replica sets is not deleted until they are gone", async () => {
    const set = await bench.replicaSet(service);
    expect(await bench.delete(service)).toMatchObject(refusal(409, "HAS_REPLICA_SETS"));
    await bench.delete(set);
    expect(await bench.delete(service)).toMatchObject(refusal(409, "HAS_REPLICA_SETS"));
    await bench.pass(60);
    expect((await bench.delete(service)).status).toBe(202);
});

test("where it is so, a service takes its replica sets with it", async () => {
    bench.emulator.setQuirks({ cascadeReplicaSets: true });
    const set = await bench.replicaSet(service);
    expect((await bench.delete(service)).status).toBe(202);
    await bench.pass(100);
    expect((await bench.get(service)).status).toBe(404);
    expect((await bench.delete(set)).status).toBe(404);
});
