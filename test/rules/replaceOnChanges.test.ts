// The option `replaceOnChanges`: a change of what it names replaces, as the preview says, and passes no protection.
import type { CustomResourceOptions } from "@pulumi/pulumi";
import { PeeringActivation, Peering, ReadReplicaSet, Service, Vpc, type ServiceArgs } from "../../src";
import { errorsOf, messagesOf, Stage, stepsOf, warningsOf } from "./support/stage";

// One argument of two that have to fit together changes alone.
let stage: Stage;
beforeEach(async () => void (stage = await Stage.start({}, { lenient: true })));
afterEach(() => stage.stop());

const before = { cpuMillis: 500, memoryGbs: 2 } satisfies ServiceArgs;
const bigger = { ...before, cpuMillis: 1000 };
const orders = (args: ServiceArgs, paths?: string[], opts?: CustomResourceOptions) => () =>
    new Service("orders", { ...args }, { ...opts, replaceOnChanges: paths });

const firstDeleted = (name: string) => [`delete-replaced ${name}`, `replace ${name}`, `create-replacement ${name}`];
const firstCreated = (name: string) => [`create-replacement ${name}`, `replace ${name}`, `delete-replaced ${name}`];

test.each([[["cpuMillis"]], [["*"]], [['["cpuMillis"]', "endpoint.host"]]])(
    "%j: the preview says what is lost, and a service that keeps its name is deleted first",
    async (paths) => {
        await stage.up(orders(before, paths));
        const [old] = stage.services;
        stage.calls();
        const { preview, up } = await stage.up(orders(bigger, paths));
        expect(warningsOf(preview)).toContain(
            "orders: REPLACE: `replaceOnChanges` names cpuMillis; its data will be lost; the old one is deleted first.",
        );
        expect([stepsOf(preview), stepsOf(up)]).toEqual([firstDeleted("orders"), firstDeleted("orders")]);
        expect(stage.calls()).toEqual(["deleteService", "createService"]);
        expect(stage.services).toMatchObject([{ name: old!.name, cpu_millis: 1000 }]);
        expect(stage.services[0]!.id).not.toBe(old!.id);
        expect(stepsOf((await stage.up(orders(bigger, paths))).up)).toEqual([]);
    },
);

test.each<[what: string, paths: string[], args: ServiceArgs, calls: string[]]>([
    ["what it does not name", ["memoryGbs", "environment"], bigger, ["resizeService"]],
    ["what is below what has changed", ["cpuMillis.x", "cpuMillis[0]"], bigger, ["resizeService"]],
    ["a text that is no path", ["cpuMillis["], bigger, ["resizeService"]],
    ["what only the state keeps", ["*"], { ...before, forceDestroy: true, deletionProtection: true }, []],
    ["an argument that is no longer given, and stays as it is", ["*"], {}, []],
    ["what counts at the creation only", ["*", "forkFrom"], { ...before, onNameConflict: "ignore" }, []],
    ["what is the same in other words", ["*"], { ...before, replicaCount: 0, connectionPooler: false }, []],
])("nothing is replaced for %s", async (_what, paths, args, calls) => {
    await stage.up(orders(before, paths));
    stage.calls();
    const { up } = await stage.up(orders(args, paths));
    expect(stepsOf(up).filter((step) => !step.startsWith("update"))).toEqual([]);
    expect(stage.calls()).toEqual(calls);
});

test.each<[named: string, was: ServiceArgs, is: ServiceArgs, calls: string[]]>([
    ["syncReplicaCount", { replicaCount: 1, syncReplicaCount: 0 }, { replicaCount: 2 }, ["setServiceHa"]],
    [
        "password",
        { password: "a-long-password-1", passwordVersion: 1 },
        { passwordVersion: 2 },
        ["updateServicePassword"],
    ],
    [
        "generatePassword",
        { generatePassword: true, passwordVersion: 1 },
        { passwordVersion: 2 },
        ["updateServicePassword"],
    ],
])(
    "nothing is replaced for %s, which stays as it is in a call that changes another argument",
    async (named, was, is, calls) => {
        await stage.up(orders({ ...before, ...was }, [named]));
        stage.calls();
        const { up } = await stage.up(orders({ ...before, ...was, ...is }, [named]));
        expect([stepsOf(up), stage.calls()]).toEqual([["update orders"], calls]);
    },
);

test.each<[what: string, old?: string[], now?: string[]]>([
    ["that is new, as for a state of an earlier version", undefined, ["*"]],
    ["that changes", ["cpuMillis"], ["*"]],
    ["that is removed", ["*"], undefined],
])("a list %s is no change", async (_what, old, now) => {
    await stage.up(orders(before, old));
    const { preview, up } = await stage.up(orders(before, now));
    expect([stepsOf(up), messagesOf(preview)]).toEqual([[], []]);
});

test.each<[what: string, was: ServiceArgs, is: ServiceArgs]>([
    ["a PROD service", { ...before, environment: "PROD" }, { ...bigger, environment: "PROD" }],
    ["a protected one", { ...before, deletionProtection: true }, { ...bigger, deletionProtection: true }],
    [
        "one whose protection is lifted by the same `up`",
        { ...before, environment: "PROD" },
        { ...bigger, environment: "DEV" },
    ],
    ["one that the same `up` protects", before, { ...bigger, deletionProtection: true }],
    ["one that the same `up` makes PROD", before, { ...bigger, environment: "PROD" }],
])("%s is not replaced: preview and `up` fail, and say how to allow it", async (_what, was, is) => {
    await stage.up(orders(was, ["*"]));
    const [old] = stage.services;
    stage.calls();
    for (const operation of ["preview", "tryUp"] as const)
        expect(errorsOf(await stage[operation](orders(is, ["*"]))).join()).toMatch(
            /`replaceOnChanges` names .*cpuMillis.*, and service "orders-\w+" is protected from deletion\. To keep it, undo the change in the program\. To allow it: 1\. set `deletionProtection: false`/,
        );
    expect([stage.calls(), stage.services.map(({ id }) => id)]).toEqual([[], [old!.id]]);
    await stage.up(orders({ ...was, deletionProtection: false }, ["*"]));
    await stage.up(orders({ ...is, deletionProtection: false }, ["*"]));
    expect(stage.services.map(({ id }) => id)).not.toContain(old!.id);
});

test("a service that `adopt` names is not replaced", async () => {
    const { id } = stage.emulator.create.service({ name: "theirs", cpu_millis: 500, memory_gbs: 2 });
    await stage.up(orders({ ...before, adopt: id }, ["*"]));
    expect(errorsOf(await stage.preview(orders({ ...bigger, adopt: id }, ["*"]))).join()).toContain(
        "`replaceOnChanges` names cpuMillis, and `adopt` names this service, so it is not replaced.",
    );
    await stage.up(orders(bigger, ["*"]));
    expect(stage.services.map((service) => service.id)).not.toContain(id);
});

test("with `retainOnDelete` the old one keeps the name: the preview fails", async () => {
    const retained = (args: ServiceArgs) => orders(args, ["*"], { retainOnDelete: true });
    await stage.up(retained(before));
    expect(errorsOf(await stage.preview(retained(bigger))).join()).toContain("its successor needs another `name`");
});

test("together with a change that gives another name, the new one is created first", async () => {
    await stage.up(orders({ ...before, regionCode: "us-east-1" }, ["*"]));
    const { preview, up } = await stage.up(orders({ ...bigger, regionCode: "eu-west-1" }, ["*"]));
    expect(warningsOf(preview)).toContain(
        "orders: REPLACE: regionCode cannot change in place, and `replaceOnChanges` names cpuMillis; its data will be lost; the new one is created first.",
    );
    expect(stepsOf(up)).toEqual(firstCreated("orders"));
});

test("a value that is known only in the `up`: the preview says that it may replace", async () => {
    const program = (cpuMillis: number) => () => {
        const source = new Service("source", { cpuMillis, memoryGbs: 2 });
        return orders({ memoryGbs: 2, cpuMillis: source.status.apply(() => cpuMillis) }, ["cpuMillis"])();
    };
    await stage.up(program(500));
    const { preview, up } = await stage.up(program(1000));
    expect(warningsOf(preview)).toContain("orders: may REPLACE when cpuMillis is known; its data would then be lost.");
    expect(messagesOf(preview).join()).not.toContain("change cpuMillis");
    expect(stepsOf(up).sort()).toEqual([...firstDeleted("orders"), "update source"].sort());
});

test("what was changed elsewhere replaces as well, once a refresh has noted it: refresh and preview say so", async () => {
    await stage.up(orders(before, ["cpuMillis"]));
    stage.emulator.drift(stage.services[0]!.id, { cpu_millis: 4000 });
    expect(warningsOf(await stage.refresh()).join()).toContain("would REPLACE it, its data will be lost");
    const { preview } = await stage.up(orders(before, ["cpuMillis"]));
    expect(warningsOf(preview).join()).toContain("REPLACE: `replaceOnChanges` names cpuMillis");
});

test("what an interrupted creation has left to do is no change", async () => {
    const program = orders({ ...before, connectionPooler: true }, ["connectionPooler"]);
    stage.emulator.faults.add({ endpoint: "enableServicePooler", do: { kind: "status", status: 400 } });
    expect(errorsOf(await stage.tryUp(program))).not.toEqual([]);
    const [left] = stage.services;
    stage.emulator.faults.clear();
    await stage.up(program);
    expect(stage.services.map(({ id }) => id)).toEqual([left!.id]);
});

test("what has failed is replaced by Pulumi itself if the list has `*`: without `deleteBeforeReplace`, nothing is replaced", async () => {
    const program = (opts?: CustomResourceOptions) => orders({ ...before, connectionPooler: true }, ["*"], opts);
    stage.emulator.faults.add({ endpoint: "enableServicePooler", do: { kind: "status", status: 400 } });
    expect(errorsOf(await stage.tryUp(program()))).not.toEqual([]);
    const [left] = stage.services;
    stage.emulator.faults.clear();
    expect(errorsOf(await stage.tryUp(program())).join()).toContain("set `deleteBeforeReplace: true`");
    expect(stage.services.map(({ id }) => id)).toEqual([left!.id]);
    await stage.up(program({ deleteBeforeReplace: true }));
    expect(stage.services.map(({ id }) => id)).not.toContain(left!.id);
});

test("of a VPC, a replica set and a peering: each as its names allow", async () => {
    const program = (name: string, cpuMillis: number, waitFor: "created" | "provisioned") => () => {
        // Two VPCs of one network: the API may refuse the second.
        const renamed = { replaceOnChanges: ["*"], deleteBeforeReplace: true };
        const net = new Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1", name }, renamed);
        const db = new Service("db", { ...before, name: "db" });
        const set = { serviceId: db.id, nodes: 1, cpuMillis, memoryGbs: 4 };
        new ReadReplicaSet("set", set, { replaceOnChanges: ["cpuMillis"] });
        const peer = { peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "v-1", waitFor };
        const peering = new Peering("peering", { vpcId: net.id, ...peer }, { replaceOnChanges: ["*"] });
        if (waitFor === "provisioned")
            new PeeringActivation("active", { peeringId: peering.id }, { replaceOnChanges: ["*"] });
    };
    stage.emulator.setQuirks({ autoAcceptMs: 0 });
    await stage.up(program("a", 500, "created"));
    await stage.up(program("a", 500, "provisioned"));
    stage.calls();
    const { preview } = await stage.up(program("b", 1000, "provisioned"));
    expect(messagesOf(preview)).toEqual(
        expect.arrayContaining([
            "net: REPLACE: `replaceOnChanges` names name; the old one is deleted first",
            "set: REPLACE: `replaceOnChanges` names cpuMillis; the old one is deleted first",
        ]),
    );
    expect(stage.calls().sort()).toEqual(
        ["createVpc", "createPeering", "deletePeering", "deleteVpc", "createReplicaSet", "deleteReplicaSet"].sort(),
    );
});
