// Every value of every quirk.
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

test.each([
    ["saying so", { code: "HAS_FORKS" }],
    ["silently", undefined],
] as const)("forks hold their parent %s", async (forksHold, body) => {
    await start({ forksHold });
    const parent = bench.emulator.create.service();
    const fork = await bench.post(`services/${parent.id}/forkService`, { fork_strategy: "LAST_SNAPSHOT" });
    const refused = await bench.call("DELETE", `services/${parent.id}`);
    expect(refused.status).toBe(409);
    if (body === undefined) expect(refused.body).toBeUndefined();
    else expect(refused.body).toMatchObject(body);
    bench.emulator.remove(textAt(fork.body, "service_id"));
    expect((await bench.call("DELETE", `services/${parent.id}`)).status).toBe(202);
});

test("its own spelling of names, regions and types", async () => {
    await start({ nameCase: "lower", regionPrefix: "aws:", typeWords: { TIMESERIES_DB: "TIMESCALE" } });
    const body = { name: "Orders", region_code: "eu-west-1", addons: ["time-series"] };
    const made = await bench.post("services", body);
    const shown = { name: "orders", region_code: "aws:eu-west-1", service_type: "TIMESCALE" };
    expect(made.body).toMatchObject(shown);
    expect((await bench.get("services")).body).toMatchObject([shown]);
    expect(bench.emulator.resource(textAt(made.body, "service_id"))).toMatchObject({
        name: "Orders",
        region_code: "eu-west-1",
        service_type: "TIMESERIES_DB",
    });
});

test("a region is taken as it is shown", async () => {
    await start({ regionPrefix: "aws:" });
    const net = await bench.post("vpcs", { cidr: "10.0.0.0/16", name: "net", region_code: "aws:eu-west-1" });
    expect(net.body).toMatchObject({ region_code: "aws:eu-west-1" });
    const service = await bench.post("services", { name: "a", region_code: "aws:eu-west-1" });
    expect(service.status).toBe(202);
});

test("lists with fewer fields than a single record", async () => {
    await start({ listOmit: ["metadata", "ha_replicas"] });
    const { id } = bench.emulator.create.service();
    expect(at((await bench.get("services")).body, 0)).not.toHaveProperty("metadata");
    expect(at((await bench.get("services")).body, 0)).toHaveProperty("endpoint");
    expect((await bench.get(`services/${id}`)).body).toHaveProperty("metadata");
});

test("a record of somebody else that breaks the contract", async () => {
    await start({ malformedRecord: true });
    const { id } = bench.emulator.create.service();
    const { body } = await bench.get("services");
    expect(at(body, 0, "service_id")).toBeNull();
    expect(at(body, 1, "service_id")).toBe(id);
    expect(at((await bench.get("vpcs")).body, 0, "id")).toBe(17);
});

test("lists that lag: what is new is missing, what is gone is still there", async () => {
    await start({ listLagMs: 30_000 });
    const { id: old } = bench.emulator.create.service();
    const { body } = await bench.post("vpcs", { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" });
    const ids = async (path: string) =>
        ((await bench.get(path)).body as { id?: string; service_id?: string }[]).map((one) => one.service_id ?? one.id);
    expect(await ids("vpcs")).toEqual([]);
    expect((await bench.get(`vpcs/${textAt(body, "id")}`)).status).toBe(200);
    await bench.clock.advance(30_000);
    expect(await ids("vpcs")).toEqual([textAt(body, "id")]);
    await bench.call("DELETE", `vpcs/${textAt(body, "id")}`);
    bench.emulator.remove(old);
    expect(await ids("vpcs")).toEqual([textAt(body, "id")]);
    expect(await ids("services")).toEqual([old]);
    expect((await bench.get(`services/${old}`)).status).toBe(404);
    await bench.clock.advance(30_000);
    expect([await ids("vpcs"), await ids("services")]).toEqual([[], []]);
});

test("reads that are stale after a write", async () => {
    await start({ staleReadMs: 10_000 });
    const { id } = bench.emulator.create.service({ cpu_millis: 500, memory_gbs: 2 });
    const answer = await bench.post(`services/${id}/resize`, { cpu_millis: "1000", memory_gbs: "4" });
    expect(answer.body).toMatchObject({ status: "UPGRADING" });
    expect((await bench.get(`services/${id}`)).body).toMatchObject({ status: "READY" });
    expect((await bench.get("services")).body).toMatchObject([{ status: "READY" }]);
    await bench.clock.advance(10_000);
    expect((await bench.get(`services/${id}`)).body).toMatchObject({ status: "UPGRADING" });
    const net = bench.emulator.create.vpc();
    await bench.call("DELETE", `vpcs/${net.id}`);
    expect((await bench.get(`vpcs/${net.id}`)).status).toBe(200);
    await bench.clock.advance(10_000);
    expect((await bench.get(`vpcs/${net.id}`)).status).toBe(404);
});

test("a new thing that is found by every second look only", async () => {
    await start({ flickerMs: 60_000 });
    const { body } = await bench.post("services", { name: "new" });
    const look = async () => (await bench.get(`services/${textAt(body, "service_id")}`)).status;
    expect([await look(), await look(), await look()]).toEqual([404, 200, 404]);
    await bench.clock.advance(60_000);
    expect([await look(), await look()]).toEqual([200, 200]);
});

test("a new thing that nothing shows", async () => {
    await start({ hiddenMs: 60_000 });
    const { body } = await bench.post("services", { name: "new" });
    const path = `services/${textAt(body, "service_id")}`;
    expect([(await bench.get(path)).status, (await bench.get("services")).body]).toEqual([404, []]);
    await bench.clock.advance(60_000);
    expect([(await bench.get(path)).status, (await bench.get("services")).body]).toMatchObject([
        200,
        [{ name: "new" }],
    ]);
});

test("a ghost: lists show it, its own GET does not", async () => {
    await start({ ghostMs: 3_600_000 });
    const path = await bench.service({ name: "old" });
    await bench.delete(path);
    await bench.pass(120);
    expect((await bench.get(path)).status).toBe(404);
    expect((await bench.get("services")).body).toMatchObject([{ name: "old", status: "READY" }]);
    await bench.pass(3600);
    expect((await bench.get("services")).body).toEqual([]);
});

test("lists that omit what is being deleted", async () => {
    await start({ listsOmitDeleting: true });
    const path = await bench.service();
    await bench.delete(path);
    expect((await bench.get("services")).body).toEqual([]);
    expect((await bench.get(path)).body).toMatchObject({ status: "DELETING" });
});

test("a list that shows no replica sets", async () => {
    await start({ listsEmptyReplicaSets: true });
    const path = await bench.service();
    bench.emulator.create.replicaSet({ service_id: path.split("/")[1]!, name: "reports" });
    expect((await bench.get("services")).body).toMatchObject([{ read_replica_sets: [] }]);
    expect((await bench.get(path)).body).toMatchObject({ read_replica_sets: [{ name: "reports" }] });
});
