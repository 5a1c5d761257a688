// An API that shows a field in another form than the contract's: every operation goes on, nothing is lost, doubled or replaced, the password
// of a create is kept, and nothing is waited for longer than what is undeformed needs and the settle window.
import fc from "fast-check";
import { Stack } from "../support/inProcess";
import type { Type } from "../support/types";
import { type Deformed, ofFields, ofIds, ofNetworks, scopes } from "./deformations";

/** `DEFORMED=20000` draws so many. */
const numRuns = Number(process.env["DEFORMED"] ?? 45);
/** Milliseconds. */
const settleWindow = 60_000;
/** Milliseconds between two looks, so that a wait ends a little later than its window. */
const betweenLooks = 5_000;

const args = {
    regionCode: "us-east-1",
    cpuMillis: 1000,
    memoryGbs: 4,
    connectionPooler: true,
    environment: "DEV",
    deletionProtection: false,
};
const bigger = { ...args, cpuMillis: 2000, memoryGbs: 8 };

interface Run {
    /** The virtual time of each operation, in milliseconds. */
    readonly times: Readonly<Record<string, number>>;
    readonly failures: readonly string[];
    /** What must never happen, whatever fails. */
    readonly broken: readonly string[];
}

class Play {
    readonly times: Record<string, number> = {};
    readonly failures: string[] = [];
    readonly broken: string[] = [];

    constructor(readonly stack: Stack) {}

    check(holds: boolean, what: string): void {
        if (!holds) this.broken.push(what);
    }

    /** Its result, or undefined where it fails. */
    async timed<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
        const { clock } = this.stack;
        const startedAt = clock.now();
        const failed = (error: unknown) => void this.failures.push(`${name}: ${(error as Error).message}`);
        const result = await work().catch(failed);
        this.times[name] = clock.now() - startedAt;
        return result ?? undefined;
    }
}

type Scenario = (play: Play) => Promise<void>;

async function services(play: Play): Promise<void> {
    const { stack } = play;
    const rows = stack.emulator.world.services;
    const sets = () => [...rows.values()].flatMap((service) => service.replica_sets);
    const service = await play.timed("create", () => stack.up("Service", "orders", args));
    play.check(rows.size === 1, `${rows.size} services exist`);
    const row = [...rows.values()][0];
    if (service === undefined || row === undefined) return;
    play.check(service.outs["initialPassword"] === row.password, "the initial password is lost");

    const setArgs = { serviceId: service.id, nodes: 1, cpuMillis: 500, memoryGbs: 2 };
    const set = await play.timed("create the set", () => stack.up("ReadReplicaSet", "reports", setArgs));
    play.check(sets().length === 1, `${sets().length} replica sets exist`);

    const forkArgs = {
        name: "fork",
        forkFrom: { serviceId: service.id, strategy: "LAST_SNAPSHOT" },
        deletionProtection: false,
    };
    const fork = await play.timed("fork", () => stack.up("Service", "fork", forkArgs));
    const forks = [...rows.values()].filter((one) => one !== row);
    play.check(forks.length <= 1, `${forks.length} forks exist`);
    if (fork !== undefined)
        play.check(fork.outs["initialPassword"] === forks[0]?.password, "the initial password of a fork is lost");

    const refreshed = await play.timed("refresh", async () => {
        const both = await Promise.all([stack.refresh(service), set && stack.refresh(set)]);
        play.check(both[0] !== undefined, "a refresh drops the service");
        play.check(set === undefined || both[1] !== undefined, "a refresh drops the set");
        return both;
    });
    const [now = service, nowSet = set] = refreshed ?? [];
    const { changes } = await stack.diff(now, args);
    play.check(!changes, "a refresh shows a change that nobody has made");
    await play.timed("import", () => imported(play, "Service", service.id));

    const resized = (await play.timed("resize", () => stack.up("Service", "orders", bigger, now))) ?? now;
    play.check(play.failures.length > 0 || row.cpu_millis === 2000, "a successful resize has not resized");
    play.check(resized.outs["password"] === row.password, "the password is lost");

    if (fork !== undefined) await play.timed("destroy the fork", () => stack.destroy(fork));
    if (nowSet !== undefined) await play.timed("destroy the set", () => stack.destroy(nowSet));
    await play.timed("destroy", () => stack.destroy(resized));
    play.check(play.failures.length > 0 || rows.size === 0, "a successful destroy has left something");
}

async function networks(play: Play): Promise<void> {
    const { stack } = play;
    const { vpcs } = stack.emulator.world;
    const vpcArgs = { name: "net", cidr: "10.0.0.0/16", regionCode: "us-east-1" };
    const vpc = await play.timed("create", () => stack.up("Vpc", "net", vpcArgs));
    play.check(vpcs.size === 1, `${vpcs.size} VPCs exist`);
    if (vpc === undefined) return;
    const peerArgs = { vpcId: vpc.id, peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-1" };
    const peering = await play.timed("peer", () => stack.up("Peering", "peer", peerArgs));
    const peerings = () => [...vpcs.values()].flatMap((one) => one.peerings);
    play.check(peerings().length === 1, `${peerings().length} peerings exist`);
    if (peering === undefined) return;
    const refreshed = await play.timed("refresh", async () => {
        const both = await Promise.all([stack.refresh(vpc), stack.refresh(peering)]);
        play.check(!both.includes(undefined), "a refresh drops something");
        return both;
    });
    const [now = vpc, nowPeering = peering] = refreshed ?? [];
    play.check(!(await stack.diff(now, vpcArgs)).changes, "a refresh shows a change that nobody has made");
    await play.timed("import", () => imported(play, "Vpc", vpc.id));
    await play.timed("import a peering", () => imported(play, "Peering", peering.id));
    const renamed = await play.timed("rename", () => stack.up("Vpc", "net", { ...vpcArgs, name: "other" }, now));
    await play.timed("destroy the peering", () => stack.destroy(nowPeering));
    await play.timed("destroy", () => stack.destroy(renamed ?? now));
    play.check(play.failures.length > 0 || vpcs.size === 0, "a successful destroy has left something");
}

async function imported({ stack }: Play, type: Type, id: string): Promise<void> {
    const read = await stack.refresh({ type, name: "imported", id, inputs: {}, outs: {} });
    if (read === undefined) throw new Error("there is none");
}

async function play(scenario: Scenario, deformed: readonly Deformed[]): Promise<Run> {
    const stack = await Stack.start();
    stack.emulator.setQuirks({ backupAfterMs: 0 });
    const run = new Play(stack);
    try {
        for (const { field, as, scope } of deformed)
            for (const where of scopes[scope])
                stack.emulator.faults.add({ do: { kind: "deform", field, as }, ...where });
        await scenario(run);
        return run;
    } finally {
        await stack.stop();
    }
}

/** What takes longer than without a deformation. */
const lateness = (run: Run, plain: Run, most = 2 * (settleWindow + betweenLooks)) =>
    Object.entries(run.times)
        .map(([operation, time]) => [operation, time - (plain.times[operation] ?? 0)] as const)
        .filter(([, longer]) => longer > most);

const timeout = Math.max(120_000, numRuns * 1_000);

describe.each([
    ["services and replica sets", services, ofFields],
    ["VPCs and peerings", networks, ofNetworks],
])("%s", (_, scenario, drawn) => {
    let plain: Run;
    beforeAll(async () => void (plain = await play(scenario, [])));

    test("without a deformation, nothing fails", () => expect(plain).toMatchObject({ failures: [], broken: [] }));

    test(
        "a field in another form stops nothing",
        () =>
            fc.assert(
                fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 2 }), async (deformed) => {
                    const { failures, broken, ...run } = await play(scenario, deformed);
                    const late = lateness({ failures, broken, ...run }, plain);
                    expect({ failures, broken, late }).toEqual({ failures: [], broken: [], late: [] });
                }),
                { numRuns },
            ),
        timeout,
    );

    test(
        "an id in another form loses and doubles nothing",
        () =>
            fc.assert(
                fc.asyncProperty(ofIds, async (deformed) =>
                    expect((await play(scenario, [deformed])).broken).toEqual([]),
                ),
                { numRuns: Math.ceil(numRuns / 4) },
            ),
        timeout,
    );
});

test.each<[string, Deformed[]]>([
    [
        "in another unit",
        [
            { field: "resources.spec.memory_gbs", as: "rounded", scope: "everywhere" },
            { field: "memory_gbs", as: "rounded", scope: "everywhere" },
        ],
    ],
    ["beside that of something else", [{ field: "resources", as: "preceded", scope: "everywhere" }]],
])("a size %s is the one that was asked for", async (_, deformed) => {
    const run = await play(services, deformed);
    const late = lateness(run, await play(services, []), betweenLooks);
    expect({ ...run, late }).toMatchObject({ failures: [], broken: [], late: [] });
});
