import { scenario } from "./support/scenario";

jest.setTimeout(180_000);

const service = (args: string, opts = "{}") =>
    `const db = new clouddb.Service("db", ${args}, ${opts});\nexports.id = db.id;`;

scenario(
    "every argument of a service changes in place, with just the calls it needs",
    async ({ stack, program, calls, emulator }) => {
        const net = emulator.create.vpc({ region_code: "us-east-1" });
        const base = { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4, environment: "DEV" };
        program(service(JSON.stringify(base)));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
        expect(calls()).toEqual(["createService"]);
        const changes: [object, string[]][] = [
            [{ cpuMillis: 2000, memoryGbs: 8 }, ["resizeService"]],
            [{ replicaCount: 2 }, ["setServiceHa"]],
            [{ syncReplicaCount: 1 }, ["setServiceHa"]],
            [{ connectionPooler: true }, ["enableServicePooler"]],
            [{ environment: "PROD" }, ["setServiceEnvironment"]],
            [{ vpcId: net.id }, ["attachServiceToVpc"]],
            [{ password: "open sesame" }, ["updateServicePassword"]],
            [{ deletionProtection: false }, []],
            [{ paused: true }, ["stopService"]],
            [{ paused: false, cpuMillis: 4000, memoryGbs: 16 }, ["startService", "resizeService"]],
        ];
        let args: object = base;
        for (const [change, expected] of changes) {
            args = { ...args, ...change };
            program(service(JSON.stringify(args)));
            expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1 } });
            expect(calls()).toEqual(expected);
        }
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
        program(service(JSON.stringify({ regionCode: "us-east-1" })));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1 } });
        expect(calls()).toEqual(["setServiceHa", "disableServicePooler", "detachServiceFromVpc"]);
        const [row] = [...emulator.world.services.values()];
        expect(row).toMatchObject({
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
        expect(replaced.steps.map((step) => step.split(" ")[0])).toEqual([
            "delete-replaced",
            "replace",
            "create-replacement",
        ]);
        expect([...emulator.world.services.keys()]).not.toContain(first);
        program(service(`{ regionCode: "eu-central-1", name: "another" }`));
        const renamed = await stack.run("up");
        expect(renamed.steps.map((step) => step.split(" ")[0])).toEqual([
            "create-replacement",
            "replace",
            "delete-replaced",
        ]);
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
    expect(calls()).toEqual(["deleteReplicaSet", "createReplicaSet"]);
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
    expect(preview.printed).toContain(
        'service "db" is protected from deletion. To allow it: 1. set `deletionProtection: false`',
    );
    const destroyed = await stack.run("destroy");
    expect(destroyed.exitCode).not.toBe(0);
    expect(calls()).toEqual([]);
    program(service(`{ regionCode: "us-east-1", environment: "PROD", deletionProtection: false }`));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1 } });
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: 1 } });
    expect(calls()).toEqual(["deleteService"]);
});
