// Faults and interceptors, as seen by a client.
import type { Fault } from "../../src/emulator";
import { bench } from "./support/eachBench";
import { at, textAt } from "./support/raw";

type Effect = Fault["do"];
const net = { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" };
const created = () => bench.emulator.world.vpcs.size;
const add = (fault: Fault) => bench.emulator.faults.add(fault);
const broken = { kind: "status", status: 500 } as const;

describe("which requests are hit", () => {
    const statuses = async (...calls: [method: string, path: string][]) => {
        const seen: number[] = [];
        for (const [method, path] of calls) seen.push((await bench.call(method, path)).status);
        return seen;
    };
    const vpcs: [string, string] = ["GET", "vpcs"];

    test.each<[Partial<Fault>, number[]]>([
        [{}, [500, 200, 200]],
        [{ count: 2 }, [500, 500, 200]],
        [{ after: 1 }, [200, 500, 200]],
        [{ count: null }, [500, 500, 500]],
    ])("%j", async (fault, expected) => {
        add({ do: broken, ...fault });
        expect(await statuses(vpcs, vpcs, vpcs)).toEqual(expected);
    });

    test("lastsMs hits all requests within a time after the first hit", async () => {
        add({ do: broken, lastsMs: 10_000, after: 1 });
        expect(await statuses(vpcs, vpcs, vpcs)).toEqual([200, 500, 500]);
        await bench.pass(9);
        expect(await statuses(vpcs)).toEqual([500]);
        await bench.pass(1);
        expect(await statuses(vpcs)).toEqual([200]);
        expect(bench.emulator.faults.list()).toEqual([]);
    });

    test("by endpoint, verb and path", async () => {
        add({ do: broken, endpoint: "listVpcs" });
        add({ do: { ...broken, status: 501 }, verb: "DELETE" });
        add({ do: { ...broken, status: 502 }, path: "/projects/*/services/a.c" });
        expect(await statuses(["GET", "services"], ["GET", "services/abc"])).toEqual([200, 404]);
        expect(await statuses(["GET", "services/a.c"], ["DELETE", "vpcs/x"], vpcs)).toEqual([502, 501, 500]);
    });

    test("the journal names the faults of a request", async () => {
        add({ do: { kind: "latency", ms: 0 } });
        add({ do: broken });
        await bench.get("vpcs");
        expect(bench.emulator.requests()).toMatchObject([{ faults: ["latency", "status"], status: 500 }]);
    });

    test("an invalid fault is refused", () => {
        expect(() => add({ do: { kind: "status", status: 42 } })).toThrow(/status/);
        expect(() => add({ do: broken, endpoint: "listEverything" as "listVpcs" })).toThrow(/endpoint/);
    });
});

const postVpc = () =>
    fetch(`${bench.emulator.url}/projects/${bench.emulator.projectId}/vpcs`, {
        method: "POST",
        body: JSON.stringify(net),
        headers: { authorization: `Bearer ${bench.emulator.token}`, "content-type": "application/json" },
    });
const date = "Wed, 02 Jan 2030 00:00:00 GMT";
const headers = { "Retry-After": "3", "Content-Type": "application/problem+json" };
const busy = /"code":"BUSY"/;

// The fault, whether the change is applied, and the status, the body and some headers of the response.
test.each<[Effect, boolean, number, string | RegExp, Record<string, string | null>]>([
    [{ kind: "status", status: 503, body: { code: "DOWN" }, headers }, false, 503, '{"code":"DOWN"}', headers],
    [{ kind: "status", status: 504, when: "after" }, true, 504, "", {}],
    [{ kind: "rateLimit" }, false, 429, /RATE_LIMITED/, { "retry-after": null }],
    [{ kind: "rateLimit", retryAfter: 7 }, false, 429, /RATE_LIMITED/, { "retry-after": "7" }],
    [{ kind: "rateLimit", retryAfter: date, when: "after" }, true, 429, /RATE_LIMITED/, { "retry-after": date }],
    [{ kind: "busy" }, false, 409, busy, {}],
    [{ kind: "busy", status: 423 }, false, 423, busy, {}],
    [{ kind: "html" }, false, 200, /^<!doctype html>/, { "content-type": "text/html; charset=utf-8" }],
    [{ kind: "html", when: "after" }, true, 200, /^<!doctype html>/, {}],
    [{ kind: "garbage" }, true, 201, /not json/, {}],
    [{ kind: "empty" }, true, 201, "", {}],
])("%j", async (effect, applied, status, text, expected) => {
    add({ do: effect });
    const response = await postVpc();
    const body = await response.text();
    expect([response.status, created()]).toEqual([status, applied ? 1 : 0]);
    if (typeof text === "string") expect(body).toBe(text);
    else expect(body).toMatch(text);
    for (const [name, value] of Object.entries(expected)) expect(response.headers.get(name)).toBe(value);
    expect(response.headers.get("date")).toBe(new Date(bench.clock.now()).toUTCString());
});

const causeOf = async (promise: Promise<unknown>) =>
    textAt(await promise.catch((error: unknown) => error), "cause", "code");

test.each([
    ["before", "ECONNRESET", 0],
    ["after", "UND_ERR_SOCKET", 1],
] as const)("drop %s the change", async (when, code, count) => {
    add({ do: { kind: "drop", when } });
    expect([await causeOf(postVpc()), created()]).toEqual([code, count]);
    expect(bench.emulator.requests()).toMatchObject([{ status: undefined, faults: ["drop"] }]);
});

test("truncate closes the connection after half of the body", async () => {
    add({ do: { kind: "truncate" } });
    const response = await postVpc();
    await expect(response.text()).rejects.toThrow("terminated");
    expect([response.status, created()]).toEqual([201, 1]);
});

test("slowBody sends the body in chunks, with pauses between them", async () => {
    add({ do: { kind: "slowBody", ms: 1000, chunkBytes: 10 } });
    const text = (await postVpc()).text();
    await bench.pass(1000);
    expect(JSON.parse(await text)).toMatchObject(net);
});

test.each(["before", "after"] as const)("hang %s the change, until the client gives up", async (when) => {
    add({ do: { kind: "hang", when } });
    const giveUp = new AbortController();
    const answer = fetch(`${bench.emulator.url}/auth/info`, { signal: giveUp.signal });
    await bench.pass(3600);
    giveUp.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    expect((await bench.get("vpcs")).status).toBe(200);
});

test("stop ends a request that hangs", async () => {
    add({ do: { kind: "hang" } });
    const hanging = causeOf(postVpc());
    await bench.clock.calm();
    await bench.stop();
    expect(await hanging).toBe("UND_ERR_SOCKET");
});

test("latency takes the emulator's time", async () => {
    add({ do: { kind: "latency", ms: 30_000 } });
    let answered = false;
    const reply = bench.get("vpcs").then(() => (answered = true));
    await bench.pass(29);
    expect(answered).toBe(false);
    await bench.pass(1);
    expect(await reply).toBe(true);
});

test("anotherRecord answers a GET with the record of another resource", async () => {
    const [one, other] = bench.emulator.create.services(2);
    add({ do: { kind: "anotherRecord" }, count: null });
    expect((await bench.get(`services/${one!.id}`)).body).toMatchObject({ service_id: other!.id });
    expect((await bench.delete(`services/${one!.id}`)).status).toBe(202);
    expect(bench.emulator.resource(one!.id)).toMatchObject({ status: "DELETING" });
});

describe("operations", () => {
    const path = "services/orders";
    const resize = () => bench.post(`${path}/resize`, { cpu_millis: "4000", memory_gbs: "16" });
    const cpu = async () => at((await bench.get(path)).body, "resources", 0, "spec", "cpu_millis");
    beforeEach(() => void bench.emulator.create.service({ id: "orders" }));

    // The statuses of a resize, with the second at which each begins, and the size at the end.
    test.each<[Effect, Record<string, number>, number]>([
        [{ kind: "unstable", ms: 30_000 }, { UPGRADING: 0, CONFIGURING: 150, UNSTABLE: 160, READY: 190 }, 4000],
        [{ kind: "fail" }, { UPGRADING: 0, CONFIGURING: 150, UNSTABLE: 160 }, 500],
        [{ kind: "slow", factor: 2 }, { UPGRADING: 0, CONFIGURING: 300, READY: 320 }, 4000],
        [{ kind: "stuck" }, { UPGRADING: 0 }, 500],
    ])("%j", async (effect, statuses, size) => {
        add({ do: effect });
        await resize();
        expect(await bench.watch(path)).toEqual(Object.entries(statuses));
        expect(await cpu()).toBe(size);
    });

    test("late shows the effect after the status has settled", async () => {
        add({ do: { kind: "late", ms: 60_000 } });
        await resize();
        await bench.pass(160);
        expect((await bench.get(path)).body).toMatchObject({ status: "READY" });
        expect(await cpu()).toBe(500);
        await bench.pass(60);
        expect(await cpu()).toBe(4000);
    });

    test("an operation without phases can be stuck", async () => {
        add({ do: { kind: "stuck" } });
        await bench.post(`${path}/setEnvironment`, { environment: "PROD" });
        await bench.pass(3600);
        expect((await bench.get(path)).body).toMatchObject({ status: "READY", metadata: { environment: "DEV" } });
    });

    test("a failure leaves a replica set in error and gives a peering an error message", async () => {
        add({ do: { kind: "fail", message: "The CIDR blocks overlap." }, count: 2 });
        const sets = `${path}/replicaSets`;
        await bench.post(sets, { name: "reports", nodes: 1, cpu_millis: 500, memory_gbs: 2 });
        bench.emulator.create.vpc({ id: "net" });
        const peer = { peer_account_id: "1", peer_region_code: "eu-west-1", peer_vpc_id: "vpc-1" };
        await bench.post("vpcs/net/peerings", peer);
        await bench.pass(100);
        expect((await bench.get(sets)).body).toMatchObject([{ status: "error" }]);
        const [peering] = (await bench.get("vpcs/net/peerings")).body as object[];
        expect(peering).toMatchObject({ status: "failed", error_message: "The CIDR blocks overlap." });
        expect(peering).not.toHaveProperty("provisioned_id");
    });
});

describe("interceptors", () => {
    test("a request waits for them, before the change and after it", async () => {
        const seen: unknown[] = [];
        const remove = bench.emulator.intercept({
            async before({ endpoint, body }) {
                await new Promise((resolve) => setImmediate(resolve));
                seen.push(["before", endpoint, body, created()]);
            },
            after: ({ endpoint, body, status }) => void seen.push(["after", endpoint, body, created(), status]),
        });
        expect((await postVpc()).status).toBe(201);
        expect(seen).toEqual([
            ["before", "createVpc", net, 0],
            ["after", "createVpc", net, 1, undefined],
        ]);
        remove();
        await bench.get("vpcs");
        expect(seen).toHaveLength(2);
    });

    test.each([
        ["before", 0],
        ["after", 1],
    ] as const)("they can close the connection %s the change", async (side, count) => {
        bench.emulator.intercept({ [side]: () => "drop" as const });
        await expect(postVpc()).rejects.toThrow("fetch failed");
        expect(created()).toBe(count);
        expect(bench.emulator.requests()).toMatchObject([{ endpoint: "createVpc", status: undefined }]);
    });
});
