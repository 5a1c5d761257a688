// A project that was made elsewhere comes into a stack by the file that `clouddb import` writes.
import { readFileSync } from "node:fs";
import path from "node:path";
import { ownType } from "../../src/shared/registration";
import { readDeclarations } from "../../src/commands/doctor/declarations";
import { writeImport, type ImportDocument } from "../../src/commands/doctor/importFile";
import { programText } from "../../src/commands/doctor/program";
import { write } from "../support/fixtureProject";
import { createOrders } from "../support/ordersService";
import { projectOf } from "../commands/doctor/support";
import type { Stack } from "./support/driver";
import { onlyOnCli, pageScenario, type Stage } from "./support/scenario";
import { compiled } from "./support/shell";

/** Resources of each kind, with every argument off its default. */
function fill({ emulator }: Stage): void {
    const { create } = emulator;
    const net = create.vpc({ name: "net", cidr: "10.0.0.0/16" });
    create.peering({ vpc_id: net.id });
    create.peering({ vpc_id: net.id, status: "pending-acceptance", peer_vpc_id: "vpc-2", provisioned_id: null });
    const orders = createOrders(emulator, net.id);
    create.service({ name: "shared one", cpu_millis: null, memory_gbs: null });
    create.service({ name: "stopped", status: "PAUSED", environment: null });
    create.replicaSet({ service_id: orders.id, name: "reports", nodes: 2, pooler: true, environment: "PROD" });
}
const all = 7;

/** What the provider stores of each resource, without what differs from stack to stack. */
async function stored(stack: Stack): Promise<object> {
    const { resources } = await stack.deployment("shown");
    const own = (resources ?? []).filter(({ type }) => ownType(type) !== undefined);
    const entries = own.map(({ urn, id, inputs, outputs }) => {
        const hidden = { ...(outputs!["__clouddb"] as object), urn: undefined, createdAt: undefined, owner: undefined };
        const [, , type, name] = urn.split("::");
        const visible = [inputs, outputs].map((each) => ({ ...each, __clouddb: undefined }));
        return [`${type} ${name}`, { id, visible, hidden }];
    });
    return Object.fromEntries(entries) as object;
}

pageScenario("a whole project by `pulumi import`, then the printed program", async (stage) => {
    fill(stage);
    const { emulator, folder, stack } = stage;
    const project = await projectOf(emulator);
    const file = path.join(folder, "import.json");
    await writeImport(project, { out: file });
    const printed = programText(await readDeclarations(project));
    const program = (change = (text: string) => text) => write(folder, { "index.js": compiled(change(printed)) });
    const nothingToDo = async () => {
        expect(await stack.run("preview")).toMatchObject({ exitCode: 0, changes: { same: all } });
        await stack.command?.("preview", "--expect-no-changes");
    };

    expect(await stack.import("import.json")).toMatchObject({ exitCode: 0, changes: { import: all }, diagnostics: [] });
    const { resources = [] } = await stack.deployment("shown");
    expect(resources!.filter(({ protect }) => protect === true)).toHaveLength(all);
    program();
    await nothingToDo();
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: all } });
    const protectedNow = (await stack.deployment("shown")).resources!.filter(({ protect }) => protect === true);
    expect(protectedNow.map(({ urn }) => urn.split("::").at(-1))).toEqual(["orders-db"]);

    // The state is the one that an adoption by the same program leaves.
    const adopting = await stage.another("adopting");
    expect(await adopting.run("up")).toMatchObject({ exitCode: 0, changes: { create: all } });
    expect(await stored(stack)).toEqual(await stored(adopting));

    expect(await stack.run("preview", { refresh: true })).toMatchObject({ exitCode: 0, changes: { same: all } });
    const withoutAdopt = (text: string) => text.replace(/^ *adopt: .*\n/gm, "");
    const bigger = (text: string) =>
        withoutAdopt(text).replace(/cpuMillis: 4000,(\s+)memoryGbs: 16/, "cpuMillis: 8000,$1memoryGbs: 32");
    program(withoutAdopt);
    await nothingToDo();
    expect(stage.calls()).toEqual([]);

    program(bigger);
    const changed = await stack.run("up");
    expect(changed).toMatchObject({ exitCode: 0, changes: { same: all - 1, update: 1 } });
    expect(changed.steps).toContain("update Service orders-db");
    expect(stage.calls()).toEqual(["resizeService"]);

    // The printed program does not stand in the way of a deletion.
    program((text) =>
        bigger(text).replace('environment: "PROD",\n    replicaCount', "deletionProtection: false,\n    $&"),
    );
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: all - 1, update: 1 } });
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: all } });
});

onlyOnCli(
    "an import that was done before, one of something else under the same name, and one with an invalid argument",
    async (stage) => {
        fill(stage);
        const { emulator, folder, stack } = stage;
        const file = path.join(folder, "import.json");
        await writeImport(await projectOf(emulator), { out: file });
        expect(await stack.import("import.json")).toMatchObject({ exitCode: 0, changes: { import: all } });
        const before = await stored(stack);
        expect(await stack.import("import.json")).toMatchObject({ exitCode: 0, changes: { same: all } });
        const { resources } = JSON.parse(readFileSync(file, "utf8")) as ImportDocument;
        const other = resources.map((one) => (one.name === "stopped" ? { ...one, id: "another" } : one));
        write(folder, { "other.json": JSON.stringify({ resources: other }) });
        const refused = await stack.import("other.json");
        expect(refused.exitCode).not.toBe(0);
        expect(refused.printed).toMatch(/resource 'urn:.*::stopped' already exists/);
        expect(await stored(stack)).toEqual(before);

        const invalid = resources.map((one) => ({ ...one, inputs: { ...one.inputs, adopt: "" } })).slice(0, 1);
        write(folder, { "invalid.json": JSON.stringify({ resources: invalid }) });
        const { exitCode, diagnostics } = await (await stage.another("invalid")).import("invalid.json");
        expect(exitCode).toBe(0);
        const texts = new Set(diagnostics.map(({ severity, urn, message }) => `${severity} ${urn}: ${message}`));
        expect([...texts]).toEqual([
            expect.stringMatching(
                /^warning net: One or more imported inputs failed to validate\. This is .* into your program\.$/,
            ),
            "warning net: pulumi-nodejs:dynamic/clouddb:Vpc resource 'net': property adopt value {} has a problem: must not be empty",
        ]);
        expect(stage.calls()).toEqual([]);
    },
);
