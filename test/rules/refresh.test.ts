// A refresh only looks: it fails for no guard, moves no protection, and takes nothing that is partially created for done.
import * as clouddb from "../../src";
import { answer, answers, raw } from "./support/certain";
import type { Drift } from "../../src/emulator";
import { stage } from "./support/eachStage";
import { errorsOf, type Stage, stepsOf, warningsOf } from "./support/stage";

const prod =
    (args: object = {}) =>
    () =>
        new clouddb.Service("db", { name: "db", environment: "PROD", ...args });
const resultOf = (outcome: Awaited<ReturnType<Stage["refresh"]>>) => outcome.steps.map(({ result }) => result);

describe("a protected service that was renamed in the console", () => {
    beforeEach(async () => {
        await stage.up(prod());
        stage.emulator.drift(stage.services[0]!.id, { name: "renamed" });
        stage.calls();
    });

    test("is refreshed, and the refresh says what the next `up` would do", async () => {
        const outcome = await stage.refresh();
        expect([errorsOf(outcome), outcome.ok, stage.calls()]).toEqual([[], true, []]);
        expect(warningsOf(outcome)).toEqual([
            "db: It differs from what the program last asked for: name cannot change in place. The next `pulumi up` of the same program would be refused, because it is protected.",
        ]);
        expect(stage.heldAs("db").outputs).toMatchObject({ name: "renamed", deletionProtection: true });
    });

    test("can be got out of by what the error tells", async () => {
        await stage.refresh();
        const [refused] = errorsOf(await stage.tryUp(prod()));
        expect(refused).toContain("1. set `deletionProtection: false` on the resource and run `pulumi up`");
        const { preview } = await stage.up(prod({ deletionProtection: false }));
        expect([stepsOf(preview), stage.services.map(({ name }) => name)]).toEqual([["update db"], ["renamed"]]);
        expect(errorsOf(await stage.destroy())).toEqual([]);
        expect(stage.services).toEqual([]);
    });

    test("and a rename back in the program's favour needs nothing", async () => {
        await stage.refresh();
        const { up } = await stage.up(prod({ name: "renamed" }));
        expect(stepsOf(up)).toEqual([]);
    });
});

test("a refresh during an operation says that it has to be repeated", async () => {
    await stage.up(prod());
    const [service] = stage.services;
    const warnings = async (status: string) => {
        stage.emulator.drift(service!.id, { status });
        return warningsOf(await stage.refresh());
    };
    expect(await warnings("UPGRADING")).toEqual([
        "db: An operation is in progress at the API (UPGRADING), and the state may have the values from before it. Run `pulumi refresh` again when it has ended.",
    ]);
    expect(await warnings("READY")).toEqual([]);
    expect(await warnings("DELETING")).toEqual([]);
});

test.each(["DEV", "PROD"] as const)("no drift of the environment from %s moves the protection", async (environment) => {
    await stage.up(prod({ environment }));
    const other = environment === "DEV" ? "PROD" : "DEV";
    stage.emulator.drift(stage.services[0]!.id, { environment: other });
    await stage.refresh();
    expect(stage.heldAs("db").outputs).toMatchObject({
        environment: other,
        deletionProtection: environment === "PROD",
    });
    // What is PROD by anybody's word is not deleted. Pulumi itself refuses first what is PROD by the program's word.
    const refusal = environment === "PROD" ? "because it is protected" : "is protected from deletion";
    expect(errorsOf(await stage.destroy())[0]).toContain(refusal);
    expect(stage.services).toHaveLength(1);
});

test("a protected service that is gone leaves the state, though Pulumi would not delete it", async () => {
    await stage.up(prod());
    stage.emulator.remove(stage.services[0]!.id);
    await stage.refresh();
    expect(stage.held).toEqual([]);
});

test("what is partially created stays so through a refresh, is an error again while it is not done, and is finished then", async () => {
    const program = () => new clouddb.Service("db", { name: "db" }, { customTimeouts: { create: "2m" } });
    stage.emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
    expect(errorsOf(await stage.tryUp(program))[0]).toContain("creating did not complete within 2 m");
    await stage.refresh();
    const again = await stage.tryUp(program, { refresh: true });
    expect([again.ok, errorsOf(again).length > 0]).toEqual([false, true]);
    stage.emulator.finish();
    const { preview, up } = await stage.up(program, { refresh: true });
    expect(stepsOf(preview)).toEqual(["update db"]);
    expect(up.ok).toBe(true);
    expect(stage.heldAs("db").outputs["endpoint"]).toMatchObject({ host: expect.any(String) as string });
    expect(stepsOf((await stage.up(program)).up)).toEqual([]);
});

test("a list that shows less than a GET is no drift", async () => {
    const program = () => {
        new clouddb.Service("a", { name: "a", replicaCount: 1, connectionPooler: true });
        new clouddb.Service("b", { name: "b", replicaCount: 2 });
    };
    stage.emulator.setQuirks({ listOmit: ["ha_replicas", "connection_pooler", "endpoint", "metadata"] });
    await stage.up(program);
    expect(stage.heldAs("a").outputs["poolerEndpoint"]).toBeDefined();
    expect(resultOf(await stage.refresh())).toEqual(["same", "same"]);
    expect(stepsOf((await stage.up(program)).up)).toEqual([]);
});

test("a list that shows less than a GET hides no drift", async () => {
    const program = () => {
        for (const name of ["a", "b"])
            new clouddb.Service(name, { name, environment: "PROD", cpuMillis: 500, memoryGbs: 2 });
    };
    await stage.up(program);
    const [service] = stage.services;
    stage.emulator.drift(service!.id, { environment: "DEV", cpu_millis: 1000 });
    const records = (await raw(stage, "services")) as { readonly resources: readonly object[] }[];
    const lessOf = (one: (typeof records)[number]) => ({
        ...one,
        metadata: undefined,
        resources: one.resources.map((resource) => ({ ...resource, spec: {} })),
    });
    answers(stage, "listServices", answer(records.map(lessOf)));
    expect(resultOf(await stage.refresh()).sort()).toEqual(["same", "update"]);
    const { environment, cpuMillis } = stage.heldAs(service!.name).outputs;
    expect([environment, cpuMillis]).toEqual(["DEV", 1000]);
});

describe("a list that shows less than a GET drops no step", () => {
    const names = ["a", "b"];
    const withMore = { replicaCount: 1, connectionPooler: true };
    const withLess = { cpuMillis: 1000, memoryGbs: 4, replicaCount: 0, connectionPooler: false };
    const all = (argsOf: (name: string) => object) => () => {
        for (const name of names) new clouddb.Service(name, { name, ...argsOf(name) });
    };
    const settings = () =>
        stage.services.map(({ cpu_millis, replica_count, pooler }) => [cpu_millis, replica_count, pooler]);
    const reduced = names.map(() => [1000, 0, false]);

    beforeEach(() => stage.emulator.setQuirks({ listOmit: ["ha_replicas", "connection_pooler"] }));

    test("of an update", async () => {
        await stage.up(all(() => withMore));
        await stage.up(all(() => withLess));
        expect(settings()).toEqual(reduced);
    });

    test("of an adoption", async () => {
        const create = (name: string) => stage.emulator.create.service({ name, replica_count: 1, pooler: true });
        const ids = new Map(names.map((name) => [name, create(name).id]));
        await stage.up(all((name) => ({ ...withLess, adopt: ids.get(name)! })));
        expect(settings()).toEqual(reduced);
    });

    test("of a service whose own GET is a 404 now and then", async () => {
        stage.emulator.setQuirks({ listOmit: ["ha_replicas", "connection_pooler"], flickerMs: 1_000_000_000 });
        await stage.up(all(() => withMore));
        expect(resultOf(await stage.refresh())).toEqual(["same", "same"]);
        expect(stage.held.map(({ outputs }) => outputs["replicaCount"])).toEqual([1, 1]);
        expect(stepsOf((await stage.up(all(() => withMore))).up)).toEqual([]);
    });
});

test("an `up` does not end before a change that no record shows, though a stale GET says READY", async () => {
    const program = (replicaCount: number) => () => new clouddb.Service("db", { name: "db", replicaCount });
    // The emulator's times are scaled by 0.02: 20 s.
    stage.emulator.setQuirks({ omit: ["ha_replicas"], staleReadMs: 1_000_000 });
    await stage.up(program(0));
    await stage.clock.sleep(60_000);
    await stage.up(program(2));
    expect(stage.services.map(({ status, replica_count }) => [status, replica_count])).toEqual([["READY", 2]]);
});

test("a longer customTimeouts.delete counts, though nothing else has changed", async () => {
    const program = (time?: string) => () =>
        new clouddb.Service("db", { name: "db" }, time === undefined ? {} : { customTimeouts: { delete: time } });
    await stage.up(program());
    stage.calls();
    const { up } = await stage.up(program("3h"));
    expect([stepsOf(up), stage.calls()]).toEqual([["update db"], []]);
    stage.emulator.faults.add({ endpoint: "deleteService", do: { kind: "stuck" } });
    expect(errorsOf(await stage.destroy())[0]).toContain("still there 3 h after");
});

test("an argument that said what holds anyway is no longer managed once it is taken out", async () => {
    const program = (args: object) => () => new clouddb.Service("db", { name: "db", ...args });
    await stage.up(program({ replicaCount: 0 }));
    const { up } = await stage.up(program({}));
    expect(stepsOf(up)).toEqual(["update db"]);
    stage.emulator.drift(stage.services[0]!.id, { replica_count: 1 });
    await stage.refresh();
    expect(stepsOf((await stage.up(program({}))).up)).toEqual([]);
    expect(stage.services[0]!.replica_count).toBe(1);
});

test("a service that the console has paused is paused again when a change of it fails", async () => {
    const program = (cpuMillis: number) => () =>
        new clouddb.Service("db", { name: "db", cpuMillis, memoryGbs: cpuMillis / 250 });
    await stage.up(program(500));
    stage.emulator.drift(stage.services[0]!.id, { status: "PAUSED" });
    await stage.refresh();
    stage.emulator.faults.add({ endpoint: "resizeService", do: { kind: "status", status: 422 }, count: null });
    expect((await stage.tryUp(program(1000))).ok).toBe(false);
    stage.emulator.finish();
    expect(stage.services[0]!.status).toBe("PAUSED");
});

test("what no record shows of an adopted service stays among its inputs", async () => {
    const { id } = stage.emulator.create.service({ name: "db", service_type: "TIMESERIES_DB" });
    const program = () => new clouddb.Service("db", { adopt: id, addons: ["time-series"] });
    await stage.up(program);
    const { inputs } = stage.heldAs("db");
    await stage.refresh();
    expect(stage.heldAs("db").inputs).toEqual(inputs);
    const { steps } = await stage.tryUp(program, { refresh: true });
    expect(steps.filter(({ result }) => result === "update")).toEqual([]);
});

test("`ignoreChanges` leaves what someone else manages, also after a refresh", async () => {
    const program = (cpuMillis: number) => () =>
        new clouddb.Service("db", { cpuMillis, memoryGbs: 4 }, { ignoreChanges: ["cpuMillis", "memoryGbs"] });
    await stage.up(program(1000));
    stage.calls();
    expect(stepsOf((await stage.up(program(2000))).up)).toEqual([]);
    stage.emulator.drift(stage.services[0]!.id, { cpu_millis: 8000, memory_gbs: 32 });
    await stage.up(program(2000), { refresh: true });
    expect(stage.calls()).toEqual([]);
});

test("drift in each argument shows in a refresh, and the next `up` repairs just that", async () => {
    /** A resource of its own for each drift, and the calls that bring it back. */
    const drifts: readonly (readonly [name: string, drift: Drift, repairs: string[]])[] = [
        ["db-size", { cpu_millis: 500, memory_gbs: 2 }, ["resizeService"]],
        ["db-environment", { environment: "PROD" }, ["setServiceEnvironment"]],
        ["db-replicas", { replica_count: 0, sync_replica_count: 0 }, ["setServiceHa"]],
        ["db-sync-replicas", { sync_replica_count: 0 }, ["setServiceHa"]],
        ["db-pooler", { pooler: false }, ["enableServicePooler"]],
        ["db-vpc", { vpc_id: null }, ["attachServiceToVpc"]],
        ["db-paused", { status: "PAUSED" }, ["startService"]],
        ["net", { name: "renamed" }, ["renameVpc"]],
        ["set-size", { cpu_millis: 2000, memory_gbs: 8 }, ["resizeReplicaSet"]],
        ["set-environment", { environment: "PROD" }, ["setReplicaSetEnvironment"]],
        ["set-pooler", { pooler: false }, ["enableReplicaSetPooler"]],
    ];
    const program = () => {
        const region = { regionCode: "us-east-1" };
        const both = { environment: "DEV", connectionPooler: true } as const;
        const net = new clouddb.Vpc("net", { name: "net", cidr: "10.0.0.0/16", ...region });
        const args = { ...region, ...both, cpuMillis: 2000, memoryGbs: 8, replicaCount: 1, syncReplicaCount: 1 };
        const service = (name: string) => new clouddb.Service(name, { ...args, vpcId: net.id, paused: false });
        const set = { serviceId: service("db").id, nodes: 1, cpuMillis: 1000, memoryGbs: 4, ...both };
        for (const [name] of drifts) {
            if (name.startsWith("db-")) service(name);
            if (name.startsWith("set-")) new clouddb.ReadReplicaSet(name, set);
        }
    };
    const idOf = (name: string) => stage.heldAs(name).id.split("/").at(-1)!;
    await stage.up(program);
    stage.calls();
    for (const [name, drift] of drifts) stage.emulator.drift(idOf(name), drift);
    expect([(await stage.refresh()).ok, stage.calls()]).toEqual([true, []]);
    const { up } = await stage.up(program);
    expect(stepsOf(up).sort()).toEqual(drifts.map(([name]) => `update ${name}`).sort());
    const changes = stage.emulator.requests().filter(({ method }) => method !== "GET");
    const callsOf = (id: string) => changes.filter(({ path }) => path.split("/").includes(id));
    for (const [name, , repairs] of drifts)
        expect([name, callsOf(idOf(name)).map(({ endpoint }) => endpoint)]).toEqual([name, repairs]);
    expect(stage.calls()).toHaveLength(drifts.length);
    expect(stepsOf((await stage.up(program, { refresh: true })).up)).toEqual([]);
    expect(stage.calls()).toEqual([]);
});
