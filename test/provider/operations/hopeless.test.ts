// What is waited for can come: a refusal that cannot pass ends at once, with what to do, and one that can is repeated.
import { fault, stack } from "../../support/eachStack";
import { type Deployed, upFailureOf } from "../../support/inProcess";

const region = "us-east-1";
const minute = 60_000;
const setArgs = (serviceId: string, more: object = {}) => ({
    serviceId,
    nodes: 1,
    cpuMillis: 500,
    memoryGbs: 2,
    ...more,
});

/** The message of an operation that fails within a minute. */
async function soon(work: Promise<unknown>): Promise<string> {
    const startedAt = stack.clock.now();
    const { message } = await upFailureOf(work);
    expect(stack.clock.now() - startedAt).toBeLessThan(minute);
    return message;
}

describe("a service that is paused", () => {
    let service: Deployed;
    beforeEach(async () => {
        service = await stack.up("Service", "orders", { regionCode: region, deletionProtection: false });
        await stack.clock.sleep(60 * minute);
    });
    const pause = () => stack.emulator.drift(service.id, { status: "PAUSED" });
    const isPaused = (message: string) =>
        expect(message).toContain(
            `Service ${service.id} is paused. Start it (\`paused: false\`, or in the console) first.`,
        );

    test("takes no replica set", async () => {
        pause();
        isPaused(await soon(stack.up("ReadReplicaSet", "reports", setArgs(service.id))));
    });

    test("gives no fork of now", async () => {
        pause();
        const forkFrom = { serviceId: service.id, strategy: "NOW" };
        isPaused(await soon(stack.up("Service", "copy", { forkFrom })));
    });

    test.each([
        ["size", { cpuMillis: 1000, memoryGbs: 4 }],
        ["pooler", { connectionPooler: true }],
    ])("changes no %s of a replica set", async (_, change) => {
        const set = await stack.up("ReadReplicaSet", "reports", setArgs(service.id));
        pause();
        isPaused(await soon(stack.up("ReadReplicaSet", "reports", setArgs(service.id, change), set)));
        stack.emulator.drift(service.id, { status: "READY" });
        await stack.up("ReadReplicaSet", "reports", setArgs(service.id, change), set);
    });

    test("keeps a replica set that the API does not delete then", async () => {
        const set = await stack.up("ReadReplicaSet", "reports", setArgs(service.id));
        pause();
        const body = { code: "invalid_state", message: "service is not running" };
        fault("deleteReplicaSet", { kind: "status", status: 409, body }, { count: null });
        stack.emulator.clearRequests();
        await expect(stack.destroy(set)).rejects.toThrow(`Service ${service.id} is paused. Start it`);
        expect(stack.calls()).toEqual(["deleteReplicaSet"]);
    });

    test("is waited for where it has no backup so far, and says so", async () => {
        fault("createReplicaSet", { kind: "busy" }, { count: 3 });
        fault(
            "createReplicaSet",
            { kind: "status", status: 409, body: { code: "NO_BACKUP", message: "no backup" } },
            { after: 3 },
        );
        await stack.up("ReadReplicaSet", "reports", setArgs(service.id));
        expect(stack.lines.join("\n")).toContain("waiting for a backup");
        expect(stack.lines.join("\n")).toContain("waiting for another operation to end");
    });
});

describe("a step of a service that was created a moment ago", () => {
    const vpc = () => stack.emulator.create.vpc({ region_code: region }).id;

    test.each([404, 400, 409, 422])(
        "is repeated where it is refused with %d, and what it names exists",
        async (status) => {
            fault("attachServiceToVpc", { kind: "status", status, body: { message: "no such service" } }, { count: 3 });
            const vpcId = vpc();
            const { outs } = await stack.up("Service", "orders", { regionCode: region, vpcId });
            expect(outs["vpcId"]).toBe(vpcId);
            expect(stack.calls().filter((call) => call === "attachServiceToVpc")).toHaveLength(4);
        },
    );

    test.each<[string, number, object]>([
        ["the key", 403, { message: "forbidden" }],
        ["a quota", 422, { code: "QUOTA_EXCEEDED", message: "at most 3 services" }],
    ])("is not repeated where %s is refused", async (_, status, body) => {
        fault("attachServiceToVpc", { kind: "status", status, body }, { count: null });
        await soon(stack.up("Service", "orders", { regionCode: region, vpcId: vpc() }));
        expect(stack.calls().filter((call) => call === "attachServiceToVpc")).toHaveLength(1);
    });

    test("is not repeated where the service cannot be read: what it names is not asked for then", async () => {
        const refused = { kind: "status", status: 403, body: { message: "no" } } as const;
        fault("attachServiceToVpc", { kind: "status", status: 404, body: { message: "no" } });
        stack.emulator.intercept({
            before({ endpoint }) {
                if (endpoint === "attachServiceToVpc") fault("getService", refused, { count: null });
            },
        });
        const vpcId = vpc();
        await soon(stack.up("Service", "orders", { regionCode: region, vpcId }));
        const calls = stack.emulator.requests().map(({ endpoint }) => endpoint);
        expect(calls.slice(calls.lastIndexOf("attachServiceToVpc"))).not.toContain("getVpc");
    });

    test("is not repeated for longer than the settle window", async () => {
        fault("attachServiceToVpc", { kind: "status", status: 400, body: { message: "no" } }, { count: null });
        const startedAt = stack.clock.now();
        expect(
            (await upFailureOf(stack.up("Service", "orders", { regionCode: region, vpcId: vpc() }))).message,
        ).toContain("400");
        expect(stack.clock.now() - startedAt).toBeLessThan(3 * minute);
    });
});

describe("a wait for what cannot come any more ends", () => {
    const size = { cpuMillis: 1000, memoryGbs: 4 };
    const larger = { cpuMillis: 2000, memoryGbs: 8 };
    const accepted = { kind: "status", status: 202, body: {} } as const;
    let service: Deployed;
    /** What another one does at the API, by the number of the look of the wait. */
    const onLook = (acts: Readonly<Record<number, () => void>>) => {
        let looks = 0;
        stack.emulator.intercept({
            before({ method, endpoint }) {
                if (method === "GET" && endpoint === "getService") acts[++looks]?.();
            },
        });
    };
    async function resizeFailsWithin(limit: number): Promise<string> {
        const startedAt = stack.clock.now();
        const { message } = await upFailureOf(
            stack.up("Service", "orders", { regionCode: region, ...larger }, service),
        );
        expect(stack.clock.now() - startedAt).toBeLessThan(limit);
        return message;
    }

    test("where another change has overtaken a resize", async () => {
        service = await stack.up("Service", "orders", { regionCode: region, ...size });
        fault("resizeService", accepted);
        stack.emulator.intercept({
            before({ endpoint }) {
                if (endpoint === "resizeService")
                    stack.emulator.drift(service.id, { cpu_millis: 4000, memory_gbs: 16 });
            },
        });
        expect(await resizeFailsWithin(2 * minute)).toContain(
            "cpuMillis is 4000, which is neither what it was nor what was asked for: something else has changed it, or the API writes it in another way. Run `pulumi up` again.",
        );
    });

    test("where the API has ended a resize without doing it", async () => {
        service = await stack.up("Service", "orders", { regionCode: region, ...size });
        fault("resizeService", accepted);
        onLook({
            2: () => stack.emulator.drift(service.id, { status: "CONFIGURING" }),
            4: () => stack.emulator.drift(service.id, { status: "READY" }),
        });
        expect(await resizeFailsWithin(12 * minute)).toContain(
            "and the API does not show the new cpuMillis and memoryGbs. Run `pulumi up` again.",
        );
        stack.emulator.faults.clear();
        const { outs } = await stack.up("Service", "orders", { regionCode: region, ...larger }, service);
        expect(outs).toMatchObject(larger);
    });

    test("where a new service was deleted during its creation", async () => {
        onLook({ 4: () => stack.emulator.remove([...stack.emulator.world.services.keys()][0]!) });
        const startedAt = stack.clock.now();
        const { message } = await upFailureOf(stack.up("Service", "orders", { regionCode: region, ...size }));
        expect(message).toContain("creating failed: it was deleted meanwhile.");
        expect(stack.clock.now() - startedAt).toBeLessThan(3 * minute);
    });
});

test.each([
    [{ code: "PLAN_LIMIT", message: "Your plan has no more services." }, false],
    [{ message: "The quota is used up." }, false],
    [{ message: "Forbidden" }, true],
    [{ message: "The key is limited to another project." }, true],
])("a 403 that says %j is one of the key: %s", async (body, isKey) => {
    fault("createService", { kind: "status", status: 403, body }, { count: null });
    const { message } = await upFailureOf(stack.up("Service", "orders", { regionCode: region }));
    expect(message.includes("May the API key")).toBe(isKey);
});
