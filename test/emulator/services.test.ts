import { Service } from "../../src/api/schemas";
import { at, Bench, refusal, textAt } from "./support/raw";

let bench: Bench;
let path: string;
beforeEach(async () => {
    bench = await Bench.start();
    path = `services/${bench.emulator.create.service({ id: "orders" }).id}`;
});
afterEach(() => bench.stop());

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
    expect(await bench.post("services", { name: "new", ...change })).toMatchObject(refusal(422, code));
    expect((await bench.get("services")).body).toHaveLength(1);
});

const resized = { resources: [{ spec: { cpu_millis: 1000, memory_gbs: 4 } }] };

test("the password can be changed", async () => {
    await bench.post(`${path}/updatePassword`, { password: "correct horse" });
    expect(bench.emulator.resource("orders")).toMatchObject({ password: "correct horse" });
});

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

test.each([
    ["setHA", { replica_count: 0 }, 422, "INVALID_HA"],
    ["setHA", { sync_replica_count: 3 }, 422, "INVALID_HA"],
    ["setHA", {}, 422, "INVALID_HA"],
    ["enablePooler", undefined, 409, "POOLER_ENABLED"],
    ["attachToVPC", { vpc_id: "net" }, 409, "VPC_ATTACHED"],
    ["attachToVPC", { vpc_id: "far" }, 422, "REGION_MISMATCH"],
    ["attachToVPC", { vpc_id: "none" }, 422, "VPC_NOT_FOUND"],
    ["detachFromVPC", { vpc_id: "far" }, 409, "VPC_NOT_ATTACHED"],
    ["updatePassword", { password: "" }, 422, "INVALID_PASSWORD"],
])("%s %j is refused", async (verb, body, status, code) => {
    bench.emulator.create.vpc({ id: "net" });
    bench.emulator.create.vpc({ id: "far", region_code: "eu-west-1" });
    bench.emulator.drift("orders", { replica_count: 2, sync_replica_count: 1, pooler: true, vpc_id: "net" });
    expect(await bench.post(`${path}/${verb}`, body)).toMatchObject(refusal(status, code));
});

test("a pooler and an attachment can be removed, once", async () => {
    bench.emulator.create.vpc({ id: "net" });
    bench.emulator.drift("orders", { pooler: true, vpc_id: "net" });
    for (const [verb, body, code] of [
        ["disablePooler", undefined, "POOLER_DISABLED"],
        ["detachFromVPC", { vpc_id: "net" }, "VPC_NOT_ATTACHED"],
    ] as const) {
        await bench.post(`${path}/${verb}`, body);
        await bench.pass(30);
        expect(await bench.post(`${path}/${verb}`, body)).toMatchObject(refusal(409, code));
    }
    for (const field of ["connection_pooler", "vpc_endpoint", "vpcEndpoint"])
        expect(await read()).not.toHaveProperty(field);
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

test("a deleted service is gone from lists, and cannot be deleted again", async () => {
    await bench.delete(path);
    expect((await bench.get("services")).body).toMatchObject([{ status: "DELETING" }]);
    await bench.pass(60);
    expect((await bench.get("services")).body).toEqual([]);
    expect((await bench.delete(path)).status).toBe(404);
});

test("a record has exactly the fields of the contract", async () => {
    bench.emulator.drift("orders", { pooler: true, replica_count: 1 });
    bench.emulator.create.replicaSet({ service_id: "orders" });
    const body = await read();
    expect(Service.parse(body)).toEqual({ ...(body as object), vpcEndpoint: undefined });
});
