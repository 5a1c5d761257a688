import { scenario } from "./support/scenario";

const service = (args: string, opts = "{}") =>
    `const db = new clouddb.Service("db", ${args}, ${opts});\nexports.id = db.id;`;

const small = { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4, environment: "DEV" };
const large = { cpuMillis: 4000, memoryGbs: 16 };

/** A service of its own for each change: its arguments before and after, and the calls that it needs. */
const changes = (vpcId: string): Readonly<Record<string, [before: object, after: object, calls: string[]]>> => ({
    size: [small, { ...small, cpuMillis: 2000, memoryGbs: 8 }, ["resizeService"]],
    replicas: [small, { ...small, replicaCount: 2 }, ["setServiceHa"]],
    sync: [{ ...small, replicaCount: 2 }, { ...small, replicaCount: 2, syncReplicaCount: 1 }, ["setServiceHa"]],
    pooler: [small, { ...small, connectionPooler: true }, ["enableServicePooler"]],
    environment: [small, { ...small, environment: "PROD" }, ["setServiceEnvironment"]],
    vpc: [small, { ...small, vpcId }, ["attachServiceToVpc"]],
    password: [small, { ...small, password: "open sesame" }, ["updateServicePassword"]],
    protection: [{ ...small, environment: "PROD" }, { ...small, environment: "PROD", deletionProtection: false }, []],
    pause: [small, { ...small, paused: true }, ["stopService"]],
    resume: [{ ...small, paused: true }, { ...small, paused: false, ...large }, ["startService", "resizeService"]],
    everything: [
        small,
        {
            ...{ ...small, ...large, replicaCount: 2, syncReplicaCount: 1, connectionPooler: true },
            ...{ environment: "PROD", vpcId, password: "open sesame", deletionProtection: false, paused: false },
        },
        [
            ...["attachServiceToVpc", "enableServicePooler", "resizeService", "setServiceEnvironment"],
            ...["setServiceHa", "updateServicePassword"],
        ],
    ],
});

const services = (args: Readonly<Record<string, object>>) => `
for (const [name, args] of Object.entries(${JSON.stringify(args)})) exports[name] = new clouddb.Service(name, args).id;`;

scenario(
    "every argument of a service changes in place, with just the calls it needs",
    async ({ stack, program, callsByThing, emulator }) => {
        const cases = changes(emulator.create.vpc({ region_code: "us-east-1" }).id);
        const all = Object.keys(cases).length;
        const given = (at: 0 | 1) =>
            Object.fromEntries(Object.entries(cases).map(([name, change]) => [name, change[at]]));
        program(services(given(0)));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: all } });
        const ids = await stack.outputs();
        expect(new Set(Object.values(ids))).toEqual(new Set(emulator.world.services.keys()));
        callsByThing();
        program(services(given(1)));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: all } });
        const calls = callsByThing();
        for (const [name, [, , expected]] of Object.entries(cases)) {
            const made = calls[String(ids[name])] ?? [];
            expect([name, name === "everything" ? made.toSorted() : made]).toEqual([name, expected]);
        }
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: all } });
        program(services({ ...given(1), everything: { regionCode: "us-east-1" } }));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1, same: all - 1 } });
        const id = String(ids["everything"]);
        expect(callsByThing()).toEqual({ [id]: ["setServiceHa", "disableServicePooler", "detachServiceFromVpc"] });
        expect(emulator.world.services.get(id)).toMatchObject({
            cpu_millis: 4000,
            memory_gbs: 16,
            environment: "PROD",
            replica_count: 0,
            pooler: false,
            vpc_id: null,
        });
    },
);

scenario(
    "what cannot change in place is replaced, in the right order, and says so first",
    async ({ stack, program, emulator }) => {
        program(service(`{ regionCode: "us-east-1" }`));
        await stack.run("up");
        const [first] = [...emulator.world.services.keys()];
        program(service(`{ regionCode: "eu-central-1" }`));
        const preview = await stack.run("preview");
        expect(preview.printed).toContain("REPLACE: regionCode cannot change in place, its data will be lost");
        const replaced = await stack.run("up");
        expect(replaced.exitCode).toBe(0);
        const createdFirst = ["create-replacement", "replace", "delete-replaced"];
        expect(replaced.steps.map((step) => step.split(" ")[0])).toEqual(createdFirst);
        expect([...emulator.world.services.keys()]).not.toContain(first);
        program(service(`{ regionCode: "eu-central-1", name: "another" }`));
        const renamed = await stack.run("up");
        expect(renamed.steps.map((step) => step.split(" ")[0])).toEqual(createdFirst);
        // A name that is given has to be free first.
        program(service(`{ regionCode: "us-east-1", name: "another" }`));
        const sameName = await stack.run("up");
        expect(sameName.steps.map((step) => step.split(" ")[0])).toEqual([...createdFirst].reverse());
    },
);

scenario(
    "a replaced VPC is there before its services leave the old one",
    async ({ stack, program, calls, emulator }) => {
        const body = (cidr: string) => `
const net = new clouddb.Vpc("net", { cidr: "${cidr}", regionCode: "us-east-1" });
const db = new clouddb.Service("db", { regionCode: "us-east-1", vpcId: net.id });`;
        program(body("10.0.0.0/16"));
        await stack.run("up");
        calls();
        program(body("10.1.0.0/16"));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        expect(calls()).toEqual(["createVpc", "detachServiceFromVpc", "attachServiceToVpc", "deleteVpc"]);
        expect([...emulator.world.vpcs.values()].map(({ cidr }) => cidr)).toEqual(["10.1.0.0/16"]);
    },
);

scenario("replica sets change in place, and are replaced where they must be", async ({ stack, program, calls }) => {
    const body = (args: string) => `
const db = new clouddb.Service("db", { regionCode: "us-east-1" });
const reports = new clouddb.ReadReplicaSet("reports", { serviceId: db.id, ${args} });`;
    program(body("nodes: 1, cpuMillis: 1000, memoryGbs: 4"));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 2 } });
    calls();
    program(body(`nodes: 1, cpuMillis: 2000, memoryGbs: 8, environment: "PROD", connectionPooler: true`));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1, update: 1 } });
    expect(calls()).toEqual(["setReplicaSetEnvironment", "resizeReplicaSet", "enableReplicaSetPooler"]);
    program(body("nodes: 2, cpuMillis: 2000, memoryGbs: 8"));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    expect(calls()).toEqual(["createReplicaSet", "deleteReplicaSet"]);
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: 2 } });
    expect(calls()).toEqual(["deleteReplicaSet", "deleteService"]);
});

scenario("a protected service is neither replaced nor deleted", async ({ stack, program, calls }) => {
    program(service(`{ regionCode: "us-east-1", environment: "PROD" }`));
    await stack.run("up");
    calls();
    program(service(`{ regionCode: "eu-central-1", environment: "PROD" }`));
    const preview = await stack.run("preview");
    expect(preview.exitCode).not.toBe(0);
    expect(preview.printed).toContain("is protected from deletion. To allow it: 1. set `deletionProtection: false`");
    const destroyed = await stack.run("destroy");
    expect(destroyed.exitCode).not.toBe(0);
    expect(calls()).toEqual([]);
    program(service(`{ regionCode: "us-east-1", environment: "PROD", deletionProtection: false }`));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1 } });
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: 1 } });
    expect(calls()).toEqual(["deleteService"]);
});
