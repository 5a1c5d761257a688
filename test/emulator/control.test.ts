// The control API, over HTTP.
import { get as httpGet } from "node:http";
import { Bench, request, textAt } from "./support/raw";

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

describe("who may use it", () => {
    const withHost = (host: string) =>
        new Promise<number | undefined>((resolve, reject) => {
            httpGet(`${bench.emulator.control}/clock`, { headers: { host } }, (response) => {
                response.resume();
                resolve(response.statusCode);
            }).on("error", reject);
        });

    test.each(["localhost", "localhost:4010", "127.0.0.1:80", "127.8.8.8", "[::1]:4010", "LOCALHOST"])(
        "a request to %s",
        async (host) => expect(await withHost(host)).toBe(200),
    );

    test.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "10.0.0.1", "[::2]"])(
        "not one to %s, which may be a name that leads here by a trick",
        async (host) => expect(await withHost(host)).toBe(403),
    );

    test("no web page", async () => {
        const reply = await bench.control("POST", "/reset", undefined, { origin: "http://localhost:3000" });
        expect(reply).toMatchObject({ status: 403, body: { code: "CONTROL_REFUSED" } });
    });

    test("nobody at all where the emulator can be reached from other machines", async () => {
        const open = await Bench.start({ host: "0.0.0.0" });
        const port = new URL(open.emulator.url).port;
        expect(await request(`http://127.0.0.1:${port}/_control/world`, "GET")).toMatchObject({ status: 403 });
        const token = open.emulator.token;
        expect(await request(`http://127.0.0.1:${port}/v1/projects`, "GET", { token })).toMatchObject({ status: 200 });
        await open.stop();
    });

    test("an emulator on the IPv6 loopback as well", async () => {
        const six = await Bench.start({ host: "::1" });
        expect(six.emulator.url).toMatch(/^http:\/\/\[::1\]:\d+\/v1$/);
        expect((await six.control("GET", "/clock")).status).toBe(200);
        expect((await six.get("vpcs")).status).toBe(200);
        await six.stop();
    });
});

test("the requests that came, without tokens and passwords, and that they can be forgotten", async () => {
    await bench.post("vpcs", { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" });
    await bench.get("services/x/logs?search=a&search=b");
    await bench.post("services/x/updatePassword", { password: "correct horse" });
    const { body } = await bench.control("GET", "/requests");
    const project = `/projects/${bench.emulator.projectId}`;
    expect(body).toMatchObject([
        {
            number: 1,
            method: "POST",
            path: `${project}/vpcs`,
            endpoint: "createVpc",
            status: 201,
            body: { name: "net" },
        },
        { number: 2, method: "GET", endpoint: "getServiceLogs", status: 404, query: { search: ["a", "b"] } },
        { number: 3, endpoint: "updateServicePassword", body: { password: "[secret]" } },
    ]);
    const text = JSON.stringify(body);
    expect(text).not.toContain(bench.emulator.token);
    expect(text).not.toContain("correct horse");
    expect((await bench.control("DELETE", "/requests")).status).toBe(204);
    expect((await bench.control("GET", "/requests")).body).toEqual([]);
});

test("faults are added, listed and removed", async () => {
    const added = await bench.control("POST", "/faults", { do: { kind: "status", status: 500 }, count: null });
    expect(added).toMatchObject({ status: 201, body: { id: "f1" } });
    expect((await bench.get("vpcs")).status).toBe(500);
    expect((await bench.control("GET", "/faults")).body).toMatchObject([{ id: "f1", hits: 1, count: null }]);
    expect((await bench.control("DELETE", "/faults/f1")).status).toBe(204);
    expect((await bench.control("DELETE", "/faults/f1")).status).toBe(404);
    await bench.control("POST", "/faults", { do: { kind: "drop" } });
    expect((await bench.control("DELETE", "/faults")).status).toBe(204);
    expect((await bench.get("vpcs")).status).toBe(200);
    const wrong = await bench.control("POST", "/faults", { do: { kind: "sabotage" } });
    expect(wrong).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST" } });
});

describe("the clock", () => {
    test("a virtual one moves for all that share it", async () => {
        const sleeper = bench.clock.sleep(5000);
        const moved = await bench.control("POST", "/clock", { advance_ms: 5000 });
        expect(moved.body).toEqual({ now: "2030-01-01T00:00:05.000Z", now_ms: Date.UTC(2030, 0, 1, 0, 0, 5) });
        await sleeper;
        expect((await bench.control("GET", "/clock")).body).toEqual(moved.body);
    });

    test("of the machine's only the emulator's view moves, and operations with it", async () => {
        const real = await Bench.start({ clock: undefined });
        const { body } = await real.post("services", { name: "orders" });
        await real.control("POST", "/clock", { advance_ms: 3_600_000 });
        const path = `services/${textAt(body, "service_id")}`;
        expect((await real.get(path)).body).toMatchObject({ status: "READY" });
        await real.stop();
    });

    test.each([{ advance_ms: -1 }, {}, { advance_ms: "5" }])("%j is refused", async (body) => {
        expect((await bench.control("POST", "/clock", body)).status).toBe(400);
    });
});

describe("drift", () => {
    const things = (id: string) => `/resources/${id}`;

    test("everything of a service changes at once, behind the back", async () => {
        const { id } = bench.emulator.create.service();
        const vpc = bench.emulator.create.vpc();
        const change = {
            name: "renamed",
            cpu_millis: 8000,
            memory_gbs: 32,
            replica_count: 2,
            sync_replica_count: 1,
            pooler: true,
            environment: "PROD",
            vpc_id: vpc.id,
            status: "PAUSED",
        };
        expect((await bench.control("PATCH", things(id), change)).status).toBe(200);
        expect((await bench.get(`services/${id}`)).body).toMatchObject({
            name: "renamed",
            resources: [{ spec: { cpu_millis: 8000, memory_gbs: 32 } }],
            ha_replicas: { replica_count: 2, sync_replica_count: 1 },
            connection_pooler: { endpoint: {} },
            metadata: { environment: "PROD" },
            vpc_endpoint: { vpc_id: vpc.id },
            status: "PAUSED",
        });
    });

    test("a new status ends what is under way", async () => {
        const { id } = bench.emulator.create.service();
        await bench.post(`services/${id}/resize`, { cpu_millis: "4000", memory_gbs: "16" });
        await bench.control("PATCH", things(id), { status: "MIGRATING" });
        await bench.pass(600);
        expect((await bench.get(`services/${id}`)).body).toMatchObject({
            status: "MIGRATING",
            resources: [{ spec: { cpu_millis: 500 } }],
        });
    });

    test("replica sets, VPCs and peerings change as well", async () => {
        const service = bench.emulator.create.service();
        const set = bench.emulator.create.replicaSet({ service_id: service.id });
        const vpc = bench.emulator.create.vpc();
        const peering = bench.emulator.create.peering({ vpc_id: vpc.id });
        await bench.control("PATCH", things(set.id), { cpu_millis: 4000, pooler: true, status: "error" });
        await bench.control("PATCH", things(vpc.id), { name: "renamed" });
        await bench.control("PATCH", things(peering.id), { status: "failed", error_message: "cut" });
        expect((await bench.get(`services/${service.id}/replicaSets`)).body).toMatchObject([
            { cpu_millis: 4000, status: "error", connection_pooler: {} },
        ]);
        expect((await bench.get(`vpcs/${vpc.id}`)).body).toMatchObject({ name: "renamed" });
        expect((await bench.get(`vpcs/${vpc.id}/peerings`)).body).toMatchObject([
            { status: "failed", error_message: "cut" },
        ]);
    });

    test("things are taken away at once, with all that hangs on them", async () => {
        const service = bench.emulator.create.service();
        const set = bench.emulator.create.replicaSet({ service_id: service.id });
        const vpc = bench.emulator.create.vpc();
        const peering = bench.emulator.create.peering({ vpc_id: vpc.id });
        for (const id of [service.id, vpc.id]) expect((await bench.control("DELETE", things(id))).status).toBe(204);
        for (const { id } of [service, set, vpc, peering]) {
            expect((await bench.control("GET", things(id))).status).toBe(404);
        }
    });

    test("what there is not, and what it does not have, is refused", async () => {
        const { id } = bench.emulator.create.service();
        expect((await bench.control("PATCH", things("none"), { name: "x" })).status).toBe(404);
        expect((await bench.control("PATCH", things(id), { colour: "red" })).status).toBe(400);
        expect((await bench.control("PATCH", things(id), { pooler: "on" })).status).toBe(400);
    });
});

describe("things made out of band", () => {
    test("are there at once, settled", async () => {
        const vpc = await bench.control("POST", "/vpcs", { cidr: "10.7.0.0/16" });
        const vpc_id = textAt(vpc.body, "id");
        const service = await bench.control("POST", "/services", { name: "mine", vpc_id });
        const service_id = textAt(service.body, "id");
        await bench.control("POST", "/replicaSets", { service_id, nodes: 3 });
        await bench.control("POST", "/peerings", { vpc_id });
        expect((await bench.get(`services/${service_id}`)).body).toMatchObject({
            name: "mine",
            status: "READY",
            vpc_endpoint: { vpc_id },
            read_replica_sets: [{ nodes: 3, status: "active" }],
        });
        expect((await bench.get(`vpcs/${vpc_id}/peerings`)).body).toMatchObject([{ status: "active" }]);
        expect(JSON.stringify(service.body)).not.toContain("password");
    });

    test("in another project, under an id of one's own", async () => {
        const other = bench.emulator.tokens[1]!;
        await bench.control("POST", "/services", { project_id: "analytics", id: "abc" });
        const path = `/projects/${other.projects[0]!}/services/abc`;
        expect((await bench.call("GET", path, undefined, { token: other.token })).status).toBe(200);
        expect((await bench.control("POST", "/services", { id: "abc" })).status).toBe(409);
    });

    test("many at once", async () => {
        expect((await bench.control("POST", "/services", { count: 1000, name: "s" })).status).toBe(201);
        const { body } = await bench.get("services");
        expect(body).toHaveLength(1000);
        expect(body).toMatchObject(Array.from({ length: 1000 }, (_, n) => ({ name: `s-${n}` })));
    });

    test.each([
        ["/replicaSets", { service_id: "none" }, 404],
        ["/peerings", { vpc_id: "none" }, 404],
        ["/services", { project_id: "none" }, 404],
        ["/vpcs", { colour: "red" }, 400],
    ])("%s %j is refused", async (path, body, status) => {
        expect((await bench.control("POST", path, body)).status).toBe(status);
    });
});

test("everything under way can be ended at once", async () => {
    const { body } = await bench.post("services", { name: "orders", replica_count: 1 });
    expect((await bench.control("POST", "/finish")).status).toBe(204);
    expect((await bench.get(`services/${textAt(body, "service_id")}`)).body).toMatchObject({
        status: "READY",
        ha_replicas: { replica_count: 1 },
    });
});

test("a reset brings the start back: the same projects and tokens, nothing else", async () => {
    const { tokens } = bench.emulator;
    await bench.service();
    bench.emulator.setQuirks({ tombstones: true });
    bench.emulator.faults.add({ do: { kind: "drop" }, count: null });
    expect((await bench.control("POST", "/reset")).status).toBe(204);
    expect(bench.emulator.tokens).toMatchObject(tokens);
    expect(bench.emulator.quirks.tombstones).toBe(false);
    expect(bench.emulator.requests()).toEqual([]);
    expect((await bench.get("services")).body).toEqual([]);
});

test("the world can be read, without passwords and tokens", async () => {
    const { password } = bench.emulator.create.service();
    const { body } = await bench.control("GET", "/world");
    expect(body).toMatchObject({
        projects: [{ name: "main" }, { name: "analytics" }],
        services: [{ status: "READY" }],
    });
    expect(JSON.stringify(body)).not.toContain(password);
});

test("a control that there is not is 404", async () => {
    expect(await bench.control("GET", "/nowhere")).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
});

test("what only one kind of thing can do is refused of others", async () => {
    const service = bench.emulator.create.service();
    const vpc = bench.emulator.create.vpc();
    expect((await bench.control("POST", `/resources/${service.id}/accept`)).status).toBe(404);
    expect((await bench.control("POST", `/resources/${vpc.id}/maintain`)).status).toBe(404);
    expect((await bench.control("POST", `/resources/${vpc.id}/finish`)).status).toBe(204);
});
