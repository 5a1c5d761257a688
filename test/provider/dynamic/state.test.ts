// The state: refreshing an unchanged resource is not a change, and drift is detected. That the next `up` corrects in place exactly what
// differs is held for each argument in test/rules/refresh.
import type { ServiceRow } from "../../../src/emulator";
import { stack } from "../../support/eachStack";
import { type PropertyMap, type Deployed, failureOf, type Type } from "../../support/inProcess";

const region = "us-east-1";
const vpcOf = () => stack.emulator.create.vpc().id;
const size = { cpuMillis: 1000, memoryGbs: 4 };
const everything = () => ({
    name: "orders-database",
    regionCode: region,
    addons: ["time-series"],
    ...size,
    environment: "PROD",
    replicaCount: 2,
    syncReplicaCount: 1,
    connectionPooler: true,
    vpcId: vpcOf(),
    password: "correct-horse-battery-staple",
    passwordVersion: 1,
    paused: false,
    deletionProtection: true,
    projectId: stack.emulator.projectId,
    onNameConflict: "error",
});

const setOf = () => ({ serviceId: stack.emulator.create.service().id, nodes: 2, ...size });
const peerOf = () => ({ vpcId: vpcOf(), peerAccountId: "1", peerRegionCode: region, peerVpcId: "vpc-9" });
const kinds: readonly (readonly [string, Type, () => PropertyMap])[] = [
    ["a VPC", "Vpc", () => ({ cidr: "10.0.0.0/16", regionCode: region })],
    ["a VPC with a name", "Vpc", () => ({ cidr: "10.0.0.0/16", regionCode: region, name: "net" })],
    ["a peering", "Peering", peerOf],
    ["a peering not waited for", "Peering", () => ({ ...peerOf(), waitFor: "created" })],
    ["a service of which nothing is given", "Service", () => ({})],
    ["a service of which everything is given", "Service", everything],
    ["a service that is paused", "Service", () => ({ paused: true })],
    ["a service with a password made for it", "Service", () => ({ generatePassword: true, passwordVersion: "a" })],
    ["a shared service", "Service", () => ({ cpuMillis: "shared", memoryGbs: "shared" })],
    ["a replica set", "ReadReplicaSet", setOf],
    [
        "a replica set of which everything is given",
        "ReadReplicaSet",
        () => ({ ...setOf(), name: "reports", environment: "PROD", connectionPooler: true }),
    ],
];

describe("a refresh of what has not changed", () => {
    test.each(kinds)("%s: no change, however often, and no call", async (_what, type, argsOf) => {
        const args = argsOf();
        const made = await stack.up(type, "thing", args);
        if (args["waitFor"] === "created") await stack.clock.sleep(60_000);
        const once = (await stack.refresh(made))!;
        if (args["waitFor"] !== "created") expect(once.outs).toEqual(made.outs);
        expect((await stack.refresh(once))!.outs).toEqual(once.outs);
        const visible = Object.entries(once.inputs).filter(([key]) => !key.startsWith("__"));
        // The default name is an input as well.
        const named = "name" in once.outs ? { name: "thing" } : {};
        expect(Object.fromEntries(visible)).toEqual({ ...named, ...args });
        stack.emulator.clearRequests();
        expect(await stack.diff(once, args)).toEqual({ changes: false, replaces: [], deleteBeforeReplace: false });
        expect(stack.emulator.requests()).toEqual([]);
    });

    test("usage and replica sets are not in the state of a service", async () => {
        const service = await stack.up("Service", "orders", {});
        stack.emulator.create.replicaSet({ service_id: service.id });
        await stack.clock.sleep(3_600_000);
        expect((await stack.refresh(service))!.outs).toEqual(service.outs);
        expect(JSON.stringify(service.outs)).not.toMatch(/metrics|readReplicaSets/);
    });

    test.each(kinds)("%s, looked up by its id alone: its outputs, and nothing managed", async (_what, type, argsOf) => {
        const made = await stack.up(type, "thing", argsOf());
        const found = (await stack.refresh({ ...made, outs: {}, inputs: {} }))!;
        const shown = ["name", "cidr", "cpuMillis", "endpoint", "vpcId", "serviceId", "status", "nodes", "projectId"];
        for (const key of shown.filter((one) => one in made.outs && made.outs[one] !== "shared")) {
            expect({ [key]: found.outs[key] }).toEqual({ [key]: made.outs[key] });
        }
        expect(Object.keys(found.inputs).filter((key) => !key.startsWith("__"))).toEqual([]);
    });
});

test("an activation that is only looked up waits for nobody, and is an error where there is none", async () => {
    const vpcId = vpcOf();
    const peering = stack.emulator.create.peering({ vpc_id: vpcId, status: "pending-acceptance" });
    const found = {
        type: "PeeringActivation",
        name: "found",
        id: `${vpcId}/${peering.id}`,
        inputs: {},
        outs: {},
    } as const;
    const { provisioned_id: provisionedId } = peering;
    expect((await stack.refresh(found))!.outs).toMatchObject({ status: "pending-acceptance", provisionedId });
    expect((await failureOf(stack.refresh({ ...found, id: `${vpcId}/nothing` }))).message).toBe(
        `There is no activation of peering ${vpcId}/nothing in project ${stack.emulator.projectId}.`,
    );
    expect(stack.calls()).toEqual([]);
});

describe("drift of a service", () => {
    test("of what is not managed is none", async () => {
        const made = await stack.up("Service", "orders", { regionCode: region });
        stack.emulator.drift(made.id, {
            cpu_millis: 4000,
            memory_gbs: 16,
            environment: "PROD",
            replica_count: 2,
            pooler: true,
        });
        const drifted = (await stack.refresh(made))!;
        expect(await stack.diff(drifted, { regionCode: region })).toMatchObject({ changes: false });
        expect(drifted.inputs).not.toHaveProperty("replicaCount");
    });

    test("of the VPC: taken out of it, or put into another one", async () => {
        const args = { vpcId: vpcOf() };
        const made = await stack.up("Service", "orders", args);
        stack.emulator.drift(made.id, { vpc_id: null });
        const out = (await stack.refresh(made))!;
        expect(out.outs).not.toHaveProperty("vpcId");
        expect(out.inputs).not.toHaveProperty("vpcId");
        const back = await stack.up("Service", "orders", args, out);
        const other = stack.emulator.create.vpc({ cidr: "10.50.0.0/16" }).id;
        stack.emulator.drift(made.id, { vpc_id: other });
        const elsewhere = (await stack.refresh(back))!;
        expect(elsewhere.inputs).toMatchObject({ vpcId: other });
        stack.emulator.clearRequests();
        await stack.up("Service", "orders", args, elsewhere);
        expect(stack.calls()).toEqual(["detachServiceFromVpc", "attachServiceToVpc"]);
    });
});

test.each<[string, Type, () => PropertyMap, PropertyMap, string]>([
    ["the name of a replica set", "ReadReplicaSet", () => ({ ...setOf(), name: "reports" }), { name: "other" }, "name"],
    ["the nodes of a replica set", "ReadReplicaSet", setOf, { nodes: 3 }, "nodes"],
])(
    "drift of %s shows in the inputs, and only a replacement repairs it",
    async (_what, type, argsOf, drift, argument) => {
        const args = argsOf();
        const made = await stack.up(type, "thing", args);
        stack.emulator.drift(made.id.split("/").at(-1)!, drift);
        const drifted = (await stack.refresh(made))!;
        expect(drifted.inputs).toEqual({ ...made.inputs, [argument]: Object.values(drift)[0] });
        expect(await stack.diff(drifted, args)).toMatchObject({ changes: true, replaces: [argument] });
    },
);

test.each<[string, Type, () => PropertyMap, PropertyMap]>([
    ["network of a VPC", "Vpc", () => ({ cidr: "10.0.0.0/16", regionCode: region }), { cidr: "10.9.0.0/16" }],
    ["other side of a peering", "Peering", peerOf, { peer_account_id: "2" }],
])("another %s is that of another one", async (_what, type, argsOf, drift) => {
    const made = await stack.up(type, "thing", argsOf());
    stack.emulator.drift(made.id.split("/").at(-1)!, drift);
    await expect(stack.refresh(made)).rejects.toThrow(/is not the one that this stack manages/);
});

test("another region of a service of the same time of creation is only written in another way", async () => {
    const made = await stack.up("Service", "thing", everything());
    stack.emulator.drift(made.id, { region_code: "eu-west-1" });
    expect((await stack.refresh(made))!.inputs).toEqual(made.inputs);
});

describe("deletion protection", () => {
    const lift =
        "To allow it: 1. set `deletionProtection: false` on the resource and run `pulumi up`; 2. then delete or replace it.";
    const row = ({ id }: Deployed) => stack.emulator.world.services.get(id) as ServiceRow;

    test.each([
        ["PROD", { environment: "PROD" }, true],
        ["DEV", { environment: "DEV" }, false],
        ["PROD, lifted", { environment: "PROD", deletionProtection: false }, false],
        ["DEV, protected", { environment: "DEV", deletionProtection: true }, true],
        ["nothing given", {}, false],
    ])("%s", async (_what, args, isOn) => {
        const made = await stack.up("Service", "orders", args);
        expect(made.outs["deletionProtection"]).toBe(isOn);
        if (!isOn) {
            await stack.destroy(made);
            expect(row(made)).toBeUndefined();
            return;
        }
        stack.emulator.clearRequests();
        const failure = await failureOf(stack.destroy(made));
        expect(failure.message).toBe(`service "orders" is protected from deletion. ${lift}`);
        expect(stack.calls()).toEqual([]);
    });

    test("that drift has left on is lifted by the program's own DEV", async () => {
        const made = await stack.up("Service", "orders", { environment: "PROD" });
        stack.emulator.drift(made.id, { environment: "DEV" });
        const seen = (await stack.refresh(made))!;
        const lifted = await stack.up("Service", "orders", { environment: "DEV" }, seen);
        expect(lifted.outs["deletionProtection"]).toBe(false);
        expect((await stack.refresh(lifted))!.outs).toEqual(lifted.outs);
    });
});

describe("an API that tells the environment in small letters", () => {
    beforeEach(() => stack.emulator.setQuirks({ environmentCase: "lower" }));

    test.each(["DEV", "PROD"])("a service that is %s is known as one, and protected as ever", async (environment) => {
        const made = await stack.up("Service", "orders", { environment });
        expect(stack.calls()).toEqual(["createService"]);
        expect(made.outs).toMatchObject({ environment, deletionProtection: environment === "PROD" });
        expect((await stack.refresh(made))!.outs).toEqual(made.outs);
        expect(await stack.diff(made, { environment })).toMatchObject({ changes: false });
    });

    test("a replica set, too", async () => {
        const args = { ...setOf(), environment: "PROD" };
        const made = await stack.up("ReadReplicaSet", "reports", args);
        expect(made.outs["environment"]).toBe("PROD");
        expect(await stack.diff((await stack.refresh(made))!, args)).toMatchObject({ changes: false });
    });
});
