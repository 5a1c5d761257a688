// How often the API is asked: reads and waits that share requests. When waits read is in pollLoop.test.ts.
import { createClient, type ServiceRecord } from "../../src/api";
import { Project } from "../../src/lifecycle";
import { type Deployed, failureOf, Stack } from "../support/inProcess";

describe("reading", () => {
    let stack: Stack;
    let all: string[];
    beforeAll(async () => {
        stack = await Stack.start();
        all = stack.emulator.create.services(1000).map(({ id }) => id);
    });
    beforeEach(async () => {
        await stack.clock.sleep(3_600_000);
        stack.emulator.clearRequests();
        stack.emulator.faults.clear();
    });
    afterAll(() => stack.stop());

    const get = (id: string): Deployed => {
        const known = { projectId: stack.emulator.projectId, deletionProtection: false };
        return {
            type: "Service",
            name: id,
            id,
            inputs: {},
            outs: { ...known, __clouddb: { v: 1, urn: id, given: [] } },
        };
    };
    const asked = () => stack.emulator.requests().map(({ endpoint }) => endpoint);

    test.each([
        ["all at once", 1000],
        ["100 at a time", 100],
        ["16 at a time", 16],
        ["8 at a time", 8],
        ["2 at a time", 2],
        ["one at a time", 1],
    ])("a refresh of 1,000 services, %s, sends at most 3 requests", async (_how, parallel) => {
        const queue = [...all];
        const worker = async () => {
            for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
                expect((await stack.refresh(get(id)))?.id).toBe(id);
            }
        };
        await Promise.all(Array.from({ length: parallel }, worker));
        expect(stack.emulator.requests().length).toBeLessThanOrEqual(3);
    });

    test("one service alone is asked for by itself", async () => {
        await stack.refresh(get(all[0]!));
        expect(asked()).toEqual(["getService"]);
    });

    test("what a list lacks is gone when its own GET and a list after that lack it, and again 5 s later", async () => {
        const [gone, there] = await Promise.all([stack.refresh(get("svc-none")), stack.refresh(get(all[1]!))]);
        expect([gone, there?.id]).toEqual([undefined, all[1]]);
        const proof = ["getService", "listServices"];
        expect(asked()).toEqual(["listServices", ...proof, ...proof]);
        const requests = stack.emulator.requests();
        expect(requests[1]!.path).toMatch(/svc-none$/);
        expect(requests[3]!.at - requests[2]!.at).toBe(5_000);
    });

    test.each([401, 403, 500])("an answer of %d never says that a service is gone", async (status) => {
        stack.emulator.faults.add({ do: { kind: "status", status }, count: null });
        const failure = await failureOf(stack.refresh(get(all[0]!)));
        expect(failure.message).toContain(String(status));
        const many = await Promise.allSettled(all.slice(0, 5).map((id) => stack.refresh(get(id))));
        expect(many.map((one) => one.status)).toEqual(Array(5).fill("rejected"));
    });

    test("a failed list fails those who shared it, and nobody after them", async () => {
        stack.emulator.faults.add({ do: { kind: "status", status: 400 }, count: 1 });
        const first = await Promise.allSettled(all.slice(0, 4).map((id) => stack.refresh(get(id))));
        expect(first.every(({ status }) => status === "rejected")).toBe(true);
        expect((await stack.refresh(get(all[0]!)))?.id).toBe(all[0]);
    });

    const own = { message: "no such service" };

    test.each([404, 410])("an answer of %d in the API's form does, with a list that lacks it", async (status) => {
        stack.emulator.faults.add({ endpoint: "getService", do: { kind: "status", status, body: own }, count: null });
        expect(await stack.refresh(get("svc-none"))).toBeUndefined();
        expect(asked()).toEqual(["getService", "listServices", "getService", "listServices"]);
    });

    test.each([404, 410])(
        "an answer of %d without the API's form is an error, whatever the list shows",
        async (status) => {
            stack.emulator.faults.add({ endpoint: "getService", do: { kind: "status", status }, count: null });
            const { message } = await failureOf(stack.refresh(get("svc-none")));
            expect(message).toMatch(`was refused: ${status}`);
            expect(message).toContain("It is not the API's own answer, so it does not prove that anything is gone.");
        },
    );

    test("a 404 in the API's form to everything proves nothing: the address may be wrong", async () => {
        stack.emulator.faults.add({ do: { kind: "status", status: 404, body: own }, count: null });
        expect((await failureOf(stack.refresh(get(all[0]!)))).message).toContain("/services was refused: 404");
    });

    test.each([
        ["null", null],
        ["an object", {}],
    ])("%s in place of a list proves nothing", async (_, body) => {
        stack.emulator.faults.add({ endpoint: "listServices", do: { kind: "status", status: 200, body }, count: null });
        await failureOf(stack.refresh(get("svc-none")));
    });

    test("what a program looks up has to be there", async () => {
        const lookedUp = { ...get("svc-none"), outs: { __clouddb: { urn: "svc-none" } } };
        expect((await failureOf(stack.refresh(lookedUp))).message).toBe(
            `There is no service svc-none in project ${stack.emulator.projectId}.`,
        );
    });

    test("what a list still has is there, whatever its own GET says", async () => {
        stack.emulator.faults.add({
            endpoint: "getService",
            do: { kind: "status", status: 404, body: own },
            count: null,
        });
        expect((await stack.refresh(get(all[0]!)))?.id).toBe(all[0]);
    });

    test("a deleted service that is still shown is gone", async () => {
        const { id } = stack.emulator.create.service({ status: "DELETED" });
        expect(await stack.refresh(get(id))).toBeUndefined();
        stack.emulator.remove(id);
    });

    test("what was changed meanwhile is not read from before", async () => {
        const project = await stack.runtime.connections.project(undefined, stack.emulator.projectId);
        const [a, b, c] = all as [string, string, string];
        await Promise.all([project.services.read(a), project.services.read(b)]);
        const environment = async () => (await project.services.read(c))?.metadata?.environment;
        await project.withLock(c, async () => {
            await project.client.services.setEnvironment({ projectId: project.id, serviceId: c, environment: "PROD" });
        });
        expect(await environment()).toBe("PROD");
    });
});

const minute = 60_000;

describe("waiting", () => {
    let stack: Stack;
    let project: Project;
    beforeEach(async () => {
        stack = await Stack.start();
        const { clock, emulator } = stack;
        const client = createClient({ baseUrl: emulator.url, apiKey: emulator.token, clock });
        project = new Project(client, emulator.projectId, clock, () => 0);
    });
    afterEach(() => stack.stop());

    const ready = (id: string, deadline = 60 * minute) =>
        project.services.until<ServiceRecord>(id, {
            look: (record) => (record?.status === "READY" ? record : undefined),
            deadline: stack.clock.now() + deadline,
            timedOut: (last) => new Error(`time is up: ${last?.message ?? "no error"}`),
        });
    const settleIn = async (id: string, ms: number) => {
        stack.emulator.drift(id, { status: "CONFIGURING" });
        await stack.clock.sleep(ms);
        stack.emulator.drift(id, { status: "READY" });
    };

    test("50 services: at most 1.1 requests a tick, whatever their number", async () => {
        const made = stack.emulator.create.services(50, { status: "CONFIGURING" });
        const waits = made.map(({ id }) => ready(id));
        const change = Promise.all(made.map(({ id }, n) => settleIn(id, 30_000 + n * 2_000)));
        await Promise.all([...waits, change]);
        const requests = stack.emulator.requests();
        const ticks = new Set(requests.map(({ at }) => at)).size;
        expect(requests.length).toBeLessThanOrEqual(1.1 * ticks);
        expect(ticks).toBeLessThan(130);
    });

    test.each([
        ["a dropped connection", { kind: "drop" }],
        ["500", { kind: "status", status: 500 }],
        ["503", { kind: "status", status: 503 }],
        ["a rate limit", { kind: "rateLimit" }],
        ["a rate limit that says for how long", { kind: "rateLimit", retryAfter: 50 }],
        ["half an answer", { kind: "truncate" }],
        ["a page in its place", { kind: "garbage", body: "<!doctype html>" }],
        ["an empty success", { kind: "garbage", body: "" }],
    ] as const)("%s for two minutes does not end the wait", async (_what, action) => {
        const { id } = stack.emulator.create.service({ status: "CONFIGURING" });
        const fault = stack.emulator.faults.add({ do: action, count: null });
        const wait = ready(id);
        await stack.clock.sleep(2 * minute);
        stack.emulator.faults.remove(fault);
        await settleIn(id, 10_000);
        expect((await wait).status).toBe("READY");
    });

    test.each([401, 403, 400])("%d does: it will not pass", async (status) => {
        const { id } = stack.emulator.create.service({ status: "CONFIGURING" });
        stack.emulator.faults.add({ do: { kind: "status", status }, after: 3 });
        expect((await failureOf(ready(id))).message).toContain(String(status));
        expect(stack.emulator.requests().length).toBe(4);
    });
});
