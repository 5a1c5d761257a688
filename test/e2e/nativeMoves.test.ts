// Resources that move between the two providers of this package: whatever a stack is like, a move changes nothing, and finishes what is
// outstanding.
import { pulumiIn } from "./support/cli";
import type { Deployment } from "./support/driver";
import { clouddbOn, nativeScenario, programBy, type DoorName } from "./support/native";
import type { Stage } from "./support/scenario";

const given = "chosen by the program";

interface Names {
    readonly platform: string;
    readonly db: string;
}

/** A resource of each kind, in a component, below another resource, and on its own. `formerly`: names that the same program gave before. */
const everyKind = ({ platform, db }: Names, formerly?: Names) => `
    const size = { cpuMillis: 1000, memoryGbs: 4 };
    const regionCode = "us-east-1";
    const renamed = (former) => (former === undefined ? {} : { aliases: [{ name: former }] });
    class Platform extends pulumi.ComponentResource {
        constructor(name, opts) {
            super("acme:index:Platform", name, {}, opts);
            const net = new door.Vpc("net", { cidr: "10.0.0.0/16", regionCode }, { parent: this });
            const peer = { peerAccountId: "123456789012", peerRegionCode: regionCode, peerVpcId: "vpc-0a1b2c3d" };
            const office = new door.Peering("office", { vpcId: net.id, ...peer }, { parent: net });
            const active = new door.PeeringActivation("active", { peeringId: office.id }, { parent: office });
            this.db = new door.Service("${db}", { ...size, regionCode, vpcId: net.id, password: "${given}" },
                { parent: this, dependsOn: active, ...renamed(${JSON.stringify(formerly?.db)}) });
        }
    }
    const { db } = new Platform("${platform}", renamed(${JSON.stringify(formerly?.platform)}));
    const fork = new door.Service("fork", { forkFrom: { serviceId: db.id, strategy: "NOW" }, generatePassword: true });
    new door.ReadReplicaSet("reports", { serviceId: db.id, nodes: 1, ...size });
    exports.generated = fork.password;`;
const all = 7;

const isOwn = ({ type }: { readonly type: string }) => /clouddb:\w/.test(type) && !type.startsWith("pulumi:");

/** The types of the resources, none of which shows a password. */
function typesIn({ resources = [] }: Deployment, passwords: readonly string[]): Set<string> {
    for (const password of passwords) expect(JSON.stringify(resources)).not.toContain(password);
    const services = resources!.filter(({ type }) => type.endsWith(":Service"));
    expect(services.map(({ outputs }) => outputs!["password"])).toEqual(
        services.map(() => expect.objectContaining({ ciphertext: expect.any(String) as string }) as object),
    );
    return new Set(resources!.filter(isOwn).map(({ type }) => type.slice(0, type.lastIndexOf(":"))));
}

nativeScenario(
    "every kind moves there and back, with secrets, generated names, components, a fork, and renamed in the same step",
    async ({ stack, program, calls, emulator }) => {
        const [one, two, three]: readonly [Names, Names, Names] = [
            { platform: "platform", db: "db" },
            { platform: "base", db: "orders" },
            { platform: "ground", db: "sales" },
        ];
        program(`const door = clouddb; ${everyKind(one)}`);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: all } });
        const { generated } = await stack.outputs();
        const rows = () => JSON.stringify([...emulator.world.services.values()].map(({ id, name }) => [id, name]));
        const before = rows();
        calls();
        const moves: readonly (readonly [DoorName, Names, Names?])[] = [
            ["native", one],
            ["clouddb", one],
            ["native", two, one],
            ["clouddb", three, two],
        ];
        for (const [door, names, formerly] of moves) {
            program(programBy(door, everyKind(names, formerly)));
            expect(await stack.run("preview")).toMatchObject({ exitCode: 0, changes: { same: all } });
            expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: all } });
            expect(typesIn(await stack.deployment("stored"), [given, String(generated)])).toEqual(
                new Set([door === "native" ? "clouddb:index" : "pulumi-nodejs:dynamic/clouddb"]),
            );
        }
        expect(calls()).toEqual([]);
        expect(rows()).toBe(before);
        expect(await stack.outputs()).toEqual({ generated });
    },
    { databases: false, quirks: { autoAcceptMs: 1000 } },
);

nativeScenario(
    "a stack that has moved shows drift in a plain preview after the refresh of the page, and one that has moved back no longer does",
    async ({ stack, program, calls, emulator }) => {
        const db = `new door.Service("db", { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4, replicaCount: 1 });`;
        const isReadFirst = async () => {
            const { resources } = await stack.deployment("stored");
            return resources!.filter(isOwn).map((one) => "refreshBeforeUpdate" in one && one.refreshBeforeUpdate);
        };
        program(programBy("clouddb", db));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
        program(programBy("native", db));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
        expect(await isReadFirst()).toEqual([false]);
        expect(await stack.run("refresh")).toMatchObject({ exitCode: 0 });
        expect(await isReadFirst()).toEqual([true]);

        const id = [...emulator.world.services.keys()][0]!;
        emulator.drift(id, { replica_count: 0 });
        calls();
        expect((await stack.run("preview")).printed).toContain("HA 0 -> 1");
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1 } });
        expect(calls()).toEqual(["setServiceHa"]);

        program(programBy("clouddb", db));
        for (const isRead of [true, false]) {
            expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
            expect(await isReadFirst()).toEqual([isRead]);
        }
        emulator.drift(id, { replica_count: 0 });
        expect(await stack.run("preview")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    },
    { databases: false },
);

const service = (cpuMillis: number, more = "") =>
    `new door.Service("db", { regionCode: "us-east-1", cpuMillis: ${cpuMillis}, memoryGbs: ${cpuMillis / 250}, ${more} });`;

const directions: readonly (readonly [DoorName, DoorName])[] = [
    ["clouddb", "native"],
    ["native", "clouddb"],
];

describe.each(directions)("what is outstanding, from %s to %s", (from, to) => {
    nativeScenario("a create and updates that fail halfway or at once", async ({ stack, program, calls, emulator }) => {
        const phases = [
            { by: from, then: to, text: service(1000, "connectionPooler: true"), refused: "enableServicePooler" },
            { by: to, then: from, text: service(2000, "connectionPooler: true"), refused: "resizeService" },
            {
                ...{ by: from, then: to, text: service(4000, "connectionPooler: true, replicaCount: 1") },
                refused: "setServiceHa",
            },
        ] as const;
        const made: unknown[] = [];
        for (const { by, then, text, refused } of phases) {
            const body = { code: "NO", message: "not today" };
            emulator.faults.add({ endpoint: refused, do: { kind: "status", status: 422, body } });
            program(programBy(by, text));
            const failed = await stack.run("up");
            expect(failed.exitCode).not.toBe(0);
            expect(failed.printed).toContain("not today");
            made.push(calls());
            program(programBy(then, text));
            expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1 } });
            expect(calls()).toEqual([refused]);
        }
        expect(made).toEqual([
            ["createService", "enableServicePooler"],
            ["resizeService"],
            ["resizeService", "setServiceHa"],
        ]);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
        const rows = [...emulator.world.services.values()];
        expect(rows).toMatchObject([{ cpu_millis: 4000, pooler: true, replica_count: 1 }]);
    });

    nativeScenario("a create and an update whose processes are killed", async (stage) => {
        const { stack, program, calls, emulator } = stage;
        program(programBy(from, service(1000)));
        expect(await killedIn(stage, "createService")).toContain("creating");
        expect(calls()).toEqual(["createService"]);
        program(programBy(to, service(1000)));
        const taken = await stack.run("up");
        expect(taken).toMatchObject({ exitCode: 0, changes: { create: 1 } });
        expect(taken.printed).toContain("takes over the service");
        expect(calls()).toEqual([]);
        // The engine keeps the pending creation until a refresh clears it.
        const { code, out } = await clouddbOn(stage, "doctor");
        expect([code, out]).toEqual([1, expect.stringContaining("a later `up` has completed it")]);

        program(programBy(to, service(2000)));
        expect(await killedIn(stage, "resizeService")).toContain("updating");
        expect(calls()).toEqual(["resizeService"]);
        program(programBy(from, service(2000)));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
        expect(calls()).toEqual([]);
        expect([...emulator.world.services.values()]).toMatchObject([{ cpu_millis: 2000 }]);
    });
});

/** Kills an `up` once the API has begun with what a call asks for, and tells what the state says is pending. The API completes it. */
async function killedIn(
    { emulator, folder, environment, stack }: Stage,
    endpoint: "createService" | "resizeService",
): Promise<string[]> {
    let hasBegun = false;
    const end = emulator.intercept({ after: (entry) => void (hasBegun ||= entry.endpoint === endpoint) });
    emulator.faults.add({ endpoint, do: { kind: "stuck" } });
    const up = ["up", "--yes", "--skip-preview", "--stack", "dev"];
    await pulumiIn(folder, environment).killed(up, () => hasBegun);
    end();
    emulator.finish();
    const { pending_operations: pending } = await stack.deployment("stored");
    return (pending ?? []).map(({ type }) => type);
}
