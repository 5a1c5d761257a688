// What a program marks as secret is in no message of the provider, whatever argument it is.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../src";
import { stage } from "./support/eachStage";
import { errorsOf, messagesOf } from "./support/stage";

const region = "us-east-1";
const { secret } = pulumi;
const account = "987654321098";

test("of what it changes, warns of and refuses", async () => {
    const net = (name: string, cidr: string) => () => {
        const { id } = new clouddb.Vpc("net", { name: secret(name), cidr: secret(cidr), regionCode: region });
        const peer = { peerAccountId: secret(account), peerRegionCode: region, peerVpcId: "vpc-1" };
        new clouddb.Peering("peer", { vpcId: id, ...peer });
    };
    stage.emulator.create.vpc({ name: "other", cidr: "10.66.0.0/15", region_code: region });
    const said: string[] = [];
    const hear = (...outcomes: Parameters<typeof messagesOf>[0][]) =>
        void said.push(...outcomes.flatMap((outcome) => messagesOf(outcome)));
    const both = async (program: () => void) => hear(await stage.preview(program), await stage.tryUp(program));
    await both(net("first-name", "10.66.0.0/16"));
    await both(net("first-name", "10.68.0.0/16"));
    await both(net("second-name", "10.68.0.0/16"));
    stage.emulator.create.vpc({ name: "taken-name", cidr: "10.69.0.0/16", region_code: region });
    await both(net("taken-name", "10.69.0.0/16"));
    hear(await stage.refresh(), await stage.destroy());
    const text = said.join("\n");
    expect(text).toContain('net: rename "[secret]" -> "[secret]"');
    expect(text).toContain("net: `cidr`: [secret] overlaps");
    expect(text).toContain('There already is a VPC "[secret]" with [secret]');
    expect(text).toContain("409 CIDR_OVERLAP cidr: [secret] overlaps");
    expect(text).not.toMatch(/(first|second|taken)-name|10\.6[689]\.0\.0\/16|987654321098/);
});

test("of what a failed update has changed", async () => {
    const net = (name: string) => () =>
        new clouddb.Vpc("net", { name: secret(name), cidr: "10.66.0.0/16", regionCode: region });
    await stage.up(net('first "name"'));
    stage.emulator.faults.add({ endpoint: "renameVpc", do: { kind: "status", status: 400, when: "after" } });
    const failed = await stage.tryUp(net("second-name"));
    const third = net("third-name");
    const said = [failed, await stage.preview(third), await stage.up(third).then(({ up }) => up)].flatMap(messagesOf);
    expect(said).toContain('net: rename "[secret]" -> "[secret]"');
    expect(said.join("\n")).not.toMatch(/(first|second|third).*name/);
});

test("the resource's own name, and what identifies another resource, are shown all the same", async () => {
    const net = (cidr: string) => () =>
        new clouddb.Vpc("net", { name: secret("net"), cidr: secret(cidr), regionCode: region });
    await stage.up(net("10.66.0.0/16"));
    stage.emulator.drift([...stage.emulator.world.vpcs.keys()][0]!, { name: "other" });
    await stage.refresh();
    expect(messagesOf(await stage.preview(net("10.66.0.0/16")))).toContain('net: rename "[secret]" -> "[secret]"');
    const db = await stage.preview(() => new clouddb.Service("db", { vpcId: secret("nonesuch"), regionCode: region }));
    expect(errorsOf(db).join()).toContain("There is no VPC nonesuch");
});

test.each([
    ["cidr must be", () => new clouddb.Vpc("net", { cidr: secret("hidden-one"), regionCode: region })],
    [
        "addons[0] must be one of",
        () => new clouddb.Service("db", { regionCode: region, addons: [secret("hidden-one") as never] }),
    ],
])("of what is invalid: %s", async (reason, program) => {
    const text = errorsOf(await stage.preview(program)).join("\n");
    expect(text).toContain(reason);
    expect(text).not.toContain("hidden");
});
