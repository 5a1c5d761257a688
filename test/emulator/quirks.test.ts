// What the contract leaves open, each way that an API may have decided it.
import { at, Bench, textAt } from "./support/raw";

let bench: Bench;
const start = async (quirks: NonNullable<Parameters<typeof Bench.start>[0]>["quirks"]) => {
    bench = await Bench.start({ quirks });
};
afterEach(() => bench.stop());

test("fields that are never shown", async () => {
    await start({ omit: ["metadata", "ha_replicas", "connection_pooler"] });
    const { id } = bench.emulator.create.service({ pooler: true, replica_count: 1 });
    bench.emulator.create.replicaSet({ service_id: id });
    const { body } = await bench.get(`services/${id}`);
    for (const record of [body, at(body, "read_replica_sets", 0)]) {
        for (const field of ["metadata", "ha_replicas", "connection_pooler"]) expect(record).not.toHaveProperty(field);
    }
});

test.each([
    ["empty", {}],
    ["null", null],
] as const)("a pooler that is off is %s", async (poolerOff, shown) => {
    await start({ poolerOff });
    const { id } = bench.emulator.create.service();
    bench.emulator.create.replicaSet({ service_id: id });
    const { body } = await bench.get(`services/${id}`);
    expect(at(body, "connection_pooler")).toEqual(shown);
    expect(at(body, "read_replica_sets", 0, "connection_pooler")).toEqual(shown);
});

test("null for what is absent", async () => {
    await start({ absentAs: "null" });
    const { id } = bench.emulator.create.service();
    expect((await bench.get(`services/${id}`)).body).toMatchObject({
        connection_pooler: null,
        vpc_endpoint: null,
        vpcEndpoint: null,
        forked_from: null,
    });
});

test.each([
    ["both", true, true],
    ["only", false, true],
    ["none", true, false],
] as const)("deprecated names: %s", async (aliases, current, deprecated) => {
    await start({ aliases });
    const vpc = bench.emulator.create.vpc();
    const { id } = bench.emulator.create.service({ vpc_id: vpc.id });
    const shown = async (path: string, name: string, alias: string) => {
        const { body } = await bench.get(path);
        expect([at(body, name) !== undefined, at(body, alias) !== undefined]).toEqual([current, deprecated]);
    };
    await shown(`services/${id}`, "vpc_endpoint", "vpcEndpoint");
    await shown(`services/${id}/logs`, "last_cursor", "lastCursor");
    await shown("/auth/info", "api_key", "apiKey");
});

test("fields that are not in the contract", async () => {
    await start({ extraFields: true });
    const { id } = bench.emulator.create.vpc();
    expect((await bench.get(`vpcs/${id}`)).body).toHaveProperty("introduced_later");
});

test("lists without replica sets", async () => {
    await start({ listsWithoutReplicaSets: true });
    const { id } = bench.emulator.create.service();
    expect(at((await bench.get("services")).body, 0)).not.toHaveProperty("read_replica_sets");
    expect((await bench.get(`services/${id}`)).body).toHaveProperty("read_replica_sets");
});

test("answers without a body, and other success codes", async () => {
    await start({
        emptyAnswers: ["stopService", "startService"],
        successCodes: { stopService: 204, startService: 200, deleteService: 200 },
    });
    const path = `services/${bench.emulator.create.service().id}`;
    expect(await bench.post(`${path}/stop`)).toMatchObject({ status: 204, body: undefined });
    await bench.pass(100);
    expect(await bench.post(`${path}/start`)).toMatchObject({ status: 200, body: undefined });
    expect(await bench.delete(path)).toMatchObject({ status: 200, body: undefined });
});

test("names of services that may not be given twice in a project", async () => {
    await start({ uniqueServiceNames: true });
    const first = await bench.post("services", { name: "orders" });
    const taken = { status: 409, body: { code: "NAME_TAKEN" } };
    expect(await bench.post("services", { name: "orders" })).toMatchObject(taken);
    const path = `services/${textAt(first.body, "service_id")}`;
    await bench.pass(300);
    expect(await bench.post(`${path}/forkService`, { fork_strategy: "NOW", name: "orders" })).toMatchObject(taken);
    const other = bench.emulator.tokens[1]!;
    const elsewhere = await bench.call(
        "POST",
        `/projects/${other.projects[0]!}/services`,
        { name: "orders" },
        { token: other.token },
    );
    expect(elsewhere.status).toBe(202);
});

test("names of services may be given twice elsewhere", async () => {
    await start({});
    await bench.post("services", { name: "orders" });
    expect((await bench.post("services", { name: "orders" })).status).toBe(202);
});

test("a paused service that takes no password and no environment", async () => {
    await start({ passwordNeedsRunning: true, environmentNeedsRunning: true });
    const path = `services/${bench.emulator.create.service({ status: "PAUSED" }).id}`;
    expect(await bench.post(`${path}/updatePassword`, { password: "correct horse" })).toMatchObject({ status: 409 });
    expect(await bench.post(`${path}/setEnvironment`, { environment: "PROD" })).toMatchObject({ status: 409 });
});

test("an environment in small letters, of a service and of its replica sets", async () => {
    await start({ environmentCase: "lower" });
    const { id } = bench.emulator.create.service({ environment: "PROD" });
    bench.emulator.create.replicaSet({ service_id: id, environment: "DEV" });
    const { body } = await bench.get(`services/${id}`);
    expect(body).toMatchObject({
        metadata: { environment: "prod" },
        read_replica_sets: [{ metadata: { environment: "dev" } }],
    });
});

test("a first backup that is long in coming, or there at once", async () => {
    await start({ backupAfterMs: 0 });
    const set = { name: "reports", nodes: 1, cpu_millis: 500, memory_gbs: 2 };
    const made = async () => {
        const { body } = await bench.post("services", { name: "orders" });
        await bench.pass(120);
        return (await bench.post(`services/${textAt(body, "service_id")}/replicaSets`, set)).status;
    };
    expect(await made()).toBe(202);
    bench.emulator.setQuirks({ backupAfterMs: 3_600_000 });
    expect(await made()).toBe(409);
});

test("a quirk that there is not is refused", async () => {
    await start({});
    expect(await bench.control("PATCH", "/quirks", { colour: "red" })).toMatchObject({ status: 400 });
    expect(await bench.control("PATCH", "/quirks", { emptyAnswers: ["nothing"] })).toMatchObject({ status: 400 });
    await expect(Bench.start({ quirks: { poolerOff: "dark" as "null" } })).rejects.toThrow(/poolerOff/);
});
