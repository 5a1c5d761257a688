import { scenario } from "./support/scenario";

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
