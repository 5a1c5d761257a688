import { Stack, UpFailed, upFailureOf } from "../support/inProcess";

const small = { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4 };
const large = { ...small, cpuMillis: 2000, memoryGbs: 8 };

async function onStack(play: (stack: Stack) => Promise<void>): Promise<void> {
    const stack = await Stack.start();
    try {
        await play(stack);
    } finally {
        await stack.stop();
    }
}

test.each([
    ["lost after the work", { kind: "drop", when: "after" } as const, 1],
    ["lost before the work", { kind: "drop", when: "before" } as const, 2],
    ["a bad gateway after the work", { kind: "status", status: 502, body: "", when: "after" } as const, 1],
    ["an internal error", { kind: "status", status: 500, body: {} } as const, 2],
])("a step whose answer is %s is looked for, not blindly repeated", (_name, action, resizes) =>
    onStack(async (stack) => {
        const created = await stack.up("Service", "db", small);
        stack.emulator.clearRequests();
        stack.emulator.faults.add({ endpoint: "resizeService", do: action });
        await stack.up("Service", "db", large, created);
        expect(stack.calls()).toEqual(Array.from({ length: resizes }, () => "resizeService"));
        expect(stack.emulator.world.services.get(created.id)).toMatchObject({ cpu_millis: 2000, memory_gbs: 8 });
    }),
);

test.each([
    ["answers are always lost", { kind: "drop", when: "before" } as const],
    ["the API always fails", { kind: "status", status: 500, body: { message: "broken" } } as const],
])("when %s, the update ends with an error that keeps the resource", (_name, action) =>
    onStack(async (stack) => {
        const created = await stack.up("Service", "db", small);
        stack.emulator.clearRequests();
        stack.emulator.faults.add({ endpoint: "resizeService", count: null, do: action });
        const failure = await upFailureOf(stack.up("Service", "db", large, created));
        expect(failure).toBeInstanceOf(UpFailed);
        expect(stack.calls()).toEqual(["resizeService", "resizeService", "resizeService"]);
        stack.emulator.faults.clear();
        await stack.up("Service", "db", large, failure.left);
        expect(stack.emulator.world.services.get(created.id)).toMatchObject({ cpu_millis: 2000, memory_gbs: 8 });
    }),
);

test("a refusal without anything going on is given the settle window, then told", () =>
    onStack(async (stack) => {
        const created = await stack.up("Service", "db", small);
        const before = stack.clock.now();
        stack.emulator.faults.add({
            endpoint: "resizeService",
            count: null,
            do: { kind: "status", status: 409, body: { code: "QUOTA", message: "no more CPUs" } },
        });
        const failure = await upFailureOf(stack.up("Service", "db", large, created));
        expect(failure.message).toContain("409 QUOTA no more CPUs");
        expect(stack.clock.now() - before).toBeLessThanOrEqual(61_000);
    }));

test("a refusal that says busy is waited out for as long as there is time", () =>
    onStack(async (stack) => {
        const created = await stack.up("Service", "db", small);
        stack.emulator.faults.add({ endpoint: "resizeService", count: 30, do: { kind: "busy", status: 423 } });
        const before = stack.clock.now();
        await stack.up("Service", "db", large, created);
        expect(stack.clock.now() - before).toBeGreaterThan(60_000);
        expect(stack.emulator.world.services.get(created.id)).toMatchObject({ cpu_millis: 2000 });
    }));

test.each([409, 400, 422])("a refusal with %d that says so in words alone is waited out as well", (status) =>
    onStack(async (stack) => {
        const created = await stack.up("Service", "db", small);
        const body = { message: "service is busy, operation in progress" };
        stack.emulator.faults.add({ endpoint: "resizeService", count: 30, do: { kind: "status", status, body } });
        const before = stack.clock.now();
        await stack.up("Service", "db", large, created);
        expect(stack.clock.now() - before).toBeGreaterThan(60_000);
        expect(stack.emulator.world.services.get(created.id)).toMatchObject({ cpu_millis: 2000 });
    }),
);
