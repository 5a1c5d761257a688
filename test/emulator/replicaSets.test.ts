import { at, Bench, refusal, textAt } from "./support/raw";

let bench: Bench;
const service = "services/orders";
const set = `${service}/replicaSets/set`;
beforeEach(async () => {
    bench = await Bench.start();
    bench.emulator.create.service({ id: "orders" });
});
afterEach(() => bench.stop());

const reports = { name: "reports", nodes: 2, cpu_millis: 1000, memory_gbs: 4 };
const address = { host: expect.any(String) as unknown, port: expect.any(Number) as unknown };
const only = async () => at((await bench.get(`${service}/replicaSets`)).body, 0);
const add = (given: object = {}) => bench.emulator.create.replicaSet({ id: "set", service_id: "orders", ...given });

test("a new set has its address when it is active, and its service's record shows it as well", async () => {
    const created = await bench.post(`${service}/replicaSets`, reports);
    expect(created).toMatchObject({
        status: 202,
        body: { ...reports, status: "creating", metadata: { environment: "DEV" } },
    });
    expect(created.body).not.toHaveProperty("endpoint");
    await bench.pass(90);
    expect(await only()).toMatchObject({ ...reports, status: "active", endpoint: address });
    expect(at((await bench.get(service)).body, "read_replica_sets", 0)).toEqual(await only());
    expect(at((await bench.get("services")).body, 0, "read_replica_sets", 0)).toEqual(await only());
});

test.each<[string, object | undefined, object]>([
    ["resize", { cpu_millis: "2000", memory_gbs: "8" }, { cpu_millis: 2000, memory_gbs: 8 }],
    ["enablePooler", undefined, { connection_pooler: { endpoint: address } }],
])("%s shows its effect only at its end", async (verb, body, effect) => {
    add();
    await bench.post(`${set}/${verb}`, body);
    expect(await only()).not.toMatchObject(effect);
    await bench.pass(100);
    expect(await only()).toMatchObject({ ...effect, status: "active" });
});

test("the pooler can be switched off, and the environment changed", async () => {
    add({ pooler: true });
    await bench.post(`${set}/disablePooler`);
    await bench.pass(15);
    await bench.post(`${set}/setEnvironment`, { environment: "PROD" });
    expect(await only()).not.toHaveProperty("connection_pooler");
    expect(await only()).toMatchObject({ metadata: { environment: "PROD" } });
});

test("a set needs a backup of its service", async () => {
    const { body } = await bench.post("services", { name: "young" });
    const list = `services/${textAt(body, "service_id")}/replicaSets`;
    await bench.pass(120);
    expect(await bench.post(list, reports)).toMatchObject(refusal(409, "NO_BACKUP"));
    await bench.pass(180);
    expect((await bench.post(list, reports)).status).toBe(202);
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

test.each([
    ["disablePooler", undefined, 409, "POOLER_DISABLED"],
    ["resize", { cpu_millis: "shared", memory_gbs: "shared" }, 422, "INVALID_SIZE"],
])("%s %j is refused", async (verb, body, status, code) => {
    add();
    expect(await bench.post(`${set}/${verb}`, body)).toMatchObject(refusal(status, code));
});

test("a service that has sets cannot be deleted, unless the quirk says that it takes them along", async () => {
    add();
    expect(await bench.delete(service)).toMatchObject(refusal(409, "HAS_REPLICA_SETS"));
    await bench.delete(set);
    expect(await bench.delete(service)).toMatchObject(refusal(409, "HAS_REPLICA_SETS"));
    bench.emulator.setQuirks({ cascadeReplicaSets: true });
    expect((await bench.delete(service)).status).toBe(202);
    await bench.pass(60);
    expect([(await bench.get(service)).status, (await bench.delete(set)).status]).toEqual([404, 404]);
});
