// Nothing is deleted that the preview of the same operation did not name as replaced, or as what may be replaced.
import type * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../src";
import { stage } from "./support/eachStage";
import { errorsOf, messagesOf, stepsOf, warningsOf } from "./support/stage";

const region = "us-east-1";

/** A value that a preview cannot know: an output of something that changes. */
function knownLater<T>(value: T, change: number): pulumi.Output<T> {
    const source = new clouddb.Service("source", { name: "source", cpuMillis: 500 * change, memoryGbs: 2 * change });
    return source.status.apply(() => value);
}

const size = { cpuMillis: 500, memoryGbs: 2 };
const bases = {
    Vpc: { cidr: "10.0.0.0/16", regionCode: region },
    Peering: { peerAccountId: "1", peerRegionCode: region, peerVpcId: "vpc-1" },
    Service: { name: "db", regionCode: region, addons: ["ai"] as "ai"[] },
    ReadReplicaSet: { name: "set", nodes: 1, ...size },
};
type Type = keyof typeof bases;

/** One resource of each type; one argument of one of them has another value. */
function declare(type: Type, argument: string, value: unknown): void {
    const args = <Of extends Type>(of: Of) => ({ ...bases[of], ...(of === type && { [argument]: value }) });
    const net = new clouddb.Vpc("net", args("Vpc"));
    new clouddb.Peering("peering", { vpcId: net.id, ...args("Peering") });
    const db = new clouddb.Service("db", args("Service"));
    new clouddb.ReadReplicaSet("set", { serviceId: db.id, ...args("ReadReplicaSet") });
}

/** The resource of a type, and what is replaced with it. */
const replacedWith = { Vpc: ["net", "peering"], Peering: ["peering"], Service: ["db", "set"], ReadReplicaSet: ["set"] };

describe.each<[Type, string, unknown]>([
    ["Service", "name", "other"],
    ["Service", "regionCode", "eu-west-1"],
    ["Service", "addons", []],
    ["Vpc", "cidr", "10.1.0.0/16"],
    ["Vpc", "regionCode", "eu-west-1"],
    ["Peering", "peerAccountId", "2"],
    ["Peering", "peerRegionCode", "eu-west-1"],
    ["Peering", "peerVpcId", "vpc-2"],
    ["ReadReplicaSet", "nodes", 2],
    ["ReadReplicaSet", "name", "other"],
])("%s.%s", (type, argument, other) => {
    const before = (bases[type] as Record<string, unknown>)[argument];
    const names = replacedWith[type];

    test("that changes replaces its resource and what goes with that, and no other", async () => {
        await stage.up(() => declare(type, argument, before));
        stage.calls();
        const preview = await stage.preview(() => declare(type, argument, other));
        const replaced = stepsOf(preview).filter((step) => step.startsWith("replace "));
        expect(replaced.sort()).toEqual(names.map((name) => `replace ${name}`));
        expect(messagesOf(preview).some((message) => message.includes("its data will be lost"))).toBe(
            type === "Service",
        );
        expect(stage.calls()).toEqual([]);
    });

    describe("that is not known in the preview", () => {
        const program = (value: unknown, change: number) => () => declare(type, argument, knownLater(value, change));
        const warning = `: may REPLACE when ${argument} is known${type === "Service" ? "; its data would then be lost" : ""}.`;

        test("and turns out to be another one: the preview has said that it may replace", async () => {
            await stage.up(program(before, 1));
            const { preview, up } = await stage.up(program(other, 2));
            expect(warningsOf(preview).join("\n")).toContain(warning);
            expect(stepsOf(preview)).toContain(`update ${names[0]}`);
            expect(stepsOf(up)).toContain(`replace ${names[0]}`);
        });

        test("and turns out to be the same: nothing is replaced", async () => {
            await stage.up(program(before, 1));
            stage.calls();
            const { preview, up } = await stage.up(program(before, 2));
            expect(warningsOf(preview).join("\n")).toContain(warning);
            expect(stepsOf(up)).toEqual(["update source"]);
            expect(stage.calls()).toEqual(["resizeService"]);
        });
    });
});

test("a VPC that is replaced is there before its services leave the old one", async () => {
    const program = (cidr: string) => () => {
        const net = new clouddb.Vpc("net", { cidr, regionCode: region });
        new clouddb.Service("db", { regionCode: region, vpcId: net.id });
    };
    await stage.up(program("10.0.0.0/16"));
    stage.calls();
    await stage.up(program("10.1.0.0/16"));
    expect(stage.calls()).toEqual(["createVpc", "detachServiceFromVpc", "attachServiceToVpc", "deleteVpc"]);
    expect(stage.heldAs("db").outputs["vpcEndpoint"]).toMatchObject({ vpcId: stage.heldAs("net").id });
    expect([...stage.emulator.world.vpcs.values()].map(({ cidr }) => cidr)).toEqual(["10.1.0.0/16"]);
});

describe("the preview says where what names a replaced resource goes", () => {
    const plans = async (program: () => unknown) =>
        messagesOf(await stage.preview(program)).filter((message) => /^(db|peering|set): /.test(message));
    const network = (cidr: string, others = () => undefined as unknown) => {
        others();
        const net = new clouddb.Vpc("net", { cidr, regionCode: region });
        new clouddb.Peering("peering", { vpcId: net.id, ...bases.Peering });
        new clouddb.Service("db", { regionCode: region, vpcId: net.id });
    };

    test("a VPC's services and peerings", async () => {
        await stage.up(() => network("10.0.0.0/16"));
        expect(await plans(() => network("10.1.0.0/16"))).toEqual(
            expect.arrayContaining([
                "db: moves to the VPC that replaces net",
                "peering: REPLACE: vpcId cannot change in place; it moves to the VPC that replaces net",
            ]),
        );
    });

    test("that what ignores the change stays, by which the old one cannot be deleted", async () => {
        const program = (cidr: string) => () => {
            const net = new clouddb.Vpc("net", { cidr, regionCode: region });
            const ignoreChanges = ["vpcId"];
            new clouddb.Service("db", { regionCode: region, vpcId: net.id }, { ignoreChanges });
        };
        await stage.up(program("10.0.0.0/16"));
        const { id } = stage.heldAs("net");
        const warning = `vpcId stays "${id}", although the VPC that replaces net takes its place`;
        expect(warningsOf(await stage.preview(program("10.1.0.0/16"))).join()).toContain(warning);
        expect(warningsOf(await stage.preview(program("10.0.0.0/16"))).join()).not.toContain(warning);
    });

    test("not if it may be another one: the program creates a second VPC", async () => {
        await stage.up(() => network("10.0.0.0/16"));
        const second = () => new clouddb.Vpc("second", { cidr: "10.2.0.0/16", regionCode: region });
        expect(await plans(() => network("10.1.0.0/16", second))).toContain(
            "db: change vpcId, which is known during the `up`",
        );
    });

    test("a service's replica sets", async () => {
        const program = (regionCode: string) => () => {
            const db = new clouddb.Service("db", { regionCode });
            new clouddb.ReadReplicaSet("set", { serviceId: db.id, nodes: 1, ...size });
        };
        await stage.up(program(region));
        expect(await plans(program("eu-west-1"))).toContain(
            "set: REPLACE: serviceId cannot change in place; it moves to the service that replaces db",
        );
    });
});

const service = (args: object) => new clouddb.Service("it", { name: "it", ...args });

test("the project of a service, too", async () => {
    const own = stage.emulator.projectId;
    const program = (change: number) => () => service({ projectId: knownLater(own, change) });
    await stage.up(program(1));
    const { preview } = await stage.up(program(2));
    expect(warningsOf(preview)).toContain("it: may REPLACE when projectId is known; its data would then be lost.");
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
        "set: may REPLACE when it is known whether the resource that serviceId names is replaced.",
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
            "it: may REPLACE when regionCode is known; its data would then be lost; as the service is protected, `pulumi up` would then refuse to.",
        ],
    ]);
    const up = await stage.tryUp(program("eu-west-1", 2));
    expect(errorsOf(up)[0]).toContain(
        'regionCode cannot change in place, and service "it" is protected from deletion.',
    );
    expect(stage.services.map(({ name }) => name).sort()).toEqual(["it", "source"]);
});

describe.each<[string, clouddb.ServiceArgs, clouddb.ServiceArgs]>([
    ["by `deletionProtection: true`", {}, { deletionProtection: true }],
    [
        "though its PROD was unprotected",
        { environment: "PROD", deletionProtection: false },
        { deletionProtection: true },
    ],
    ["as the program no longer unprotects its PROD", { environment: "PROD", deletionProtection: false }, {}],
    ["by PROD", {}, { environment: "PROD" }],
])("a service that the same program protects, %s,", (_, before, after) => {
    beforeEach(() => stage.up(() => service(before)));

    test("is not replaced", async () => {
        const ids = stage.services.map(({ id }) => id);
        const up = await stage.tryUp(() => service({ ...after, regionCode: "eu-west-1" }));
        expect(errorsOf(up)[0]).toContain(
            'regionCode cannot change in place, and service "it" is protected from deletion. To keep it, undo the change in the program.',
        );
        expect(stage.services.map(({ id }) => id)).toEqual(ids);
    });

    test("would not be replaced, where that is not known yet", async () => {
        const preview = await stage.preview(() => service({ ...after, regionCode: knownLater("eu-west-1", 2) }));
        expect(warningsOf(preview)).toContain(
            "it: may REPLACE when regionCode is known; its data would then be lost; as the service is protected, `pulumi up` would then refuse to.",
        );
    });
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
        expect(told?.message).toMatch(/^copy: `forkFrom` changes, and the fork stays as it is: .*--replace/);
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

    test("is not what an existing service becomes, and that is not deleted for one", async () => {
        await stage.up(() => prod());
        const { id: serviceId } = stage.emulator.create.service({ name: "other" });
        const preview = await stage.preview(() =>
            prod({ regionCode: undefined, forkFrom: { serviceId, strategy: "NOW" } }),
        );
        expect(stepsOf(preview).filter((step) => step.includes("replace"))).toEqual([]);
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

test("a type of service that is not known yet says nothing about the addons", async () => {
    const typed = () => new clouddb.Service("db", { name: "db", addons: ["ai"] });
    await stage.up(typed);
    stage.emulator.setQuirks({ typeWords: { VECTOR: "HYPERGRAPH" } });
    await stage.refresh();
    const { up } = await stage.up(typed);
    expect(stepsOf(up)).toEqual([]);
});
