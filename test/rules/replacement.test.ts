// Nothing is deleted that the preview of the same operation did not name as replaced, or as what may be replaced.
import type * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../src";
import { errorsOf, Stage, stepsOf, warningsOf } from "./support/stage";

let stage: Stage;
beforeEach(async () => void (stage = await Stage.start()));
afterEach(() => stage.stop());

const region = "us-east-1";
const unnamed = { deletionProtection: false };

/** A value that a preview cannot know: an output of something that changes. */
function knownLater<T>(value: T, change: number): pulumi.Output<T> {
    const source = new clouddb.Service("source", { name: "source", cpuMillis: 500 * change, memoryGbs: 2 * change });
    return source.status.apply(() => value);
}

interface Case {
    readonly type: "Service" | "Vpc" | "Peering" | "ReadReplicaSet";
    readonly argument: string;
    readonly before: unknown;
    readonly other: unknown;
    readonly make: (value: pulumi.Input<never>) => unknown;
}

const size = { cpuMillis: 500, memoryGbs: 2 };
const vpc = () => new clouddb.Vpc("net", { cidr: "10.9.0.0/16", regionCode: region });
const peer = { peerAccountId: "1", peerRegionCode: region, peerVpcId: "vpc-1" };
const peering = (args: object) => new clouddb.Peering("it", { vpcId: vpc().id, ...peer, ...args });
const set = (args: object) => {
    const parent = new clouddb.Service("parent", {});
    new clouddb.ReadReplicaSet("it", { serviceId: parent.id, nodes: 1, ...size, ...args });
};
const service = (args: object) => new clouddb.Service("it", { name: "it", ...args });
const vpcOf = (args: object) => new clouddb.Vpc("it", { cidr: "10.0.0.0/16", regionCode: region, ...args });
const rows: readonly [Case["type"], string, unknown, unknown, (args: object) => unknown][] = [
    ["Service", "name", "it", "other", service],
    ["Service", "regionCode", region, "eu-west-1", service],
    ["Service", "addons", ["ai"], [], service],
    ["Vpc", "cidr", "10.0.0.0/16", "10.1.0.0/16", vpcOf],
    ["Vpc", "regionCode", region, "eu-west-1", vpcOf],
    ["Peering", "peerAccountId", "1", "2", peering],
    ["Peering", "peerRegionCode", region, "eu-west-1", peering],
    ["Peering", "peerVpcId", "vpc-1", "vpc-2", peering],
    ["ReadReplicaSet", "nodes", 1, 2, set],
    ["ReadReplicaSet", "name", "it", "other", set],
];
const cases: readonly Case[] = rows.map(([type, argument, before, other, make]) => ({
    ...{ type, argument, before, other },
    make: (value) => make({ [argument]: value }),
}));

const warnOf = ({ type, argument }: Case) =>
    `may REPLACE when ${argument} is known${type === "Service" ? "; its data would then be lost" : ""}.`;

describe.each(cases)("$argument of a $type that is not known in the preview", (one) => {
    const program = (value: unknown, change: number) => () => one.make(knownLater(value, change) as never);

    test("and turns out to be another one: the preview has said that it may replace", async () => {
        await stage.up(program(one.before, 1));
        const { preview, up } = await stage.up(program(one.other, 2));
        expect(warningsOf(preview)).toContain(warnOf(one));
        expect(stepsOf(preview)).toContain("update it");
        expect(stepsOf(up)).toContain("replace it");
    });

    test("and turns out to be the same: nothing is replaced", async () => {
        await stage.up(program(one.before, 1));
        stage.calls();
        const { preview, up } = await stage.up(program(one.before, 2));
        expect(warningsOf(preview)).toContain(warnOf(one));
        expect(stepsOf(up)).toEqual(["update source"]);
        expect(stage.calls()).toEqual(["resizeService"]);
    });
});

test("the project of a service, too", async () => {
    const own = stage.emulator.projectId;
    const program = (change: number) => () => service({ projectId: knownLater(own, change) });
    await stage.up(program(1));
    const { preview } = await stage.up(program(2));
    expect(warningsOf(preview)).toContain("may REPLACE when projectId is known; its data would then be lost.");
});

test("what hangs on a parent that may be replaced may be replaced as well, and so on", async () => {
    const program = (regionCode: string, change: number) => () => {
        const parent = new clouddb.Service("it", { name: "it", regionCode: knownLater(regionCode, change) });
        new clouddb.ReadReplicaSet("set", { serviceId: parent.id, nodes: 1, ...size });
    };
    await stage.up(program(region, 1));
    const { preview, up } = await stage.up(program("eu-west-1", 2));
    const warned = preview.diagnostics.filter(({ severity }) => severity === "warning");
    expect(warned.find(({ urn }) => urn?.endsWith("::set"))?.message).toBe(
        "may REPLACE when it is known whether the resource that serviceId names is replaced.",
    );
    expect(stepsOf(up)).toEqual(expect.arrayContaining(["replace it", "replace set"]));
});

test("a protected service: a warning in the preview, an error in the `up`, and it stays", async () => {
    const program = (regionCode: string, change: number) => () =>
        service({ environment: "PROD", regionCode: knownLater(regionCode, change) });
    await stage.up(program(region, 1));
    const preview = await stage.preview(program("eu-west-1", 2));
    expect([errorsOf(preview), warningsOf(preview)]).toEqual([
        [],
        [
            "may REPLACE when regionCode is known; its data would then be lost; as the service is protected, `pulumi up` would then refuse to.",
        ],
    ]);
    const up = await stage.tryUp(program("eu-west-1", 2));
    expect(errorsOf(up)[0]).toContain(
        'regionCode cannot change in place, and service "it" is protected from deletion.',
    );
    expect(stage.services.map(({ name }) => name).sort()).toEqual(["it", "source"]);
});

describe("a fork", () => {
    const prod = (args: object = {}) => new clouddb.Service("prod", { name: "prod", regionCode: region, ...args });
    const fork = (parent: pulumi.Input<string>, name = "copy", strategy: "NOW" | "LAST_SNAPSHOT" = "NOW") =>
        new clouddb.Service(name, { name, forkFrom: { serviceId: parent, strategy } });
    const program =
        (args: object = {}) =>
        () => {
            const copy = fork(prod(args).id);
            fork(copy.id, "copy-of-copy");
        };
    const copies = () => stage.services.filter(({ name }) => name.startsWith("copy")).map(({ id }) => id);

    test("outlives a parent that was deleted in the console", async () => {
        await stage.up(program());
        const before = copies();
        stage.emulator.remove(stage.heldAs("prod").id);
        await stage.refresh();
        const { preview, up } = await stage.up(program());
        expect(stepsOf(preview)).toEqual(["create prod"]);
        expect(stepsOf(up)).toEqual(["create prod"]);
        expect(copies()).toEqual(before);
        const told = preview.diagnostics.find(({ urn }) => urn?.endsWith("::copy"));
        expect(told?.message).toMatch(/^`forkFrom` changes, and the fork stays as it is: .*--replace/);
    });

    test("outlives a parent that is replaced, and a fork of it does as well", async () => {
        await stage.up(program());
        const before = copies();
        const { up } = await stage.up(program({ regionCode: "eu-west-1" }));
        expect(stepsOf(up).filter((step) => /copy/.test(step))).toEqual([]);
        expect(copies()).toEqual(before);
    });

    test.each([
        ["another parent", { serviceId: "svc-other", strategy: "NOW" }],
        ["another strategy", { serviceId: "same", strategy: "LAST_SNAPSHOT" }],
        ["a moment", { serviceId: "same", strategy: "PITR", targetTime: "2020-01-01T00:00:00Z" }],
    ] as const)("%s in the program changes nothing", async (_what, { serviceId, ...rest }) => {
        await stage.up(program());
        const before = copies();
        const parent = stage.heldAs("prod").id;
        const { up } = await stage.up(() => {
            prod();
            const forkFrom = { serviceId: serviceId === "same" ? parent : serviceId, ...rest };
            const copy = new clouddb.Service("copy", { name: "copy", forkFrom });
            fork(copy.id, "copy-of-copy");
        });
        expect(stepsOf(up)).toEqual([]);
        expect(copies()).toEqual(before);
    });

    test("is made anew when the user forces it", async () => {
        await stage.up(program());
        const before = stage.heldAs("copy").id;
        const forced = () => {
            const forkFrom = { serviceId: prod().id, strategy: "NOW" as const };
            new clouddb.Service("copy", { name: "copy", forkFrom }, { deleteBeforeReplace: true });
        };
        await stage.tryUp(forced, { replace: ["copy"] });
        expect(stage.heldAs("copy").id).not.toBe(before);
    });
});

describe("the API's own spelling is no change", () => {
    const program = () => {
        const net = new clouddb.Vpc("net", { name: "Net", cidr: "10.0.0.0/16", regionCode: region });
        const db = new clouddb.Service("db", { name: "Orders", regionCode: region, vpcId: net.id, ...unnamed });
        new clouddb.ReadReplicaSet("set", { serviceId: db.id, name: "Reports", nodes: 1, ...size });
    };

    test("of names and regions: an unchanged program changes nothing, after a refresh as well", async () => {
        stage.emulator.setQuirks({ nameCase: "lower", regionPrefix: "aws:" });
        await stage.up(program);
        for (const refresh of [false, true]) {
            stage.calls();
            const { preview, up } = await stage.up(program, { refresh });
            expect([stepsOf(preview), stepsOf(up), stage.calls()]).toEqual([[], [], []]);
        }
        expect(stage.heldAs("db").outputs["name"]).toBe("Orders");
    });

    test("a type of service that is not known yet says nothing about the addons", async () => {
        const typed = () => new clouddb.Service("db", { name: "db", addons: ["ai"] });
        await stage.up(typed);
        stage.emulator.setQuirks({ typeWords: { VECTOR: "HYPERGRAPH" } });
        await stage.refresh();
        const { up } = await stage.up(typed);
        expect(stepsOf(up)).toEqual([]);
    });
});
