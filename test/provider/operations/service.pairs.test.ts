// Every service argument changed alone and in every pair, in place: the calls are exactly those needed, in order, each made
// only after the effect of the one before was visible.
import type { ServiceRow } from "../../../src/emulator";
import { type PropertyMap, type Deployed, Stack } from "../../support/inProcess";

let stack: Stack;
beforeAll(async () => {
    // Short operations: what counts here is which calls are made, not how long they take.
    stack = await Stack.start({ timeScale: 0.01 });
    stack.emulator.create.vpc({ id: "net", cidr: "10.1.0.0/16" });
});
afterAll(() => stack.stop());

/** One change of one argument (or of the two that only change together), with the calls it takes and what is then there. */
interface Change {
    readonly args: PropertyMap;
    readonly calls: readonly string[];
    readonly row: Partial<ServiceRow>;
    /** It can be made while the service is paused. */
    readonly whilePaused?: true;
    /** The calls once the argument is removed, and what is then there. Default: none, and `row` stays. */
    readonly back?: readonly [calls: readonly string[], row: Partial<ServiceRow>];
}

const changes: Readonly<Record<string, Change>> = {
    environment: {
        args: { environment: "PROD", deletionProtection: false },
        calls: ["setServiceEnvironment"],
        row: { environment: "PROD" },
        whilePaused: true,
    },
    password: {
        args: { password: "correct-horse-battery" },
        calls: ["updateServicePassword"],
        row: { password: "correct-horse-battery" },
        whilePaused: true,
    },
    size: {
        args: { cpuMillis: 2000, memoryGbs: 8 },
        calls: ["resizeService"],
        row: { cpu_millis: 2000, memory_gbs: 8 },
    },
    replicaCount: {
        args: { replicaCount: 2 },
        calls: ["setServiceHa"],
        row: { replica_count: 2, sync_replica_count: 0 },
        back: [["setServiceHa"], { replica_count: 0 }],
    },
    syncReplicaCount: {
        args: { replicaCount: 2, syncReplicaCount: 1 },
        calls: ["setServiceHa"],
        row: { replica_count: 2, sync_replica_count: 1 },
        back: [["setServiceHa"], { replica_count: 0, sync_replica_count: 0 }],
    },
    connectionPooler: {
        args: { connectionPooler: true },
        calls: ["enableServicePooler"],
        row: { pooler: true },
        back: [["disableServicePooler"], { pooler: false }],
    },
    vpcId: {
        args: { vpcId: "net" },
        calls: ["attachServiceToVpc"],
        row: { vpc_id: "net" },
        back: [["detachServiceFromVpc"], { vpc_id: null }],
    },
    paused: {
        args: { paused: true },
        calls: ["stopService"],
        row: { status: "PAUSED" },
        back: [["startService"], { status: "READY" }],
    },
    deletionProtection: { args: { deletionProtection: false }, calls: [], row: {}, whilePaused: true },
};

const order = [
    ...["setServiceEnvironment", "updateServicePassword", "startService", "resizeService", "setServiceHa"],
    ...["enableServicePooler", "disableServicePooler", "detachServiceFromVpc", "attachServiceToVpc", "stopService"],
];
const inOrder = (calls: readonly string[]) => [...new Set(calls)].sort((a, b) => order.indexOf(a) - order.indexOf(b));

const rowOf = (id: string) => stack.emulator.resource(id) as ServiceRow;

/** A call that came before the effect of the one before it would be refused (409). */
function expectCleanRun(calls: readonly string[]): void {
    expect(stack.calls()).toEqual(calls);
    expect(stack.emulator.requests().filter(({ status = 0 }) => status >= 400)).toEqual([]);
}

const base = { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4 };

let count = 0;
async function fresh(args: PropertyMap = base): Promise<Deployed> {
    const service = await stack.up("Service", `s${count++}`, args);
    stack.emulator.clearRequests();
    return service;
}

async function expectSettled(service: Deployed, args: PropertyMap): Promise<void> {
    stack.emulator.clearRequests();
    expect(await stack.diff(service, args)).toMatchObject({ changes: false });
    expect((await stack.refresh(service))?.outs).toEqual(service.outs);
    stack.emulator.clearRequests();
}

const all = Object.entries(changes);
const pairs = all.flatMap(([first, a], index) => all.slice(index).map(([second, b]) => [first, second, a, b] as const));

test.each(pairs)("%s with %s, changed in place, and removed", async (_first, _second, first, second) => {
    const args = { ...base, ...first.args, ...second.args };
    const before = await fresh();
    const changed = await stack.up("Service", before.name, args, before);
    expectCleanRun(inOrder([...first.calls, ...second.calls]));
    expect(rowOf(changed.id)).toMatchObject({ ...first.row, ...second.row });
    await expectSettled(changed, args);

    const bare = { regionCode: base.regionCode };
    const removed = await stack.up("Service", before.name, bare, changed);
    const [[calls, row], [otherCalls, otherRow]] = [first.back ?? [[], first.row], second.back ?? [[], second.row]];
    expectCleanRun(inOrder([...calls, ...otherCalls]));
    const untouched = { status: "READY", cpu_millis: 1000, memory_gbs: 4 };
    expect(rowOf(removed.id)).toMatchObject({ ...untouched, ...row, ...otherRow });
    await expectSettled(removed, bare);
});

const whilePaused = all.filter(([name]) => name !== "paused");

test.each(whilePaused.flatMap(([name, change]) => [true, undefined].map((paused) => [name, paused, change] as const)))(
    "%s of a paused service (managed: %s): started where that is needed, changed, and paused again",
    async (_name, paused, change) => {
        const before = await fresh(paused ? { ...base, paused } : base);
        if (paused === undefined) stack.emulator.drift(before.id, { status: "PAUSED" });
        const args = { ...base, ...(paused && { paused }), ...change.args };
        const changed = await stack.up("Service", before.name, args, before);
        expectCleanRun(change.whilePaused ? change.calls : ["startService", ...change.calls, "stopService"]);
        expect(rowOf(changed.id)).toMatchObject({ ...change.row, status: "PAUSED" });
    },
);

// From one VPC to another: test/rules/replacement.
test("everything when it is created: what the create cannot say is done after it", async () => {
    const args = Object.assign({}, base, ...all.map(([, change]) => change.args)) as PropertyMap;
    const created = await stack.up("Service", `s${count++}`, args);
    expectCleanRun([
        ...["createService", "updateServicePassword", "setServiceHa", "enableServicePooler", "attachServiceToVpc"],
        "stopService",
    ]);
    expect(stack.mutations()[0]!.body).toMatchObject({ environment_tag: "PROD", cpu_millis: "2000", replica_count: 2 });
    await expectSettled(created, args);
});
