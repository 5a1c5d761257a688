// Faults, as seen by a client.
import type { Fault } from "../../src/emulator";
import { at, Bench, textAt } from "./support/raw";

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

const net = { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" };
const vpcs = async () => (await bench.get("vpcs")).body as unknown[];
const add = (fault: Fault) => bench.emulator.faults.add(fault);

describe("which requests are hit", () => {
    const statuses = async (...calls: [string, string][]) => {
        const seen: number[] = [];
        for (const [method, path] of calls) seen.push((await bench.call(method, path)).status);
        return seen;
    };
    const broken = { kind: "status", status: 500 } as const;

    test("one request, unless it is said otherwise", async () => {
        add({ do: broken });
        expect(await statuses(["GET", "vpcs"], ["GET", "vpcs"])).toEqual([500, 200]);
        expect(bench.emulator.faults.list()).toEqual([]);
    });

    test("so many, after so many", async () => {
        add({ do: broken, after: 1, count: 2 });
        const calls = Array.from({ length: 5 }, () => ["GET", "vpcs"] as [string, string]);
        expect(await statuses(...calls)).toEqual([200, 500, 500, 200, 200]);
    });

    test("all, until the fault is removed", async () => {
        const id = add({ do: broken, count: null });
        expect(await statuses(["GET", "vpcs"], ["GET", "services"], ["GET", "/nowhere"])).toEqual([500, 500, 500]);
        expect(bench.emulator.faults.list()).toMatchObject([{ id, hits: 3 }]);
        expect(bench.emulator.faults.remove(id)).toBe(true);
        expect(bench.emulator.faults.remove(id)).toBe(false);
        expect(await statuses(["GET", "vpcs"])).toEqual([200]);
    });

    test("all within a time of the first", async () => {
        add({ do: { ...broken, status: 401 }, lastsMs: 10_000, after: 1 });
        const get = async () => (await bench.get("vpcs")).status;
        expect(await get()).toBe(200);
        expect([await get(), await get()]).toEqual([401, 401]);
        await bench.pass(9);
        expect(await get()).toBe(401);
        await bench.pass(1);
        expect(await get()).toBe(200);
        expect(bench.emulator.faults.list()).toEqual([]);
    });

    test("those of an endpoint, a verb, a path", async () => {
        add({ do: broken, endpoint: "listVpcs" });
        add({ do: { ...broken, status: 501 }, verb: "DELETE" });
        add({ do: { ...broken, status: 502 }, path: "/projects/*/services/a.c" });
        expect(await statuses(["GET", "services"], ["GET", "services/abc"])).toEqual([200, 404]);
        expect(await statuses(["GET", "services/a.c"], ["DELETE", "vpcs/x"], ["GET", "vpcs"])).toEqual([502, 501, 500]);
    });

    test("the journal says which faults hit", async () => {
        add({ do: { kind: "latency", ms: 0 } });
        add({ do: broken });
        await bench.get("vpcs");
        expect(bench.emulator.requests()).toMatchObject([{ faults: ["latency", "status"], status: 500 }]);
    });

    test("a fault that makes no sense is refused", () => {
        expect(() => add({ do: { kind: "status", status: 42 } })).toThrow(/status/);
        expect(() => add({ do: broken, endpoint: "listEverything" as "listVpcs" })).toThrow(/endpoint/);
    });
});

describe("other answers", () => {
    test("a status, a body and headers before the work", async () => {
        add({
            do: {
                kind: "status",
                status: 503,
                body: { code: "DOWN" },
                headers: { "Retry-After": "3", "Content-Type": "application/problem+json" },
            },
        });
        const reply = await bench.post("vpcs", net);
        expect(reply).toMatchObject({ status: 503, body: { code: "DOWN" } });
        expect(reply.headers.get("retry-after")).toBe("3");
        expect(reply.headers.get("content-type")).toBe("application/problem+json");
        expect(await vpcs()).toEqual([]);
    });

    test("or after it", async () => {
        add({ do: { kind: "status", status: 504, when: "after" } });
        expect(await bench.post("vpcs", net)).toMatchObject({ status: 504, body: undefined });
        expect(await vpcs()).toHaveLength(1);
    });

    test.each([
        [undefined, null],
        [7, "7"],
        ["Wed, 02 Jan 2030 00:00:00 GMT", "Wed, 02 Jan 2030 00:00:00 GMT"],
    ])("429 with Retry-After %p", async (retryAfter, header) => {
        add({ do: { kind: "rateLimit", retryAfter } });
        const reply = await bench.get("vpcs");
        expect(reply).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
        expect(reply.headers.get("retry-after")).toBe(header);
        expect(reply.headers.get("date")).toBe(new Date(bench.clock.now()).toUTCString());
    });

    test.each([
        [undefined, 409],
        [423, 423],
    ])("busy as %p", async (status, wanted) => {
        add({ do: { kind: "busy", status } });
        expect(await bench.post("vpcs", net)).toMatchObject({ status: wanted, body: { code: "BUSY" } });
        expect(await vpcs()).toEqual([]);
    });
});

test("the record of another", async () => {
    const [one, other] = bench.emulator.create.services(2);
    add({ do: { kind: "anotherRecord" }, count: null });
    expect((await bench.get(`services/${one!.id}`)).body).toMatchObject({ service_id: other!.id });
    expect((await bench.delete(`services/${one!.id}`)).status).toBe(202);
    expect(bench.emulator.resource(one!.id)).toMatchObject({ status: "DELETING" });
});

test("a rate limit after the work", async () => {
    add({ do: { kind: "rateLimit", when: "after" } });
    expect((await bench.post("vpcs", net)).status).toBe(429);
    expect(await vpcs()).toHaveLength(1);
});

describe("on the wire", () => {
    const raw = () =>
        fetch(`${bench.emulator.url}/projects/${bench.emulator.projectId}/vpcs`, {
            method: "POST",
            body: JSON.stringify(net),
            headers: { authorization: `Bearer ${bench.emulator.token}`, "content-type": "application/json" },
        });
    const causeOf = async (promise: Promise<unknown>) => {
        const error: unknown = await promise.then(
            () => undefined,
            (reason: unknown) => reason,
        );
        return textAt(error, "cause", "code");
    };

    test("the connection is reset before the work", async () => {
        add({ do: { kind: "drop" } });
        expect(await causeOf(raw())).toBe("ECONNRESET");
        expect(await vpcs()).toEqual([]);
    });

    test("the connection is closed after the work", async () => {
        add({ do: { kind: "drop", when: "after" } });
        expect(await causeOf(raw())).toBe("UND_ERR_SOCKET");
        expect(await vpcs()).toHaveLength(1);
        expect(bench.emulator.requests()[0]).toMatchObject({ status: undefined, faults: ["drop"] });
    });

    test("garbage in place of the body", async () => {
        add({ do: { kind: "garbage" } });
        const response = await raw();
        expect(response.status).toBe(201);
        await expect(response.json()).rejects.toThrow("is not valid JSON");
        expect(await vpcs()).toHaveLength(1);
    });

    test.each([
        ["before", 0],
        ["after", 1],
    ] as const)("a web page with status 200, %s the work", async (when, made) => {
        add({ do: { kind: "html", when } });
        const response = await raw();
        expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
        expect(await response.text()).toMatch(/^<!doctype html>/);
        expect(await vpcs()).toHaveLength(made);
    });

    test("no body", async () => {
        add({ do: { kind: "empty" } });
        const response = await raw();
        expect([response.status, await response.text()]).toEqual([201, ""]);
        expect(await vpcs()).toHaveLength(1);
    });

    test("half of the body", async () => {
        add({ do: { kind: "truncate" } });
        const response = await raw();
        expect(response.status).toBe(201);
        await expect(response.text()).rejects.toThrow("terminated");
        expect(await vpcs()).toHaveLength(1);
    });

    test("a body in small pieces, with time between them", async () => {
        add({ do: { kind: "slowBody", ms: 1000, chunkBytes: 10 } });
        const response = await raw();
        const text = response.text();
        await bench.pass(1000);
        expect(JSON.parse(await text)).toMatchObject(net);
    });

    test.each(["before", "after"] as const)(
        "no answer at all, %s the work, until the client gives up",
        async (when) => {
            add({ do: { kind: "hang", when } });
            const giveUp = new AbortController();
            const answer = fetch(`${bench.emulator.url}/auth/info`, { signal: giveUp.signal });
            await bench.pass(3600);
            giveUp.abort(new Error("enough"));
            await expect(answer).rejects.toThrow("enough");
            expect((await bench.get("vpcs")).status).toBe(200);
        },
    );

    test("latency, on the emulator's clock", async () => {
        add({ do: { kind: "latency", ms: 30_000 } });
        const reply = bench.get("vpcs");
        let answered = false;
        void reply.then(() => (answered = true));
        await bench.pass(29);
        expect(answered).toBe(false);
        await bench.pass(1);
        expect((await reply).status).toBe(200);
    });

    test("stopping ends what hangs", async () => {
        add({ do: { kind: "hang" } });
        const hanging = causeOf(raw());
        await bench.clock.calm();
        await bench.stop();
        expect(await hanging).toBe("UND_ERR_SOCKET");
        await bench.emulator.stop();
    });
});

describe("operations", () => {
    const resize = { cpu_millis: "4000", memory_gbs: "16" };
    const sizeOf = async (path: string) => at((await bench.get(path)).body, "resources", 0, "spec", "cpu_millis");

    test("one that never ends, until it is told to", async () => {
        const path = `services/${bench.emulator.create.service().id}`;
        add({ do: { kind: "stuck" }, endpoint: "resizeService" });
        await bench.post(`${path}/resize`, resize);
        await bench.pass(24 * 3600);
        expect((await bench.get(path)).body).toMatchObject({ status: "UPGRADING" });
        expect((await bench.post(`${path}/stop`)).status).toBe(409);
        await bench.control("POST", `/${path.replace("services", "resources")}/finish`);
        expect((await bench.get(path)).body).toMatchObject({ status: "READY" });
        expect(await sizeOf(path)).toBe(4000);
    });

    test("one that seems to have failed for a while", async () => {
        const path = `services/${bench.emulator.create.service().id}`;
        add({ do: { kind: "unstable", ms: 30_000 }, endpoint: "resizeService" });
        await bench.post(`${path}/resize`, resize);
        expect(await bench.statuses(path)).toEqual(["UPGRADING", "CONFIGURING", "UNSTABLE", "READY"]);
        expect(await sizeOf(path)).toBe(4000);
    });

    test("one that is stuck although it shows no status", async () => {
        const path = `services/${bench.emulator.create.service().id}`;
        add({ do: { kind: "stuck" } });
        await bench.post(`${path}/setEnvironment`, { environment: "PROD" });
        await bench.pass(3600);
        expect((await bench.get(path)).body).toMatchObject({ status: "READY", metadata: { environment: "DEV" } });
    });

    test("one that fails leaves a service UNSTABLE and as it was; the next one heals it", async () => {
        const path = `services/${bench.emulator.create.service().id}`;
        add({ do: { kind: "fail" }, endpoint: "resizeService" });
        await bench.post(`${path}/resize`, resize);
        await bench.pass(200);
        expect((await bench.get(path)).body).toMatchObject({ status: "UNSTABLE" });
        expect(await sizeOf(path)).toBe(500);
        await bench.post(`${path}/resize`, resize);
        await bench.pass(200);
        expect((await bench.get(path)).body).toMatchObject({ status: "READY" });
        expect(await sizeOf(path)).toBe(4000);
    });

    test("one that fails leaves a replica set in error, which can be deleted", async () => {
        const path = `services/${bench.emulator.create.service().id}`;
        add({ do: { kind: "fail" } });
        const set = await bench.replicaSet(path);
        expect((await bench.get(`${path}/replicaSets`)).body).toMatchObject([{ status: "error" }]);
        await bench.delete(set);
        await bench.pass(100);
        expect((await bench.get(`${path}/replicaSets`)).body).toEqual([]);
    });

    test("one that fails gives a peering an error message", async () => {
        add({ do: { kind: "fail", message: "The CIDR blocks overlap." }, endpoint: "createPeering" });
        const list = `vpcs/${await bench.vpc()}/peerings`;
        await bench.post(list, { peer_account_id: "1", peer_region_code: "eu-west-1", peer_vpc_id: "vpc-1" });
        await bench.pass(100);
        const [peering] = (await bench.get(list)).body as object[];
        expect(peering).toMatchObject({ status: "failed", error_message: "The CIDR blocks overlap." });
        expect(peering).not.toHaveProperty("provisioned_id");
    });

    test("one whose effect shows after the status has settled", async () => {
        const path = `services/${bench.emulator.create.service().id}`;
        add({ do: { kind: "late", ms: 60_000 } });
        await bench.post(`${path}/resize`, resize);
        await bench.pass(200);
        expect((await bench.get(path)).body).toMatchObject({ status: "READY" });
        expect(await sizeOf(path)).toBe(500);
        await bench.pass(60);
        expect(await sizeOf(path)).toBe(4000);
    });

    test("one that takes its time", async () => {
        const path = `services/${bench.emulator.create.service().id}`;
        add({ do: { kind: "slow", factor: 3 } });
        await bench.post(`${path}/stop`);
        expect(await bench.watch(path, 200)).toEqual([
            ["PAUSING", 0],
            ["PAUSED", 120],
        ]);
    });
});
