// How often the API is asked: reads and waits that share requests. When waits read, and what ends them, is in pollLoop.test.ts.
import { createClient, type EndpointName, type ServiceRecord } from "../../../src/provider/api";
import { Project, serviceReader } from "../../../src/provider/lifecycle";
import { type Deployed, failureOf, Stack } from "../../support/inProcess";

describe("reading", () => {
    let stack: Stack;
    let all: string[];
    beforeAll(async () => {
        stack = await Stack.start();
        all = stack.emulator.create.services(300).map(({ id }) => id);
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
    const answer = (status: number, body: unknown, endpoint?: EndpointName) =>
        stack.emulator.faults.add({ endpoint, do: { kind: "status", status, body }, count: null });
    const asked = () => stack.emulator.requests().map(({ endpoint }) => endpoint);

    test.each([
        ["all at once", 300],
        ["100 at a time", 100],
        ["16 at a time", 16],
        ["8 at a time", 8],
        ["2 at a time", 2],
        ["one at a time", 1],
    ])("a refresh of 300 services, %s, sends at most 3 requests", async (_how, parallel) => {
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

    test("what a list lacks is gone when its own GET and a list after that lack it, and again in four looks within a minute", async () => {
        const [gone, there] = await Promise.all([stack.refresh(get("svc-none")), stack.refresh(get(all[1]!))]);
        expect([gone, there?.id]).toEqual([undefined, all[1]]);
        const proof = ["getService", "listServices"];
        expect(asked()).toEqual(["listServices", ...Array<string[]>(5).fill(proof).flat()]);
        const requests = stack.emulator.requests();
        expect(requests[1]!.path).toMatch(/svc-none$/);
        const looks = requests.filter(({ endpoint }) => endpoint === "getService").map(({ at }) => at);
        expect(looks.map((at) => at - looks[0]!)).toEqual([0, 5_000, 15_000, 30_000, 60_000]);
    });

    test.each([401, 403, 500])("an answer of %d never says that a service is gone", async (status) => {
        answer(status, undefined);
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
        answer(status, own, "getService");
        expect(await stack.refresh(get("svc-none"))).toBeUndefined();
        expect(asked()).toEqual(Array(5).fill(["getService", "listServices"]).flat());
    });

    test.each([404, 410])(
        "an answer of %d without the API's form is an error, whatever the list shows",
        async (status) => {
            answer(status, undefined, "getService");
            const { message } = await failureOf(stack.refresh(get("svc-none")));
            expect(message).toMatch(`was refused: ${status}`);
            expect(message).toContain("It is not the API's own answer, so it does not prove that anything is gone.");
        },
    );

    test("a 404 in the API's form to everything proves nothing: the address may be wrong", async () => {
        answer(404, own);
        expect((await failureOf(stack.refresh(get(all[0]!)))).message).toContain("/services was refused: 404");
    });

    test("what a program looks up has to be there", async () => {
        const lookedUp = { ...get("svc-none"), outs: { __clouddb: { urn: "svc-none" } } };
        expect((await failureOf(stack.refresh(lookedUp))).message).toBe(
            `There is no service svc-none in project ${stack.emulator.projectId}.`,
        );
    });

    test("what a list still has is there, whatever its own GET says", async () => {
        answer(404, own, "getService");
        expect((await stack.refresh(get(all[0]!)))?.id).toBe(all[0]);
    });

    test("what was changed meanwhile is not read from before", async () => {
        const project = await stack.runtime.connections.project(undefined, stack.emulator.projectId);
        const [a, b, c] = all as [string, string, string];
        await Promise.all([serviceReader(project).read(a), serviceReader(project).read(b)]);
        const environment = async () => (await serviceReader(project).read(c))?.metadata?.environment;
        await project.withLock(c, async () => {
            await project.client.services.setEnvironment({ projectId: project.id, serviceId: c, environment: "PROD" });
        });
        expect(await environment()).toBe("PROD");
    });
});

test("50 services that are awaited: at most 1.1 requests a tick, whatever their number", async () => {
    const { clock, emulator, stop } = await Stack.start();
    const client = createClient({ baseUrl: emulator.url, apiKey: emulator.token, clock });
    const project = new Project(client, emulator.projectId, clock, () => 0);
    const made = emulator.create.services(50, { status: "CONFIGURING" });
    const waits = made.map(async ({ id }, n) => {
        const ready = serviceReader(project).until<ServiceRecord>(id, {
            look: (record) => (record?.status === "READY" ? record : undefined),
            deadline: clock.now() + 3_600_000,
            timedOut: () => new Error("time is up"),
        });
        await clock.sleep(30_000 + n * 2_000);
        emulator.drift(id, { status: "READY" });
        await ready;
    });
    await Promise.all(waits);
    const requests = emulator.requests();
    const ticks = new Set(requests.map(({ at }) => at)).size;
    expect(requests.length).toBeLessThanOrEqual(1.1 * ticks);
    expect(ticks).toBeLessThan(130);
    await stop();
});
