// The control API, over HTTP.
import { get as httpGet } from "node:http";
import { bench } from "./support/eachBench";
import { Bench, request, textAt } from "./support/raw";

describe("access", () => {
    const withHost = (host: string) =>
        new Promise<number | undefined>((resolve, reject) => {
            httpGet(`${bench.emulator.control}/clock`, { headers: { host } }, (response) => {
                response.resume();
                resolve(response.statusCode);
            }).on("error", reject);
        });

    test.each([
        ...["localhost", "localhost:4010", "127.0.0.1:80", "127.8.8.8", "[::1]:4010", "LOCALHOST"],
        ...["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "10.0.0.1", "[::2]"],
    ])("a request to the host %s is accepted only if it is a loopback name", async (host) => {
        expect(await withHost(host)).toBe(/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host) ? 200 : 403);
    });

    test("a request of a web page is refused", async () => {
        const reply = await bench.control("POST", "/reset", undefined, { origin: "http://localhost:3000" });
        expect(reply).toMatchObject({ status: 403, body: { code: "CONTROL_REFUSED" } });
    });

    test.each([
        ["0.0.0.0", "127.0.0.1", 403],
        ["::1", "[::1]", 200],
    ])("an emulator that listens on %s", async (host, name, status) => {
        const { emulator, stop } = await Bench.start({ host });
        const origin = `http://${name}:${new URL(emulator.url).port}`;
        expect((await request(`${origin}/_control/world`, "GET")).status).toBe(status);
        expect((await request(`${origin}/v1/projects`, "GET", { token: emulator.token })).status).toBe(200);
        await stop();
    });
});

test("the received requests, without tokens and passwords", async () => {
    await bench.post("vpcs", { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" });
    await bench.get("services/x/logs?search=a&search=b");
    await bench.post("services/x/updatePassword", { password: "correct horse" });
    const { body } = await bench.control("GET", "/requests");
    const path = `/projects/${bench.emulator.projectId}/vpcs`;
    expect(body).toMatchObject([
        { number: 1, method: "POST", path, endpoint: "createVpc", status: 201, body: { name: "net" } },
        { number: 2, method: "GET", endpoint: "getServiceLogs", status: 404, query: { search: ["a", "b"] } },
        { number: 3, endpoint: "updateServicePassword", body: { password: "[secret]" } },
    ]);
    expect(JSON.stringify(body)).not.toContain(bench.emulator.token);
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
});

test("a virtual clock advances for all that share it", async () => {
    const sleeper = bench.clock.sleep(5000);
    const advanced = await bench.control("POST", "/clock", { advance_ms: 5000 });
    expect(advanced.body).toEqual({ now: "2030-01-01T00:00:05.000Z", now_ms: Date.UTC(2030, 0, 1, 0, 0, 5) });
    await sleeper;
    expect((await bench.control("GET", "/clock")).body).toEqual(advanced.body);
});

test("with the system clock only the emulator's time advances, and operations with it", async () => {
    const real = await Bench.start({ clock: undefined });
    const { body } = await real.post("services", { name: "orders" });
    await real.control("POST", "/clock", { advance_ms: 3_600_000 });
    expect((await real.get(`services/${textAt(body, "service_id")}`)).body).toMatchObject({ status: "READY" });
    await real.stop();
});

const path = {
    vpc: "vpcs/net",
    peering: "vpcs/net/peerings/peering",
    service: "services/orders",
    replicaSet: "services/orders/replicaSets",
};

/** One resource of each type, created out of band. */
async function createAll(): Promise<void> {
    for (const [collection, body] of [
        ["vpcs", { id: "net", cidr: "10.7.0.0/16" }],
        ["peerings", { id: "peering", vpc_id: "net" }],
        ["services", { id: "orders", name: "mine", vpc_id: "net" }],
        ["replicaSets", { id: "set", service_id: "orders", nodes: 3 }],
    ] as const) {
        const reply = await bench.control("POST", `/${collection}`, body);
        expect(reply).toMatchObject({ status: 201, body });
        expect(JSON.stringify(reply.body)).not.toContain("password");
    }
}

test("drift changes any field at once", async () => {
    await createAll();
    for (const [id, change, read, shown] of [
        ["orders", { name: "renamed", status: "MIGRATING" }, path.service, { name: "renamed", status: "MIGRATING" }],
        ["orders", { cpu_millis: 8000, memory_gbs: 32 }, path.service, { resources: [{ spec: { cpu_millis: 8000 } }] }],
        ["orders", { replica_count: 2 }, path.service, { ha_replicas: { replica_count: 2 } }],
        ["orders", { pooler: true }, path.service, { connection_pooler: { endpoint: {} } }],
        ["orders", { environment: "PROD" }, path.service, { metadata: { environment: "PROD" } }],
        ["set", { cpu_millis: 4000, status: "error" }, path.replicaSet, [{ cpu_millis: 4000, status: "error" }]],
        ["net", { name: "renamed" }, path.vpc, { name: "renamed" }],
        [
            "peering",
            { status: "failed", error_message: "cut" },
            path.peering,
            { status: "failed", error_message: "cut" },
        ],
    ] as const) {
        expect((await bench.control("PATCH", `/resources/${id}`, change)).status).toBe(200);
        expect((await bench.control("GET", `/resources/${id}`)).body).toMatchObject(change);
        expect((await bench.get(read)).body).toMatchObject(shown);
    }
});

test("a new status ends the operation in progress without its effect", async () => {
    await createAll();
    await bench.post(`${path.service}/resize`, { cpu_millis: "4000", memory_gbs: "16" });
    await bench.control("PATCH", "/resources/orders", { status: "READY" });
    await bench.pass(600);
    const shown = { status: "READY", resources: [{ spec: { cpu_millis: 500 } }] };
    expect((await bench.get(path.service)).body).toMatchObject(shown);
});

test.each<[string, string, object | undefined, number]>([
    ["POST", "/replicaSets", { service_id: "none" }, 404],
    ["POST", "/peerings", { vpc_id: "none" }, 404],
    ["POST", "/services", { project_id: "none" }, 404],
    ["POST", "/services", { id: "orders" }, 409],
    ["POST", "/vpcs", { colour: "red" }, 400],
    ["PATCH", "/resources/none", { name: "x" }, 404],
    ["PATCH", "/resources/orders", { colour: "red" }, 400],
    ["PATCH", "/resources/orders", { pooler: "on" }, 400],
    ["POST", "/resources/orders/accept", undefined, 404],
    ["POST", "/resources/net/maintain", undefined, 404],
    ["POST", "/resources/net/finish", undefined, 204],
    ["POST", "/faults", { do: { kind: "sabotage" } }, 400],
    ["POST", "/clock", { advance_ms: -1 }, 400],
    ["POST", "/clock", {}, 400],
    ["POST", "/clock", { advance_ms: "5" }, 400],
    ["GET", "/nowhere", undefined, 404],
])("%s %s %j is %d", async (method, route, body, status) => {
    await createAll();
    expect((await bench.control(method, route, body)).status).toBe(status);
});

test("a reset restores the initial state, with the same projects and tokens", async () => {
    const { tokens } = bench.emulator;
    await createAll();
    bench.emulator.setQuirks({ tombstones: true });
    bench.emulator.faults.add({ do: { kind: "drop" }, count: null });
    expect((await bench.control("POST", "/reset")).status).toBe(204);
    expect(bench.emulator.tokens).toEqual(tokens);
    expect(bench.emulator.quirks.tombstones).toBe(false);
    expect(bench.emulator.requests()).toEqual([]);
    expect((await bench.get("services")).body).toEqual([]);
});

test("the world has all resources, without passwords and tokens", async () => {
    const { id, password } = bench.emulator.create.service();
    bench.emulator.faults.add({ do: { kind: "stuck" } });
    await bench.post(`services/${id}/updatePassword`, { password: "correct horse" });
    const { body } = await bench.control("GET", "/world");
    expect(body).toMatchObject({
        projects: [{ name: "main" }, { name: "analytics" }],
        services: [{ status: "READY" }],
    });
    for (const secret of [password, "correct horse", bench.emulator.token]) {
        expect(JSON.stringify(body)).not.toContain(secret);
    }
});
