import { scenario } from "./support/scenario";

const network = `const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1", name: "net" });`;
const service = `{
    regionCode: "us-east-1", cpuMillis: 2000, memoryGbs: 8, environment: "DEV", replicaCount: 1, syncReplicaCount: 1,
    connectionPooler: true, vpcId: net.id, paused: false,
}`;
const set = `{
    serviceId: db.id, nodes: 1, cpuMillis: 1000, memoryGbs: 4, environment: "DEV", connectionPooler: true,
}`;

/** A resource of its own for each drift: what changes, and the calls that bring it back. */
const drifts: readonly [name: string, change: object, repairs: string[]][] = [
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

const named = (prefix: string) => drifts.map(([name]) => name).filter((name) => name.startsWith(prefix));

const oneForEach = `
${network}
const service = (name) => new clouddb.Service(name, { ...${service}, name });
const db = service("db");
const made = {
    net,
    ...Object.fromEntries(${JSON.stringify(named("db-"))}.map((name) => [name, service(name)])),
    ...Object.fromEntries(${JSON.stringify(named("set-"))}.map((name) => [name, new clouddb.ReadReplicaSet(name, ${set})])),
};
for (const [name, { id }] of Object.entries(made)) exports[name] = id;`;

scenario(
    "drift in each argument shows in a refresh, and the next up repairs just that",
    async ({ stack, program, callsByThing, emulator }) => {
        program(oneForEach);
        // The set's service has no drift.
        const all = drifts.length + 1;
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: all } });
        const outputs = await stack.outputs();
        expect(await stack.run("refresh")).toMatchObject({ exitCode: 0 });
        expect(await stack.run("preview")).toMatchObject({ changes: { same: all } });
        callsByThing();
        // The id of a replica set has its service's before it.
        const idOf = (name: string) => String(outputs[name]).split("/").at(-1)!;
        for (const [name, change] of drifts) emulator.drift(idOf(name), change);
        expect(await stack.run("refresh")).toMatchObject({ exitCode: 0 });
        expect(callsByThing()).toEqual({});
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: drifts.length, same: 1 } });
        expect(callsByThing()).toEqual(Object.fromEntries(drifts.map(([name, , repairs]) => [idOf(name), repairs])));
        expect(await stack.run("up", { refresh: true })).toMatchObject({ exitCode: 0, changes: { same: all } });
        expect(callsByThing()).toEqual({});
    },
);
