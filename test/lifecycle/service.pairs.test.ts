// Every service argument changed alone and in every pair, in place: the calls are exactly those needed, in order, each made
// only after the effect of the one before was visible.
import type { ServiceRow } from "../../src/emulator";
import { type PropertyMap, type Deployed, Stack } from "../support/inProcess";

let stack: Stack;
let vpc: string;
let otherVpc: string;

beforeAll(async () => {
    // Short operations: what counts here is which calls are made, not how long they take.
    stack = await Stack.start({ timeScale: 0.01 });
    vpc = stack.emulator.create.vpc({ cidr: "10.1.0.0/16" }).id;
    otherVpc = stack.emulator.create.vpc({ cidr: "10.2.0.0/16" }).id;
});
afterAll(() => stack.stop());

/** One change of one argument (or of the two that only change together), with the calls it takes and what is then there. */
interface Change {
    readonly name: string;
    readonly args: () => PropertyMap;
    readonly calls: readonly string[];
    readonly row: () => Partial<ServiceRow>;
    /** It takes a running service. */
    readonly running: boolean;
    /** The default of the API, once the argument is removed; `row()` where it stays as it is. */
    readonly back: { readonly calls: readonly string[]; readonly row: Partial<ServiceRow> } | "stays";
}

const changes: readonly Change[] = [
    {
        name: "environment",
        args: () => ({ environment: "PROD", deletionProtection: false }),
        calls: ["setServiceEnvironment"],
        row: () => ({ environment: "PROD" }),
        running: false,
        back: "stays",
    },
    {
        name: "password",
        args: () => ({ password: "correct-horse-battery" }),
        calls: ["updateServicePassword"],
        row: () => ({ password: "correct-horse-battery" }),
        running: false,
        back: "stays",
    },
    {
        name: "size",
        args: () => ({ cpuMillis: 2000, memoryGbs: 8 }),
        calls: ["resizeService"],
        row: () => ({ cpu_millis: 2000, memory_gbs: 8 }),
        running: true,
        back: "stays",
    },
    {
        name: "replicaCount",
        args: () => ({ replicaCount: 2 }),
        calls: ["setServiceHa"],
        row: () => ({ replica_count: 2, sync_replica_count: 0 }),
        running: true,
        back: { calls: ["setServiceHa"], row: { replica_count: 0 } },
    },
    {
        name: "syncReplicaCount",
        args: () => ({ replicaCount: 2, syncReplicaCount: 1 }),
        calls: ["setServiceHa"],
        row: () => ({ replica_count: 2, sync_replica_count: 1 }),
        running: true,
        back: { calls: ["setServiceHa"], row: { replica_count: 0, sync_replica_count: 0 } },
    },
    {
        name: "connectionPooler",
        args: () => ({ connectionPooler: true }),
        calls: ["enableServicePooler"],
        row: () => ({ pooler: true }),
        running: true,
        back: { calls: ["disableServicePooler"], row: { pooler: false } },
    },
    {
        name: "vpcId",
        args: () => ({ vpcId: vpc }),
        calls: ["attachServiceToVpc"],
        row: () => ({ vpc_id: vpc }),
        running: true,
        back: { calls: ["detachServiceFromVpc"], row: { vpc_id: null } },
    },
    {
        name: "paused",
        args: () => ({ paused: true }),
        calls: ["stopService"],
        row: () => ({ status: "PAUSED" }),
        running: true,
        back: { calls: ["startService"], row: { status: "READY" } },
    },
    {
        name: "deletionProtection",
        args: () => ({ deletionProtection: false }),
        calls: [],
        row: () => ({}),
        running: false,
        back: "stays",
    },
];

const order = [
    "setServiceEnvironment",
    "updateServicePassword",
    "startService",
    "resizeService",
    "setServiceHa",
    "enableServicePooler",
    "disableServicePooler",
    "detachServiceFromVpc",
    "attachServiceToVpc",
    "stopService",
];
const inOrder = (calls: readonly string[]) => [...new Set(calls)].sort((a, b) => order.indexOf(a) - order.indexOf(b));

const rowOf = (id: string) => stack.emulator.resource(id) as ServiceRow;

/** What the emulator refuses (409) was asked too early. */
const refused = () => stack.emulator.requests().filter(({ status = 0 }) => status >= 400);

/** What each call found done of the calls before it; a call that came before its forerunner's effect would be refused. */
function expectCleanRun(calls: readonly string[]): void {
    expect(stack.calls()).toEqual(calls);
    expect(refused()).toEqual([]);
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
    const refreshed = await stack.refresh(service);
    expect(refreshed?.outs).toEqual(service.outs);
}

const pairs = changes.flatMap((first, index) => changes.slice(index).map((second) => [first, second] as const));

test.each(pairs.map(([first, second]) => [first.name, second.name, first, second] as const))(
    "%s with %s, changed in place, and removed",
    async (_first, _second, first, second) => {
        const args = { ...base, ...first.args(), ...second.args() };
        const before = await fresh();
        const changed = await stack.up("Service", before.name, args, before);
        expectCleanRun(inOrder([...first.calls, ...second.calls]));
        const alone = first.name === "syncReplicaCount" || second.name === "syncReplicaCount";
        const row = { ...first.row(), ...second.row(), ...(alone ? { replica_count: 2, sync_replica_count: 1 } : {}) };
        expect(rowOf(changed.id)).toMatchObject(row);
        await expectSettled(changed, args);

        stack.emulator.clearRequests();
        const taken = await stack.up("Service", before.name, { regionCode: base.regionCode }, changed);
        const both = [first, second];
        const back = both.flatMap(({ back: to }) => (to === "stays" ? [] : to.calls));
        const rows = both.map((change) => (change.back === "stays" ? change.row() : change.back.row));
        expectCleanRun(inOrder(back));
        expect(rowOf(taken.id)).toMatchObject({ status: "READY", ...Object.assign({}, ...rows) });
        expect(rowOf(taken.id)).toMatchObject(
            first.name === "size" || second.name === "size" ? {} : { cpu_millis: 1000, memory_gbs: 4 },
        );
        await expectSettled(taken, { regionCode: base.regionCode });
    },
);

const whilePaused = changes.filter(({ name }) => name !== "paused");

test.each(whilePaused.flatMap((change) => [true, undefined].map((paused) => [change.name, paused, change] as const)))(
    "%s of a paused service (managed: %s): started where that is needed, changed, and paused again",
    async (_name, paused, change) => {
        const before = await fresh(paused ? { ...base, paused } : base);
        if (paused === undefined) stack.emulator.drift(before.id, { status: "PAUSED" });
        const args = { ...base, ...(paused && { paused }), ...change.args() };
        const changed = await stack.up("Service", before.name, args, before);
        expectCleanRun(change.running ? ["startService", ...change.calls, "stopService"] : [...change.calls]);
        expect(rowOf(changed.id)).toMatchObject({ ...change.row(), status: "PAUSED" });
    },
);

test("resumed together with other changes: started first, and left running", async () => {
    const before = await fresh({ ...base, paused: true });
    const changed = await stack.up("Service", before.name, { ...base, replicaCount: 1, paused: false }, before);
    expectCleanRun(["startService", "setServiceHa"]);
    expect(rowOf(changed.id)).toMatchObject({ status: "READY", replica_count: 1 });
});

test("from one VPC to another: out of the one, then into the other", async () => {
    const before = await fresh({ ...base, vpcId: vpc });
    const args = { ...base, vpcId: otherVpc };
    const changed = await stack.up("Service", before.name, args, before);
    expectCleanRun(["detachServiceFromVpc", "attachServiceToVpc"]);
    expect(changed.outs["vpcEndpoint"]).toMatchObject({ vpcId: otherVpc });
    await expectSettled(changed, args);
});

test("everything when it is created: what the create cannot say is done after it", async () => {
    stack.emulator.clearRequests();
    const args = Object.assign({}, base, ...changes.map((change) => change.args())) as PropertyMap;
    const created = await stack.up("Service", `s${count++}`, args);
    expectCleanRun([
        "createService",
        "updateServicePassword",
        "setServiceHa",
        "enableServicePooler",
        "attachServiceToVpc",
        "stopService",
    ]);
    expect(stack.mutations()[0]!.body).toMatchObject({ environment_tag: "PROD", cpu_millis: "2000", replica_count: 2 });
    await expectSettled(created, args);
});
