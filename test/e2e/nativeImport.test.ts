// What exists comes into a stack by `pulumi import` of the native provider, and the code that it prints leaves everything as it is.
import { readFileSync } from "node:fs";
import path from "node:path";
import { startClouddb } from "../support/clouddb";
import { write } from "../support/fixtureProject";
import { createOrders } from "../support/ordersService";
import { nativeScenario, programBy } from "./support/native";
import type { Stage } from "./support/scenario";
import { compiled } from "./support/shell";

/** A resource of each kind, with arguments off their defaults, and the type, name and id with which to import it. */
function fill({ emulator }: Stage) {
    const { create } = emulator;
    const net = create.vpc({ name: "net", cidr: "10.0.0.0/16" });
    const peering = create.peering({ vpc_id: net.id });
    const orders = createOrders(emulator, net.id);
    const shared = create.service({ name: "shared one", cpu_millis: null, memory_gbs: null });
    const stopped = create.service({ name: "stopped", status: "PAUSED", environment: null });
    const reports = create.replicaSet({ service_id: orders.id, name: "reports", nodes: 2, pooler: true });
    return [
        { type: "clouddb:index:Vpc", name: "net", id: net.id },
        { type: "clouddb:index:Peering", name: "office", id: `${net.id}/${peering.id}` },
        { type: "clouddb:index:PeeringActivation", name: "active", id: `${net.id}/${peering.id}` },
        { type: "clouddb:index:Service", name: "orders", id: orders.id },
        { type: "clouddb:index:Service", name: "shared", id: shared.id },
        { type: "clouddb:index:Service", name: "stopped", id: stopped.id },
        { type: "clouddb:index:ReadReplicaSet", name: "reports", id: `${orders.id}/${reports.id}` },
    ];
}

const codeFile = "imported.ts";

/** Runs an import, and returns the code that it prints. */
async function importedBy({ stack, folder }: Stage, ...words: readonly string[]): Promise<string> {
    await stack.command!("import", ...words, "--stack", "dev", "--yes", "--skip-preview", "--out", codeFile);
    return readFileSync(path.join(folder, codeFile), "utf8");
}

/** The code is a program as it is, and has nothing to do. */
async function leavesAll({ stack, folder, calls }: Stage, code: string, count: number): Promise<void> {
    write(folder, { "index.js": compiled(code) });
    for (const operation of ["preview", "up"] as const)
        expect(await stack.run(operation)).toMatchObject({ exitCode: 0, changes: { same: count } });
    expect(calls()).toEqual([]);
}

nativeScenario(
    "`pulumi import TYPE NAME ID` of each kind, then the printed program",
    async (stage) => {
        const all = fill(stage);
        const printed: string[] = [];
        for (const { type, name, id } of all) printed.push(await importedBy(stage, type, name, id));
        // Each has the imports at its beginning.
        const lines = printed.join("").split("\n");
        const isImport = (line: string) => line.startsWith("import ");
        const imports = new Set(lines.filter(isImport));
        expect([...imports].at(-1)).toBe('import * as clouddb from "pulumi-clouddb/native";');
        await leavesAll(stage, [...imports, ...lines.filter((line) => !isImport(line))].join("\n"), all.length);
    },
    { databases: false },
);

nativeScenario(
    "`pulumi import --file` of a whole project, then the printed program; a production service stays protected",
    async (stage) => {
        const { stack, calls } = stage;
        const all = fill(stage);
        write(stage.folder, { "resources.json": JSON.stringify({ resources: all }) });
        const code = await importedBy(stage, "--file", "resources.json");
        expect(code).toMatch(/vpcId: net\.id[^]*peeringId: office\.id[^]*vpcId: net\.id[^]*serviceId: orders\.id/);
        await leavesAll(stage, code, all.length);

        await stack.command!("state", "unprotect", "--all", "--yes", "--stack", "dev");
        const refused = await stack.run("destroy");
        expect(refused.exitCode).not.toBe(0);
        expect(refused.printed).toContain("deletionProtection");
        expect(calls()).not.toContain("deleteService");
    },
    { databases: false },
);

nativeScenario(
    "`clouddb import --native` of a whole project, then the program of `clouddb program --native`",
    async (stage) => {
        const { emulator, stack, folder } = stage;
        // An activation is no record of its own, so the commands print none.
        const count = fill(stage).length - 1;
        const clouddb = async (command: string) => {
            const { ended } = startClouddb(emulator, [command, "--native"], { cwd: folder });
            const { code, out } = await ended;
            expect(code).toBe(0);
            return out;
        };
        expect(await clouddb("import")).toContain("npx clouddb program --native > index.ts");
        await stack.command!("import", "--file", "import.json", "--generate-code=false", "--stack", "dev", "--yes");
        await leavesAll(stage, await clouddb("program"), count);
    },
    { databases: false },
);

nativeScenario(
    "the option `import` takes over what exists, changes what differs, and refuses what only a replacement could change",
    async (stage) => {
        const { stack, program, calls, emulator } = stage;
        const net = emulator.create.vpc({ name: "net", cidr: "10.0.0.0/16" });
        const db = emulator.create.service({ name: "clicked", vpc_id: net.id, cpu_millis: 1000, memory_gbs: 4 });
        const text = (cidr: string, option: (id: string) => string) =>
            programBy(
                "native",
                `
                const regionCode = "us-east-1";
                const net = new door.Vpc("net", { name: "net", cidr: "${cidr}", regionCode }, ${option(net.id)});
                const size = { cpuMillis: 2000, memoryGbs: 8 };
                new door.Service("db", { regionCode, environment: "DEV", vpcId: net.id, ...size }, ${option(db.id)});`,
            );
        const byId = (id: string) => `{ import: "${id}" }`;
        program(text("10.0.0.0/16", byId));
        expect(await stack.run("preview")).toMatchObject({ exitCode: 0, changes: { import: 2, update: 1 } });
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { import: 2, update: 1 } });
        expect(calls()).toEqual(["resizeService"]);
        // The service keeps its name, though the program gives none.
        expect(emulator.world.services.get(db.id)).toMatchObject({ name: "clicked", cpu_millis: 2000 });
        for (const option of [byId, () => "{}"]) {
            program(text("10.0.0.0/16", option));
            expect(await stack.run("preview")).toMatchObject({ exitCode: 0, changes: { same: 2 } });
        }

        const other = await stage.another("other");
        program(text("10.1.0.0/16", byId));
        const [warned, refused] = [await other.run("preview"), await other.run("up")];
        for (const { printed } of [warned, refused])
            expect(printed).toContain(
                "is not imported, since it would be replaced at once: the program has another cidr",
            );
        expect(refused.exitCode).not.toBe(0);
        expect(calls()).toEqual([]);
    },
    { databases: false },
);

nativeScenario(
    "another id in the option `import` is refused, since Pulumi would delete what the resource has",
    async ({ stack, program, calls, emulator }) => {
        const [had, other] = ["first", "second"].map(
            (name) => emulator.create.service({ name, environment: "DEV" }).id,
        );
        const imported = (id?: string) =>
            programBy(
                "native",
                `new door.Service("db", { regionCode: "us-east-1", environment: "DEV" }, { import: "${id}" });`,
            );
        program(imported(had));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { import: 1 } });
        program(imported(other));
        for (const operation of ["preview", "up", "up"] as const) {
            const { exitCode, printed } = await stack.run(operation);
            expect(exitCode).not.toBe(0);
            expect(printed).toContain(`names service ${other}, but the resource has service ${had}`);
        }
        program(imported(had));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
        expect(calls()).toEqual([]);
    },
    { databases: false },
);
