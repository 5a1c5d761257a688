// Nothing leaves the state while it exists, and nothing that was taken over is deleted by the operation that took it over.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../src";
import { reconfigure, stage } from "./support/eachStage";
import { errorsOf, stepsOf, warningsOf } from "./support/stage";

class Box extends pulumi.ComponentResource {
    constructor(name: string) {
        super("shop:index:Box", name);
    }
}

const region = "us-east-1";
const network = { cidr: "10.0.0.0/16", regionCode: region };
const peer = { peerAccountId: "1", peerRegionCode: region, peerVpcId: "vpc-1" };

/** One of each. */
function everything(opts: (name: string) => pulumi.CustomResourceOptions = () => ({})): void {
    const net = new clouddb.Vpc("net", network, opts("net"));
    new clouddb.Peering("peer", { vpcId: net.id, ...peer }, opts("peer"));
    const db = new clouddb.Service("db", { vpcId: net.id }, opts("db"));
    new clouddb.ReadReplicaSet("set", { serviceId: db.id, nodes: 1, cpuMillis: 500, memoryGbs: 2 }, opts("set"));
}

const nothing = () => undefined;
const worldSize = () => {
    const { services, vpcs } = stage.emulator.world;
    const sets = [...services.values()].flatMap(({ replica_sets }) => replica_sets);
    const peerings = [...vpcs.values()].flatMap((vpc) => vpc.peerings);
    return services.size + vpcs.size + sets.length + peerings.length;
};

describe("what was renamed is deleted as ever", () => {
    const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
        ["after `pulumi stack rename`", () => (stage.rename("prod"), stage.up(() => everything()))],
        [
            "after a rename by alias",
            () =>
                stage.up(() => {
                    const net = new clouddb.Vpc("net2", network, { aliases: [{ name: "net" }] });
                    new clouddb.Peering("peer2", { vpcId: net.id, ...peer }, { aliases: [{ name: "peer" }] });
                    const db = new clouddb.Service("db2", { vpcId: net.id }, { aliases: [{ name: "db" }] });
                    const size = { nodes: 1, cpuMillis: 500, memoryGbs: 2 };
                    new clouddb.ReadReplicaSet("set2", { serviceId: db.id, ...size }, { aliases: [{ name: "set" }] });
                }),
        ],
        [
            "after a move into a component",
            () =>
                stage.up(() => {
                    const parent = new Box("box");
                    everything(() => ({ parent, aliases: [{ parent: pulumi.rootStackResource }] }));
                }),
        ],
    ];
    const ends: readonly (readonly [string, () => Promise<unknown>])[] = [
        ["destroy", () => stage.destroy()],
        ["destroy --refresh", () => stage.destroy({ refresh: true })],
        ["up without them", () => stage.up(nothing)],
        ["up --refresh without them", () => stage.up(nothing, { refresh: true })],
    ];
    test.each(ways.flatMap((way) => ends.map((end) => [way[0], end[0], way[1], end[1]] as const)))(
        "%s, by %s",
        async (_way, _end, rename, end) => {
            await stage.up(() => everything());
            await rename();
            expect(stage.calls().filter((call) => call?.startsWith("delete"))).toEqual([]);
            await end();
            expect([stage.held, worldSize()]).toEqual([[], 0]);
        },
    );
});

describe("a replacement that is forced", () => {
    const adopting = (args: object) => () => new clouddb.Service("db", { name: "orders", ...args });
    const forced: readonly (readonly [string, (program: () => void) => Promise<unknown>])[] = [
        ["by a taint", (program) => (stage.taint("db"), stage.tryUp(program))],
        ["by --replace", (program) => stage.tryUp(program, { replace: ["db"] })],
    ];

    test.each(forced)("%s with its own id as `adopt` keeps the database", async (_how, force) => {
        await stage.up(adopting({}));
        const { id } = stage.services[0]!;
        const program = adopting({ adopt: id });
        await stage.up(program);
        await force(program);
        expect([stage.services.map((one) => one.id), stage.held.map((one) => one.id)]).toEqual([[id], [id]]);
        const { up } = await stage.up(program);
        expect([stepsOf(up), stage.calls().filter((call) => call?.startsWith("delete"))]).toEqual([[], []]);
    });

    test("with its own id as `adopt` and deleteBeforeReplace: refused, nothing is deleted", async () => {
        await stage.up(adopting({}));
        const { id } = stage.services[0]!;
        const program = () => new clouddb.Service("db", { name: "orders", adopt: id }, { deleteBeforeReplace: true });
        await stage.up(program);
        const outcome = await stage.tryUp(program, { replace: ["db"] });
        expect(errorsOf(outcome)[0]).toMatch(/is not deleted: db is to adopt it, and has not done so yet/);
        expect(stage.services.map((one) => one.id)).toEqual([id]);
    });

    test("is not completed where the state does not tell the resource from the entry that it has replaced", async () => {
        const program = () => new clouddb.Service("db", {});
        await stage.up(program);
        const [id] = stage.services.map((one) => one.id);
        await stage.tryUp(program, { replace: ["db"] });
        expect(stage.held.map((one) => one.id)).toEqual([id, id]);
        stage.forgetOwners();
        const outcome = await stage.tryUp(program);
        expect(errorsOf(outcome)[0]).toMatch(/is not deleted: db in this program manages it as well/);
        expect([stage.services.map((one) => one.id), stage.held.map((one) => one.id)]).toEqual([[id], [id, id]]);
    });

    test.each(["Vpc", "Peering", "ReadReplicaSet"] as const)("a %s is not lost, either", async (type) => {
        await stage.up(() => everything());
        const name = { Vpc: "net", Peering: "peer", ReadReplicaSet: "set" }[type];
        const before = stage.held.map(({ id }) => id).sort();
        await stage.tryUp(() => everything(), { replace: [name] });
        await stage.up(() => everything());
        expect(worldSize()).toBe(4);
        expect(stage.held.map(({ id }) => id).sort()).toEqual(before);
    });
});

describe("a rename by `adopt`, without an alias,", () => {
    const before = (args: object = {}, opts = {}) => new clouddb.Service("before", { name: "db", ...args }, opts);
    const after = (adopt: string, args: object = {}) => new clouddb.Service("after", { name: "db", adopt, ...args });
    const ids = () => stage.services.map(({ id }) => id);

    /** The `up` takes the database over, says so, and deletes nothing; another one changes nothing. */
    async function goesOn(program: () => unknown): Promise<void> {
        const [id] = ids();
        const { up } = await stage.up(program);
        expect(stepsOf(up)).toContain("delete before");
        expect(warningsOf(up)).toEqual([`before: service ${id} is now managed as after, and is not deleted.`]);
        expect([ids(), stage.held.map(({ name }) => name)]).toEqual([[id], ["after"]]);
        expect(stepsOf((await stage.up(program)).up)).toEqual([]);
    }

    test("keeps even a protected database", async () => {
        const prod = { environment: "PROD" };
        await stage.up(() => before(prod));
        const [id] = ids();
        // Pulumi does not delete what it protects itself, whatever adopts it.
        expect(errorsOf(await stage.preview(() => after(id!, prod))).join()).toContain("because it is protected");
        await stage.up(() => before(prod, { protect: false }));
        await goesOn(() => after(id!, prod));
        expect([(await stage.destroy()).ok, ids()]).toEqual([false, [id]]);
    });

    test("may change the profile", async () => {
        reconfigure({ "clouddb:profiles": JSON.stringify({ same: { apiKey: stage.emulator.token } }) });
        await stage.up(() => before());
        const [id] = ids();
        await goesOn(() => after(id!, { profile: "same" }));
        expect([(await stage.destroy()).ok, ids()]).toEqual([true, []]);
    });

    test("goes on where the `up` that took it over did not come to its deletions", async () => {
        await stage.up(() => before());
        const [id] = ids();
        stage.emulator.faults.add({ endpoint: "createVpc", do: { kind: "status", status: 400 } });
        await stage.tryUp(() => [after(id!), new clouddb.Vpc("net", network)]);
        expect(stage.held.map(({ name }) => name).sort()).toEqual(["after", "before"]);
        await goesOn(() => after(id!));
    });

    test("a rename by `adopt` whose successor fails, with --continue-on-error: the old one keeps the database", async () => {
        await stage.up(() => before());
        const [id] = ids();
        stage.emulator.faults.add({ verb: "GET", do: { kind: "status", status: 500 }, count: 12 });
        const outcome = await stage.tryUp(() => after(id!), { continueOnError: true });
        expect(errorsOf(outcome).length).toBeGreaterThan(0);
        expect([ids(), stage.held.map(({ name }) => name)]).toEqual([[id], ["before"]]);
        stage.emulator.faults.clear();
        await goesOn(() => after(id!));
    });
});

test("a profile whose key may not reach the resource's project: the preview fails as the `up` does, and nothing is changed", async () => {
    const [, other] = stage.emulator.tokens;
    reconfigure({ "clouddb:profiles": JSON.stringify({ other: { apiKey: other!.token } }) });
    const program = (args: object) => () => new clouddb.Service("db", { regionCode: region, ...args });
    await stage.up(program({}));
    stage.calls();
    const changed = program({ profile: "other" });
    const refused = "A personal access token reaches one project";
    expect(errorsOf(await stage.preview(changed)).join()).toContain(refused);
    expect(errorsOf(await stage.tryUp(changed)).join()).toContain(refused);
    expect(stage.calls()).toEqual([]);
    expect(stepsOf((await stage.up(program({}))).up)).toEqual([]);
});

describe("one import file that was imported twice, under two names", () => {
    const first = () => new clouddb.Service("first", {});
    const both = () => [first(), new clouddb.Service("again", {})];

    beforeEach(async () => {
        await stage.up(first);
        stage.importAgain("first", "again");
    });

    test("keeps its database when one of them leaves the program", async () => {
        const { id } = stage.heldAs("first");
        // The engine tells the native door the URN of each entry: it refuses the deletion, where the dynamic door warns and drops the entry.
        const up = await stage.tryUp(first);
        expect([...warningsOf(up), ...errorsOf(up)][0]).toContain(
            `service ${id} is ${up.ok ? "now managed as first, and is not deleted" : "not deleted: first in this program manages it as well"}`,
        );
        expect([stage.services.map((one) => one.id), stage.heldAs("first").id]).toEqual([[id], id]);
    });

    test("is an error where the program declares both", async () => {
        const { id } = stage.heldAs("first");
        const preview = await stage.preview(both);
        expect(errorsOf(preview).join()).toContain(`service ${id} belongs to`);
    });
});

describe("another id as `adopt`", () => {
    test("is an error that says how, and nothing is deleted", async () => {
        await stage.up(() => new clouddb.Service("db", { name: "mine" }));
        const mine = stage.services[0]!.id;
        const other = stage.emulator.create.service({ name: "other" }).id;
        const program = () => new clouddb.Service("db", { adopt: other });
        const expected =
            `\`adopt\` names ${other}, but this resource already manages the service ${mine}, which would have to be deleted. ` +
            `To keep ${mine}, remove \`adopt\` from the program. To adopt ${other} instead: 1. \`pulumi state delete\` with this resource's URN, which leaves ${mine} as it is; 2. \`pulumi up\`.`;
        expect(errorsOf(await stage.preview(program))[0]).toContain(expected);
        expect(errorsOf(await stage.tryUp(program))[0]).toContain(expected);
        expect(stage.services.map(({ id }) => id)).toEqual([mine, other]);
    });

    test("a replica set with its own id as `adopt` is not replaced for other `nodes`: the preview says so", async () => {
        const parent = stage.emulator.create.service({ name: "parent" });
        const set = stage.emulator.create.replicaSet({ service_id: parent.id, name: "set", nodes: 1 });
        const args = { serviceId: parent.id, name: "set", cpuMillis: set.cpu_millis, memoryGbs: set.memory_gbs };
        const program = (nodes: number) => () =>
            new clouddb.ReadReplicaSet("set", { ...args, nodes, adopt: `${parent.id}/${set.id}` });
        await stage.up(program(1));
        const outcome = await stage.preview(program(2));
        expect(errorsOf(outcome)[0]).toContain(
            "nodes cannot change in place, and `adopt` names this read replica set, so it is not replaced.",
        );
        expect(stage.calls()).toEqual([]);
    });
});

test("protect of a component holds for its service, and an alias of it keeps what it has", async () => {
    const program = (name: string, opts: pulumi.ComponentResourceOptions) => () =>
        new clouddb.PrivateService(name, { ...network, service: { name: "orders" }, vpcName: "net" }, opts);
    await stage.up(program("orders", { protect: true }));
    expect([(await stage.destroy()).ok, stage.services.length]).toEqual([false, 1]);
    stage.calls();
    await stage.up(program("renamed", { protect: false, aliases: [{ name: "orders" }] }));
    expect(stage.calls()).toEqual([]);
    expect([(await stage.destroy()).ok, worldSize()]).toEqual([true, 0]);
});

test("the parts of a component that become resources of their own, by an alias of their parent, keep what they have", async () => {
    const peering = { peerAccountId: "1", peerRegionCode: "eu-west-1", peerVpcId: "vpc-1" };
    await stage.up(
        () => new clouddb.PrivateService("orders", { ...network, peering, service: { environment: "PROD" } }),
    );
    stage.calls();
    const before = [...stage.emulator.world.services.keys(), ...stage.emulator.world.vpcs.keys()];
    const { up } = await stage.up(() => {
        const parent = pulumi.createUrn("orders", "clouddb:index:PrivateService");
        const net = new clouddb.Vpc("orders-vpc", network, { aliases: [{ parent }] });
        new clouddb.Peering("orders-peering", { ...peering, vpcId: net.id }, { aliases: [{ parent }] });
        const { regionCode } = network;
        new clouddb.Service("orders", { regionCode, vpcId: net.id, environment: "PROD" }, { aliases: [{ parent }] });
    });
    expect([stepsOf(up), stage.calls()]).toEqual([[], []]);
    expect([...stage.emulator.world.services.keys(), ...stage.emulator.world.vpcs.keys()]).toEqual(before);
});

describe("a service with a name of the program that is moved out of a component", () => {
    const service = (opts = {}, more = {}) => new clouddb.Service("orders", { name: "orders-db", ...more }, opts);
    const refresh = { refresh: true };
    const deleted = "DELETES it with its data";
    const urnIn = (text: string) => /aliases: \["(?<urn>urn:[^"]*)"\]/.exec(text)?.groups?.["urn"];
    beforeEach(async () => {
        await stage.up(() => service({ parent: new Box("box") }));
        stage.calls();
    });

    test("without its alias: the error names it, and what comes of another one", async () => {
        const [{ id }] = stage.services as unknown as [{ id: string }];
        const errors = errorsOf(await stage.tryUp(() => service(), refresh)).join();
        expect(errors).toContain("orders in the state, under another parent, has it");
        expect(errors).toContain(`the \`up\` then deletes ${id}, unless the program declares it`);
        await stage.up(() => service({ aliases: [urnIn(errors)] }), refresh);
        expect([stage.calls(), stage.services.map((one) => one.id)]).toEqual([[], [id]]);
    });

    test("as another one beside it: the preview says that the old one is deleted, unless an alias keeps it", async () => {
        const another = { onNameConflict: "ignore" };
        const warnings = warningsOf(await stage.preview(() => service({}, another), refresh)).join();
        expect(warnings).toContain(deleted);
        const alias = { aliases: [urnIn(warnings)] };
        expect(warningsOf(await stage.preview(() => service(alias, another), refresh)).join()).not.toContain(deleted);
        expect(stage.calls()).toEqual([]);
    });
});

describe("a refused deletion of a service", () => {
    const orders = (name = "orders", opts = {}) =>
        new clouddb.Service(name, { deletionProtection: true }, { protect: false, ...opts });
    const refused = "is protected from deletion. To allow it: 1. ";
    const hint =
        /is protected from deletion\. To keep it, put "orders" back into the program; or, if it is there under another name or parent, add the option `aliases: \["(urn:\S+::orders)"\]` to it\. To allow it: 1\. /;

    test("that the program no longer declares names the alias of a rename, which helps", async () => {
        await stage.up(() => orders());
        const [id] = stage.services.map((service) => service.id);
        const renamed = () => new clouddb.Service("primary", {}, { protect: false });
        const errors = errorsOf(await stage.tryUp(renamed)).join();
        expect(errors).toMatch(hint);
        await stage.up(() => orders());
        await stage.up(() => orders("primary", { aliases: [hint.exec(errors)![1]!] }));
        expect(stage.services.map((service) => service.id)).toEqual([id]);
    });

    test("that the program has moved out of a component names the alias of its parent, which helps", async () => {
        await stage.up(() => orders("orders", { parent: new Box("box") }));
        const [id] = stage.services.map((service) => service.id);
        const moved = (opts = {}) => new clouddb.Service("orders", {}, { protect: false, ...opts });
        const errors = errorsOf(await stage.tryUp(() => moved())).join();
        const urn = /aliases: \["(?<urn>urn:[^"]*)"\]/.exec(errors)?.groups?.["urn"];
        await stage.up(() => orders("orders", { parent: new Box("box") }));
        await stage.up(() => moved({ aliases: [urn] }));
        expect(stage.services.map((service) => service.id)).toEqual([id]);
    });

    test("by `destroy` does not speak of a rename", async () => {
        await stage.up(() => orders());
        const errors = errorsOf(await stage.destroy()).join();
        expect(errors).toContain(refused);
        expect(errors).not.toContain("aliases");
    });
});
