// The whole life of a service, in random order, against a plain model of what an `up`, a refresh and a destroy should mean.
import fc from "fast-check";
import type { Drift, Fault, ServiceRow } from "../../src/emulator";
import { type PropertyMap, type Deployed, Stack } from "../support/inProcess";

/** What matters of a service, as the model sees it: the arguments that may change in place. */
interface Shape {
    cpuMillis: number;
    memoryGbs: number;
    environment: "DEV" | "PROD";
    replicaCount: number;
    syncReplicaCount: number;
    connectionPooler: boolean;
    vpc: number | null;
    paused: boolean;
    password: string | undefined;
}

const created: Shape = {
    cpuMillis: 500,
    memoryGbs: 2,
    environment: "DEV",
    replicaCount: 0,
    syncReplicaCount: 0,
    connectionPooler: false,
    vpc: null,
    paused: false,
    password: undefined,
};

/** What an argument that is removed goes back to; one that is not here stays as it is. */
const defaults: Partial<Shape> = {
    replicaCount: 0,
    syncReplicaCount: 0,
    connectionPooler: false,
    vpc: null,
    paused: false,
};

interface Model {
    shape: Shape | undefined;
    given: Partial<Shape>;
}

interface Real {
    readonly stack: Stack;
    readonly vpcs: readonly string[];
    deployed: Deployed | undefined;
}

const argsOf = ({ vpc, ...args }: Partial<Shape>, { vpcs }: Real): PropertyMap => ({
    deletionProtection: false,
    ...args,
    ...(vpc == null ? {} : { vpcId: vpcs[vpc] }),
});

const serviceRow = (real: Real): ServiceRow | undefined => [...real.stack.emulator.world.services.values()][0];

function expectAsModelled(model: Model, real: Real): void {
    const row = serviceRow(real);
    expect(row === undefined).toBe(model.shape === undefined);
    if (row === undefined || model.shape === undefined) return;
    expect({
        cpuMillis: row.cpu_millis,
        memoryGbs: row.memory_gbs,
        environment: row.environment,
        replicaCount: row.replica_count,
        syncReplicaCount: row.sync_replica_count,
        connectionPooler: row.pooler,
        vpc: row.vpc_id === null ? null : real.vpcs.indexOf(row.vpc_id),
        paused: row.status === "PAUSED",
        password: model.shape.password === undefined ? undefined : row.password,
    }).toEqual(model.shape);
    expect(["READY", "PAUSED"]).toContain(row.status);
}

/** What an `up` makes of the shape: given is given, removed is the default, the rest stays. */
function wantedBy(model: Model, args: Partial<Shape>): Shape {
    const from = model.shape ?? created;
    const given = model.shape === undefined ? {} : model.given;
    const back = Object.keys(given).filter((key) => !(key in args) && key in defaults) as (keyof Shape)[];
    const reset = Object.fromEntries(back.map((key) => [key, defaults[key]]));
    const shape = { ...from, ...reset, ...args };
    // Of fewer replicas, no more can be synchronous.
    return { ...shape, syncReplicaCount: Math.min(shape.syncReplicaCount, shape.replicaCount) };
}

type Command = fc.AsyncCommand<Model, Real>;

class Up implements Command {
    constructor(
        readonly args: Partial<Shape>,
        readonly action: Partial<Fault> | undefined,
    ) {}
    check = () => true;

    async run(model: Model, real: Real): Promise<void> {
        const { stack } = real;
        const args = argsOf(this.args, real);
        // A preview that is asked of what is gone cannot know it: the engine refreshes first.
        if (real.deployed !== undefined) real.deployed = await stack.refresh(real.deployed);
        const shape = wantedBy(model, this.args);
        if (this.action !== undefined) {
            stack.emulator.faults.add({ do: { kind: "drop" }, ...this.action });
            try {
                real.deployed = await stack.up("Service", "orders", args, real.deployed);
            } catch {
                stack.emulator.faults.clear();
            }
            stack.emulator.faults.clear();
            // Whatever the fault has left, the same `up` without one finishes.
            const there = serviceRow(real);
            if (real.deployed === undefined && there !== undefined) {
                real.deployed = await stack.up("Service", "orders", { ...args, adopt: there.id });
            }
        }
        real.deployed = await stack.up("Service", "orders", args, real.deployed);
        model.shape = shape;
        model.given = this.args;
        expectAsModelled(model, real);
        expect(await stack.diff(real.deployed, args)).toMatchObject({ changes: false });
    }
    toString = () => `up(${JSON.stringify(this.args)}${this.action ? `, ${JSON.stringify(this.action)}` : ""})`;
}

class BehindItsBack implements Command {
    constructor(readonly change: Partial<Omit<Shape, "vpc" | "password" | "paused">>) {}
    check = ({ shape }: Readonly<Model>) => shape !== undefined;

    run(model: Model, real: Real): Promise<void> {
        const { cpuMillis, environment, connectionPooler, replicaCount } = this.change;
        const drift: Drift = {
            ...(cpuMillis === undefined ? {} : { cpu_millis: cpuMillis }),
            ...(environment === undefined ? {} : { environment }),
            ...(connectionPooler === undefined ? {} : { pooler: connectionPooler }),
            ...(replicaCount === undefined ? {} : { replica_count: replicaCount, sync_replica_count: 0 }),
        };
        real.stack.emulator.drift(serviceRow(real)!.id, drift);
        const sync = replicaCount === undefined ? {} : { syncReplicaCount: 0 };
        model.shape = { ...model.shape!, ...this.change, ...sync };
        return Promise.resolve();
    }
    toString = () => `drift(${JSON.stringify(this.change)})`;
}

class Refresh implements Command {
    check = () => true;
    async run(model: Model, real: Real): Promise<void> {
        if (real.deployed === undefined) return;
        real.deployed = await real.stack.refresh(real.deployed);
        expect(real.deployed === undefined).toBe(model.shape === undefined);
        if (real.deployed === undefined) return;
        const again = await real.stack.refresh(real.deployed);
        expect(again).toEqual(real.deployed);
        // What is seen to differ is what an `up` would change, and nothing else.
        const args = argsOf(model.given, real);
        const given = Object.entries(model.given);
        const differs = given.some(([key, value]) => model.shape![key as keyof Shape] !== value);
        expect((await real.stack.diff(real.deployed, args)).changes).toBe(differs);
    }
    toString = () => "refresh";
}

class DeletedElsewhere implements Command {
    check = ({ shape }: Readonly<Model>) => shape !== undefined;
    run(model: Model, real: Real): Promise<void> {
        real.stack.emulator.remove(serviceRow(real)!.id);
        model.shape = undefined;
        model.given = {};
        return Promise.resolve();
    }
    toString = () => "deleted elsewhere";
}

class Destroy implements Command {
    check = () => true;
    async run(model: Model, real: Real): Promise<void> {
        if (real.deployed !== undefined) await real.stack.destroy(real.deployed);
        real.deployed = undefined;
        model.shape = undefined;
        model.given = {};
        expectAsModelled(model, real);
    }
    toString = () => "destroy";
}

const counts = fc
    .tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }))
    .map(([replicaCount, sync]) => ({ replicaCount, syncReplicaCount: Math.min(sync, replicaCount) }));
const sizes = fc.constantFrom({ cpuMillis: 500, memoryGbs: 2 }, { cpuMillis: 1000, memoryGbs: 4 });
const some = <T extends object>(values: fc.Arbitrary<T>) => fc.oneof(values, fc.constant({}));
const args: fc.Arbitrary<Partial<Shape>> = fc
    .tuple(
        some(sizes),
        some(counts),
        fc.record(
            {
                environment: fc.constantFrom("DEV" as const, "PROD" as const),
                connectionPooler: fc.boolean(),
                vpc: fc.constantFrom(0, 1),
                paused: fc.boolean(),
                password: fc.constantFrom("first-password", "second-password"),
            },
            { requiredKeys: [] },
        ),
    )
    .map((parts) => Object.assign({}, ...parts) as Partial<Shape>);
const actions: fc.Arbitrary<Partial<Fault>> = fc.record({
    do: fc.constantFrom<Fault["do"]>(
        { kind: "drop" },
        { kind: "drop", when: "after" },
        { kind: "status", status: 502, when: "after" },
        { kind: "status", status: 403 },
        { kind: "busy" },
        { kind: "truncate" },
    ),
    verb: fc.constantFrom("GET" as const, "POST" as const),
    after: fc.nat({ max: 4 }),
});
const changes = fc.constantFrom<BehindItsBack["change"]>(
    { cpuMillis: 4000 },
    { environment: "PROD" },
    { environment: "DEV" },
    { connectionPooler: true },
    { connectionPooler: false },
    { replicaCount: 2 },
    { replicaCount: 0 },
);
const commands = fc.commands(
    [
        args.map((given) => new Up(given, undefined)),
        fc.tuple(args, actions).map(([given, action]) => new Up(given, action)),
        changes.map((change) => new BehindItsBack(change)),
        fc.constant(new Refresh()),
        fc.constant(new DeletedElsewhere()),
        fc.constant(new Destroy()),
    ],
    { maxCommands: 12 },
);

test("a service is as the last `up` has it, whatever happened before", async () => {
    const stack = await Stack.start({ timeScale: 0.02 });
    try {
        await fc.assert(
            fc.asyncProperty(commands, async (sequence) => {
                stack.emulator.reset();
                const vpcs = ["10.1.0.0/16", "10.2.0.0/16"].map((cidr) => stack.emulator.create.vpc({ cidr }).id);
                const real: Real = { stack: stack.beside(), vpcs, deployed: undefined };
                await fc.asyncModelRun(() => ({ model: { shape: undefined, given: {} }, real }), sequence);
            }),
            { numRuns: 40 },
        );
    } finally {
        await stack.stop();
    }
});
