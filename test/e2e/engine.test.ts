import { write } from "../support/fixtureProject";
import { scenario } from "./support/scenario";

scenario("ignoreChanges leaves what someone else manages", async ({ stack, program, calls, emulator }) => {
    const body = (cpu: number) =>
        `new clouddb.Service("db", { regionCode: "us-east-1", cpuMillis: ${cpu}, memoryGbs: 4 }, { ignoreChanges: ["cpuMillis", "memoryGbs"] });`;
    program(body(1000));
    await stack.run("up");
    calls();
    program(body(2000));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    emulator.drift([...emulator.world.services.keys()][0]!, { cpu_millis: 8000, memory_gbs: 32 });
    expect(await stack.run("up", { refresh: true })).toMatchObject({ exitCode: 0 });
    expect(calls()).toEqual([]);
});

scenario("protect, retainOnDelete and deletedWith hold", async ({ stack, program, calls, emulator }) => {
    const body = (protect: boolean) => `
const db = new clouddb.Service("db", { regionCode: "us-east-1", forceDestroy: true }, { protect: ${protect} });
new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }, { retainOnDelete: true });
new clouddb.ReadReplicaSet("set", { serviceId: db.id, nodes: 1, cpuMillis: 1000, memoryGbs: 4 }, { deletedWith: db });`;
    program(body(true));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 3 } });
    expect((await stack.run("destroy")).exitCode).not.toBe(0);
    program(body(false));
    await stack.run("up");
    calls();
    expect((await stack.run("destroy")).exitCode).toBe(0);
    expect(calls().filter((call) => call === "deleteReplicaSet" || call === "deleteVpc").length).toBeLessThanOrEqual(1);
    expect(emulator.world.vpcs.size).toBe(1);
    expect(emulator.world.services.size).toBe(0);
});

scenario("get looks a service up and manages nothing", async ({ stack, program, calls, emulator }) => {
    const { id } = emulator.create.service({
        name: "theirs",
        region_code: "eu-central-1",
        cpu_millis: 2000,
        memory_gbs: 8,
    });
    program(`
const db = clouddb.Service.get("db", "${id}");
exports.region = db.regionCode;
exports.cpu = db.cpuMillis;`);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    expect(await stack.outputs()).toEqual({ region: "eu-central-1", cpu: 2000 });
    expect((await stack.run("destroy")).exitCode).toBe(0);
    expect(calls()).toEqual([]);
    expect(emulator.world.services.size).toBe(1);
});

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
