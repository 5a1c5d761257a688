// Every value of every quirk.
import type { Quirks } from "../../src/emulator";
import { bench } from "./support/eachBench";
import { at, Bench, textAt } from "./support/raw";

const start = (quirks: Partial<Quirks>) => bench.emulator.setQuirks(quirks);

const body = async (path: string) => (await bench.get(path)).body;
const codeOf = async (reply: ReturnType<typeof bench.post>) => textAt((await reply).body, "code");
const net = { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" };

// The fields of a service and of the replica set in it; `undefined` for a field that is not returned.
describe.each<[Partial<Quirks>, object]>([
    [{ omit: ["metadata", "connection_pooler"] }, { metadata: undefined, connection_pooler: undefined }],
    [{ poolerOff: "absent" }, { connection_pooler: undefined }],
    [{ poolerOff: "empty" }, { connection_pooler: {} }],
    [{ poolerOff: "null" }, { connection_pooler: null }],
    [{ absentAs: "null" }, { connection_pooler: null }],
    [{ environmentCase: "lower" }, { metadata: { environment: "prod" } }],
    [{ nameCase: "lower" }, { name: "orders" }],
    [{ extraFields: true }, { introduced_later: { since: "v1.9" } }],
])("%j", (quirks, fields) => {
    test.each(["services", "services/orders"])("in %s", async (path) => {
        start(quirks);
        bench.emulator.create.service({ id: "orders", name: "Orders", environment: "PROD" });
        bench.emulator.create.replicaSet({ service_id: "orders", name: "Orders", environment: "PROD" });
        const answer = await body(path);
        const record = Array.isArray(answer) ? (answer[0] as unknown) : answer;
        for (const shown of [record, at(record, "read_replica_sets", 0)]) {
            expect(Object.fromEntries(Object.keys(fields).map((field) => [field, at(shown, field)]))).toEqual(fields);
        }
    });
});

test.each<[Partial<Quirks>, (string | number)[], unknown]>([
    [{ listOmit: ["metadata"] }, ["metadata"], undefined],
    [{ listOmit: ["metadata"] }, ["read_replica_sets", 0, "metadata"], undefined],
    [{ listsWithoutReplicaSets: true }, ["read_replica_sets"], undefined],
    [{ listsEmptyReplicaSets: true }, ["read_replica_sets"], []],
])("%j: %j is %j in lists only", async (quirks, field, value) => {
    start(quirks);
    bench.emulator.create.service({ id: "orders" });
    bench.emulator.create.replicaSet({ service_id: "orders" });
    expect(at(await body("services"), 0, ...field)).toEqual(value);
    expect(await body("services/orders")).toMatchObject({ metadata: {}, read_replica_sets: [{ metadata: {} }] });
});

test("absentAs null also applies to deprecated names", async () => {
    start({ absentAs: "null" });
    bench.emulator.create.service({ id: "orders" });
    expect(await body("services/orders")).toMatchObject({ vpc_endpoint: null, vpcEndpoint: null, forked_from: null });
});

test.each([
    ["both", true, true],
    ["only", false, true],
    ["none", true, false],
] as const)("deprecated names: %s", async (aliases, current, deprecated) => {
    start({ aliases });
    bench.emulator.create.vpc({ id: "net" });
    bench.emulator.create.service({ id: "orders", vpc_id: "net" });
    for (const [path, name, alias] of [
        ["services/orders", "vpc_endpoint", "vpcEndpoint"],
        ["services/orders/logs", "last_cursor", "lastCursor"],
        ["/auth/info", "api_key", "apiKey"],
    ] as const) {
        const answer = await body(path);
        expect([at(answer, name) !== undefined, at(answer, alias) !== undefined]).toEqual([current, deprecated]);
    }
});

test("empty responses and other success codes", async () => {
    const successCodes = { stopService: 204, startService: 200, deleteService: 200 };
    start({ emptyAnswers: ["stopService", "startService"], successCodes });
    const path = `services/${bench.emulator.create.service().id}`;
    expect(await bench.post(`${path}/stop`)).toMatchObject({ status: 204, body: undefined });
    await bench.pass(100);
    expect(await bench.post(`${path}/start`)).toMatchObject({ status: 200, body: undefined });
    expect(await bench.delete(path)).toMatchObject({ status: 200, body: undefined });
});

test.each([true, false])("unique service names in a project: %p", async (uniqueServiceNames) => {
    start({ uniqueServiceNames });
    bench.emulator.create.service({ id: "orders", name: "orders" });
    bench.emulator.create.service({ id: "other", name: "new", project_id: "analytics" });
    const code = uniqueServiceNames ? "NAME_TAKEN" : "undefined";
    expect(await codeOf(bench.post("services", { name: "orders" }))).toBe(code);
    const fork = { fork_strategy: "NOW", name: "orders" };
    expect(await codeOf(bench.post("services/orders/forkService", fork))).toBe(code);
    expect((await bench.post("services", { name: "new" })).status).toBe(202);
});

test.each([
    [0, 202],
    [3_600_000, 409],
])("a first backup %d ms after the service is ready", async (backupAfterMs, status) => {
    start({ backupAfterMs });
    const { body: created } = await bench.post("services", { name: "orders" });
    await bench.pass(120);
    const set = { name: "reports", nodes: 1, cpu_millis: 500, memory_gbs: 2 };
    const path = `services/${textAt(created, "service_id")}/replicaSets`;
    expect((await bench.post(path, set)).status).toBe(status);
});

test("an unknown quirk or value is refused", async () => {
    expect(await bench.control("PATCH", "/quirks", { colour: "red" })).toMatchObject({ status: 400 });
    expect(await bench.control("PATCH", "/quirks", { emptyAnswers: ["nothing"] })).toMatchObject({ status: 400 });
    await expect(Bench.start({ quirks: { poolerOff: "dark" as "null" } })).rejects.toThrow(/poolerOff/);
});

test.each([
    ["saying so", { code: "HAS_FORKS" }],
    ["silently", undefined],
] as const)("forks prevent the deletion of their parent: %s", async (forksHold, refusal) => {
    start({ forksHold });
    bench.emulator.create.service({ id: "orders" });
    const fork = await bench.post("services/orders/forkService", { fork_strategy: "LAST_SNAPSHOT" });
    const refused = await bench.delete("services/orders");
    expect([refused.status, at(refused.body, "code")]).toEqual([409, refusal?.code]);
    bench.emulator.remove(textAt(fork.body, "service_id"));
    expect((await bench.delete("services/orders")).status).toBe(202);
});

test("spelling of regions and types", async () => {
    start({ regionPrefix: "aws:", typeWords: { TIMESERIES_DB: "TIMESCALE" } });
    const shown = { region_code: "aws:eu-west-1", service_type: "TIMESCALE" };
    for (const region_code of ["eu-west-1", "aws:eu-west-1"]) {
        const created = await bench.post("services", { name: "orders", region_code, addons: ["time-series"] });
        expect(created.body).toMatchObject(shown);
        const row = bench.emulator.resource(textAt(created.body, "service_id"));
        expect(row).toMatchObject({ region_code: "eu-west-1", service_type: "TIMESERIES_DB" });
    }
    expect(await body("services")).toMatchObject([shown, shown]);
    expect((await bench.post("vpcs", { ...net, region_code: "aws:eu-west-1" })).body).toMatchObject({
        region_code: "aws:eu-west-1",
    });
});

test("a malformed record in lists", async () => {
    start({ malformedRecord: true });
    bench.emulator.create.service({ id: "orders" });
    expect(await body("services")).toMatchObject([{ service_id: null }, { service_id: "orders" }]);
    expect(await body("vpcs")).toMatchObject([{ id: [17] }]);
});

/** The status of a GET of the service, and how many services the list shows. */
const visible = async (path: string) => [(await bench.get(path)).status, ((await body("services")) as []).length];
/** The service is created or deleted, then the time passes. */
test.each<[Partial<Quirks>, (number | number[])[], (number | number[])[]]>([
    [{ listLagMs: 60_000 }, [[200, 0], 60, [200, 1]], [[404, 1], 60, [404, 0]]],
    [{ staleReadMs: 60_000 }, [[200, 1]], [[200, 0], 60, [404, 0]]],
    [{ flickerMs: 60_000 }, [[404, 1], [200, 1], [404, 1], 60, [200, 1], [200, 1]], [[404, 0]]],
    [{ hiddenMs: 60_000 }, [[404, 0], 60, [200, 1]], [[404, 0]]],
    [{ ghostMs: 60_000 }, [[200, 1]], [[404, 1], 60, [404, 0]]],
])("%j: what reads show after a create and after a delete", async (quirks, afterCreate, afterDelete) => {
    start(quirks);
    const { body: created } = await bench.post("services", { name: "new" });
    const path = `services/${textAt(created, "service_id")}`;
    const check = async (steps: (number | number[])[]) => {
        for (const step of steps) {
            if (typeof step === "number") await bench.pass(step);
            else expect(await visible(path)).toEqual(step);
        }
    };
    await check(afterCreate);
    await bench.pass(300);
    bench.emulator.remove(textAt(created, "service_id"));
    await check(afterDelete);
});

test("stale reads show the record before the change", async () => {
    start({ staleReadMs: 10_000 });
    bench.emulator.create.service({ id: "orders" });
    const resize = await bench.post("services/orders/resize", { cpu_millis: "1000", memory_gbs: "4" });
    expect(resize.body).toMatchObject({ status: "UPGRADING" });
    expect(await body("services/orders")).toMatchObject({ status: "READY" });
    expect(await body("services")).toMatchObject([{ status: "READY" }]);
    await bench.pass(10);
    expect(await body("services/orders")).toMatchObject({ status: "UPGRADING" });
});

test("a ghost is shown as if its deletion had not begun", async () => {
    start({ ghostMs: 3_600_000 });
    bench.emulator.create.service({ id: "orders" });
    await bench.delete("services/orders");
    await bench.pass(60);
    expect(await body("services")).toMatchObject([{ service_id: "orders", status: "READY" }]);
});

test("lists that omit what is being deleted", async () => {
    start({ listsOmitDeleting: true });
    bench.emulator.create.service({ id: "orders" });
    await bench.delete("services/orders");
    expect(await body("services")).toEqual([]);
    expect(await body("services/orders")).toMatchObject({ status: "DELETING" });
});
