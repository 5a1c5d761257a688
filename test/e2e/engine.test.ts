import { write } from "../support/fixtureProject";
import { pageScenario, scenario } from "./support/scenario";

scenario(
    "a create that fails halfway is kept, and the next up goes on",
    async ({ stack, program, calls, emulator }) => {
        program(`new clouddb.Service("db", { regionCode: "us-east-1", connectionPooler: true });`);
        emulator.faults.add({
            endpoint: "enableServicePooler",
            do: { kind: "status", status: 422, body: { code: "NO", message: "not today" } },
        });
        const failed = await stack.run("up");
        expect(failed.exitCode).not.toBe(0);
        expect(failed.printed).toContain("not today");
        expect(
            (await stack.deployment("stored")).resources?.find(({ type }) => type.endsWith(":Service")),
        ).toMatchObject({
            id: [...emulator.world.services.keys()][0],
            initErrors: [expect.stringContaining("not today")],
        });
        calls();
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1 } });
        expect(calls()).toEqual(["enableServicePooler"]);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    },
);

scenario("programs in TypeScript and as ES modules", async ({ stack, folder, emulator }) => {
    const body = `new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }).id`;
    write(folder, {
        "index.ts": `import * as clouddb from "pulumi-clouddb";\nexport const net: unknown = ${body};\n`,
        "package.json": `{ "name": "fixture", "main": "index.ts" }`,
        "tsconfig.json": `{ "compilerOptions": { "target": "es2022", "module": "node16", "moduleResolution": "node16", "strict": true, "skipLibCheck": true } }`,
        "Pulumi.yaml": "name: fixture\nruntime: nodejs\n",
    });
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
    write(folder, {
        "index.mjs": `import { Vpc } from "pulumi-clouddb";\nexport const net = new Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }).id;\n`,
        "package.json": `{ "name": "fixture", "main": "index.mjs", "type": "module" }`,
        "Pulumi.yaml": "name: fixture\nruntime:\n  name: nodejs\n  options: { typescript: false }\n",
    });
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    expect(await stack.outputs()).toEqual({ net: [...emulator.world.vpcs.keys()][0] });
});

pageScenario("a preview knows the rest of the program: what is replaced, and what overlaps", async (stage) => {
    const network = (cidr: string, more = "") => {
        stage.program(`
            ${more}
            const net = new clouddb.Vpc("net", { cidr: "${cidr}", regionCode: "us-east-1" });
            new clouddb.Service("db", { regionCode: "us-east-1", vpcId: net.id });
            new clouddb.Peering("far", { vpcId: net.id, peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "vpc-1", waitFor: "created" });`);
    };
    network("10.0.0.0/16");
    expect(await stage.stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 3 } });
    stage.calls();
    network("10.0.0.0/15");
    const preview = await stage.stack.run("preview");
    expect(preview.exitCode).toBe(0);
    expect(preview.printed).toContain("db: moves to the VPC that replaces net");
    expect(preview.printed).toContain("vpcId cannot change in place; it moves to the VPC that replaces net");
    expect(preview.printed).toMatch(
        /10\.0\.0\.0\/15 overlaps 10\.0\.0\.0\/16 of VPC "net-\w{7}" \(\w+, which it replaces\)/,
    );
    network("10.1.0.0/16", `new clouddb.Vpc("second", { cidr: "10.1.128.0/17", regionCode: "eu-west-1" });`);
    const another = await stage.stack.run("preview");
    expect(another.printed).toContain("db: change vpcId, which is known during the `up`");
    expect(another.printed).toMatch(
        /overlaps 10\.1\.\d+\.0\/1\d of VPC "\w+-\w{7}", which this program creates as well/,
    );
    expect(stage.calls()).toEqual([]);
});
