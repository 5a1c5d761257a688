import { scenario } from "./support/scenario";

jest.setTimeout(180_000);

const everything = `
const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1", name: "net" });
const db = new clouddb.Service("db", {
    regionCode: "us-east-1", cpuMillis: 2000, memoryGbs: 8, environment: "DEV", replicaCount: 1, syncReplicaCount: 1,
    connectionPooler: true, vpcId: net.id, paused: false,
});
const set = new clouddb.ReadReplicaSet("set", {
    serviceId: db.id, nodes: 1, cpuMillis: 1000, memoryGbs: 4, environment: "DEV", connectionPooler: true,
});`;

scenario(
    "drift in each argument shows in a refresh, and the next up repairs just that",
    async ({ stack, program, calls, emulator }) => {
        program(everything);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 3 } });
        expect(await stack.run("refresh")).toMatchObject({ exitCode: 0 });
        expect(await stack.run("preview")).toMatchObject({ changes: { same: 3 } });
        const [db] = [...emulator.world.services.keys()];
        const [net] = [...emulator.world.vpcs.keys()];
        const set = emulator.world.services.get(db!)?.replica_sets[0]?.id;
        calls();
        const drifts: [string, object, string[]][] = [
            [db!, { cpu_millis: 500, memory_gbs: 2 }, ["resizeService"]],
            [db!, { environment: "PROD" }, ["setServiceEnvironment"]],
            [db!, { replica_count: 0, sync_replica_count: 0 }, ["setServiceHa"]],
            [db!, { sync_replica_count: 0 }, ["setServiceHa"]],
            [db!, { pooler: false }, ["enableServicePooler"]],
            [db!, { vpc_id: null }, ["attachServiceToVpc"]],
            [db!, { status: "PAUSED" }, ["startService"]],
            [net!, { name: "renamed" }, ["renameVpc"]],
            [set!, { cpu_millis: 2000, memory_gbs: 8 }, ["resizeReplicaSet"]],
            [set!, { environment: "PROD" }, ["setReplicaSetEnvironment"]],
            [set!, { pooler: false }, ["enableReplicaSetPooler"]],
        ];
        for (const [id, change, repairs] of drifts) {
            emulator.drift(id, change);
            expect(await stack.run("refresh")).toMatchObject({ exitCode: 0 });
            expect(calls()).toEqual([]);
            expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1, same: 2 } });
            expect(calls()).toEqual(repairs);
        }
        expect(await stack.run("up", { refresh: true })).toMatchObject({ exitCode: 0 });
        expect(calls()).toEqual([]);
    },
);

scenario("what was not given is no drift", async ({ stack, program, calls, emulator }) => {
    program(`new clouddb.Service("db", { regionCode: "us-east-1" });`);
    await stack.run("up");
    const [db] = [...emulator.world.services.keys()];
    emulator.drift(db!, { replica_count: 1, pooler: true, environment: "PROD", name: "console" });
    calls();
    expect(await stack.run("refresh")).toMatchObject({ exitCode: 0 });
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    expect(calls()).toEqual([]);
});

scenario("what was deleted behind its back is created anew", async ({ stack, program, calls, emulator }) => {
    program(everything);
    await stack.run("up");
    const [db] = [...emulator.world.services.keys()];
    emulator.remove(db!);
    calls();
    expect(await stack.run("up", { refresh: true })).toMatchObject({ exitCode: 0 });
    expect(calls().slice(0, 1)).toEqual(["createService"]);
    expect(emulator.world.services.size).toBe(1);
    expect([...emulator.world.services.values()].map(({ replica_sets }) => replica_sets.length)).toEqual([1]);
    expect(await stack.run("preview")).toMatchObject({ changes: { same: 3 } });
});

scenario("a refresh with a key that is not allowed forgets nothing", async ({ stack, program, emulator }) => {
    program(everything);
    await stack.run("up");
    for (const status of [401, 403, 500]) {
        emulator.faults.add({ verb: "GET", count: null, do: { kind: "status", status, body: { message: "no" } } });
        expect((await stack.run("refresh")).exitCode).not.toBe(0);
        emulator.faults.clear();
    }
    expect(await stack.run("preview")).toMatchObject({ changes: { same: 3 } });
});
