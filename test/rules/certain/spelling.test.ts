// What the API writes its own way, whenever it begins to, is no change and no reason to replace.
import { Peering, ReadReplicaSet, Service, Vpc } from "../../../src";
import type { Quirks } from "../../../src/emulator";
import { once, regionCode } from "../support/certain";
import { stage } from "../support/eachStage";
import { messagesOf, stepsOf } from "../support/stage";

interface Given {
    readonly region?: string;
    readonly pooler?: boolean;
}

const program =
    ({ region = regionCode, pooler = false }: Given = {}) =>
    () => {
        const net = new Vpc("net", { name: "Net", cidr: "10.0.0.0/16", regionCode: region });
        const args = { regionCode: region, vpcId: net.id, connectionPooler: pooler };
        const db = new Service("db", { name: "Orders", ...args });
        new Service("unnamed", args);
        new ReadReplicaSet("set", { serviceId: db.id, name: "Reports", nodes: 1, cpuMillis: 500, memoryGbs: 2 });
    };
const heldIds = () => stage.held.map(({ id }) => id).sort();
const protectedOne = () => new Service("db", { name: "Orders", regionCode, environment: "PROD" });

const spellings: readonly (readonly [string, Partial<Quirks>])[] = [
    ["a prefix of the region", { regionPrefix: "aws:" }],
    ["names in lower case", { nameCase: "lower" }],
    ["both", { regionPrefix: "aws/", nameCase: "lower" }],
    ["a prefix with a dash", { regionPrefix: "aws-" }],
];

/** Nothing is planned and nothing is done: by the next two operations on the unchanged program, with and without a refresh. */
async function isUnchanged(unchanged: () => unknown): Promise<void> {
    const before = heldIds();
    for (const refresh of [false, true, false]) {
        stage.calls();
        const { preview, up } = await stage.up(unchanged, { refresh });
        expect([stepsOf(preview), messagesOf(preview), stepsOf(up), stage.calls()]).toEqual([[], [], [], []]);
    }
    expect(heldIds()).toEqual(before);
}

describe.each(spellings)("%s that the API begins to use", (_what, quirks) => {
    test("after a release of its own is no change", async () => {
        await stage.up(program());
        stage.emulator.setQuirks(quirks);
        await isUnchanged(program());
    });

    test.each([
        ["what may be replaced", program()],
        ["what is protected", protectedOne],
    ])("is no change of %s after `pulumi refresh`, which says nothing of it", async (_which, declare) => {
        await stage.up(declare);
        stage.emulator.setQuirks(quirks);
        const refresh = await stage.refresh();
        expect([refresh.ok, messagesOf(refresh)]).toEqual([true, []]);
        expect(stage.heldAs("db").outputs).toMatchObject({ name: "Orders", regionCode });
        await isUnchanged(declare);
    });

    test("between the answer to a POST and the first GET is no change", async () => {
        once(stage, "createService", () => stage.emulator.setQuirks(quirks));
        await stage.up(program());
        await isUnchanged(program());
    });

    test("while something else changes replaces nothing", async () => {
        await stage.up(program());
        const before = heldIds();
        stage.emulator.setQuirks(quirks);
        stage.calls();
        await stage.up(program({ pooler: true }), { refresh: true });
        expect(stage.calls()).toEqual(["enableServicePooler", "enableServicePooler"]);
        expect(heldIds()).toEqual(before);
        await isUnchanged(program({ pooler: true }));
    });

    test("and ceases to use again is no change", async () => {
        stage.emulator.setQuirks(quirks);
        await stage.up(program());
        stage.emulator.setQuirks({ regionPrefix: "", nameCase: "kept" });
        await isUnchanged(program());
        stage.emulator.setQuirks({ regionPrefix: "cloud:" });
        await isUnchanged(program());
    });

    test("is no change of what was adopted", async () => {
        const { id } = stage.emulator.create.service({ name: "Orders", region_code: regionCode });
        const adopting = () => new Service("db", { adopt: id, name: "Orders", regionCode });
        await stage.up(adopting);
        stage.emulator.setQuirks(quirks);
        await isUnchanged(adopting);
    });
});

test("the API's spelling in the program is no reason to replace", async () => {
    await stage.up(program());
    const before = heldIds();
    stage.calls();
    const { preview } = await stage.up(program({ region: `aws:${regionCode}` }));
    expect(stepsOf(preview).filter((step) => step.includes("replace"))).toEqual([]);
    expect(stage.calls()).toEqual([]);
    expect(heldIds()).toEqual(before);
});

test("another region under every spelling is a reason to replace", async () => {
    await stage.up(program());
    stage.emulator.setQuirks({ regionPrefix: "aws:" });
    const preview = await stage.preview(program({ region: "eu-west-1" }));
    expect(stepsOf(preview)).toEqual(expect.arrayContaining(["replace db", "replace net"]));
});

test("a region in words that no comparison knows is no change of a service that its time of creation proves the same", async () => {
    const declare = () => new Service("db", { regionCode });
    await stage.up(declare);
    const [row] = stage.services;
    row!.region_code = "N. Virginia";
    const refresh = await stage.refresh();
    expect([refresh.ok, messagesOf(refresh)]).toEqual([true, []]);
    await isUnchanged(declare);
});

test("an account that the API writes as a number, without the zeros it begins with, is the same", async () => {
    const declare = () => {
        const net = new Vpc("net", { cidr: "10.0.0.0/16", regionCode });
        const peer = { peerAccountId: "012345678901", peerRegionCode: regionCode, peerVpcId: "vpc-1" };
        new Peering("peer", { vpcId: net.id, ...peer });
    };
    await stage.up(declare);
    for (const vpc of stage.emulator.world.vpcs.values())
        for (const one of vpc.peerings) one.peer_account_id = "12345678901";
    await isUnchanged(declare);
});
