// A PROD service is protected by Pulumi itself, so that an operation that would delete it fails before it has changed anything.
import { onlyOnCli, pageScenario, type Stage } from "./support/scenario";

const everything = (args = "", options = "") => `
    const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
    new clouddb.Peering("peer", { vpcId: net.id, peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "vpc-1" });
    const db = new clouddb.Service("orders", { regionCode: "us-east-1", environment: "PROD", vpcId: net.id, ${args} }, { ${options} });
    new clouddb.ReadReplicaSet("reports", { serviceId: db.id, nodes: 1, cpuMillis: 500, memoryGbs: 2 });`;

const isProtected = async ({ stack }: Stage) =>
    (await stack.deployment("stored")).resources?.find(({ type }) => type.endsWith(":Service"))?.protect === true;

pageScenario("`deletionProtection: false` and one `up` clear the protection of the state", async (stage) => {
    const { stack, program, emulator } = stage;
    program(everything());
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 4 } });
    expect(await isProtected(stage)).toBe(true);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 4 } });
    program(everything("deletionProtection: false"));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1, same: 3 } });
    expect(await isProtected(stage)).toBe(false);
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0 });
    expect(emulator.world.services.size).toBe(0);
});

pageScenario("a removed or renamed PROD service fails the preview", async ({ stack, program }) => {
    program(everything());
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    for (const changed of [
        `new clouddb.Vpc("other", { cidr: "10.1.0.0/16", regionCode: "us-east-1" });`,
        everything().replace("orders", "primary"),
    ]) {
        program(changed);
        const { exitCode, diagnostics } = await stack.run("preview");
        expect(exitCode).not.toBe(0);
        expect(diagnostics).toContainEqual(
            expect.objectContaining({
                urn: "orders",
                message: expect.stringContaining("because it is protected") as string,
            }),
        );
    }
});

pageScenario(
    "a replacement is refused by the provider, with the way to allow it",
    async ({ stack, program, calls }) => {
        program(everything());
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        calls();
        program(everything().replaceAll("us-east-1", "eu-west-1"));
        expect((await stack.run("preview")).printed).toContain("set `deletionProtection: false` on the resource");
    },
);

pageScenario("an explicit `protect: false` leaves the refusal to the provider", async (stage) => {
    const { stack, program, emulator } = stage;
    program(everything("", "protect: false"));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    expect(await isProtected(stage)).toBe(false);
    expect((await stack.run("destroy")).printed).toContain("is protected from deletion");
    expect(emulator.world.services.size).toBe(1);
});

onlyOnCli("`pulumi destroy`, and an `up` without the service, change nothing", async ({ stack, program, calls }) => {
    program(everything());
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    calls();
    await expect(stack.command!("destroy", "--yes", "--stack", "dev")).rejects.toThrow("because it is protected");
    program(everything().replace("orders", "primary"));
    await expect(stack.command!("up", "--yes", "--stack", "dev")).rejects.toThrow("because it is protected");
    expect(calls()).toEqual([]);
});
