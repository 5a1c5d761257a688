import { pageScenario, scenario } from "./support/scenario";

/** The other cloud's accepter: it has to know the provisioned id, and accepts by the emulator's control API. */
const accepter = (control: string) => `
class Accepter extends pulumi.dynamic.Resource {
    constructor(name, args, opts) {
        const control = ${JSON.stringify(control)};
        super({
            async create({ peeringId, provisionedId }) {
                if (!provisionedId) throw new Error("there is nothing to accept");
                const answer = await fetch(control + "/resources/" + peeringId + "/accept", { method: "POST" });
                if (!answer.ok) throw new Error(await answer.text());
                return { id: provisionedId, outs: { peeringId, provisionedId } };
            },
        }, name, args, opts);
    }
}`;

scenario("peering, accepter, activation, service: nothing waits for what waits for it", async (stage) => {
    const { stack, program, emulator } = stage;
    program(`${accepter(emulator.control)}
        const region = { regionCode: "us-east-1" };
        const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", ...region });
        const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
        const office = new clouddb.Peering("office", { vpcId: net.id, ...peer });
        const accepted = new Accepter("office", { peeringId: office.peeringId, provisionedId: office.provisionedId });
        const active = new clouddb.PeeringActivation("active", { peeringId: office.id }, { dependsOn: accepted });
        const db = new clouddb.Service("db", { ...region, vpcId: net.id }, { dependsOn: active });
        exports.peering = office.id;
        exports.statuses = [office.status, active.status];
        exports.provisioned = [office.provisionedId, active.provisionedId, accepted.id];`);
    expect(await stack.run("preview")).toMatchObject({ exitCode: 0, changes: { create: 5 } });
    const up = await stack.run("up");
    expect(up).toMatchObject({ exitCode: 0, changes: { create: 5 } });
    expect(up.steps.map((step) => step.split(" ")[1])).toEqual([
        "Vpc",
        "Peering",
        "Resource",
        "PeeringActivation",
        "Service",
    ]);
    const [vpc] = [...emulator.world.vpcs.values()];
    const [peering] = vpc!.peerings;
    expect(peering).toMatchObject({ status: "active" });
    expect(await stack.outputs()).toEqual({
        peering: `${vpc!.id}/${peering!.id}`,
        statuses: ["pending-acceptance", "active"],
        provisioned: Array(3).fill(peering!.provisioned_id) as string[],
    });
    expect(stage.calls()).toEqual(["createVpc", "createPeering", "createService", "attachServiceToVpc"]);
    expect((await stack.run("up")).changes).toEqual({ same: 5 });
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: 5 } });
    expect([emulator.world.vpcs.size, emulator.world.services.size]).toEqual([0, 0]);
});

pageScenario(
    "a protected VPC that another stack uses: its removal fails in the preview, before its peering goes",
    async (stage) => {
        const { stack, program, emulator } = stage;
        program(`
        const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }, { protect: true });
        const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
        new clouddb.Peering("office", { vpcId: net.id, ...peer });`);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 2 } });
        const [vpc] = [...emulator.world.vpcs.values()];
        emulator.create.service({ name: "theirs", vpc_id: vpc!.id });
        program("");
        const { exitCode, printed } = await stack.run("preview");
        expect(exitCode).not.toBe(0);
        expect(printed).toContain("because it is protected");
        expect(vpc!.peerings).toHaveLength(1);
    },
);
