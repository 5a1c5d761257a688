// The file for `pulumi import`, and how it agrees with the printed program.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readDeclarations, type Selection } from "../../../src/commands/doctor/declarations";
import { importDocument, importText, writeImport } from "../../../src/commands/doctor/importFile";
import { programText } from "../../../src/commands/doctor/program";
import { startEmulator, type Emulator } from "../../../src/emulator";
import { projectOf } from "./support";

let emulator: Emulator;
let folder: string;
let out: string;
beforeEach(async () => {
    emulator = await startEmulator({ timeScale: 0 });
    folder = mkdtempSync(path.join(tmpdir(), "import-"));
    out = path.join(folder, "import.json");
});
afterEach(async () => {
    expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
});

const declarations = async (selection?: Selection) => readDeclarations(await projectOf(emulator), selection);
const documentOf = async (selection?: Selection) =>
    importDocument(await projectOf(emulator), await declarations(selection));

test("every resource has the name and the arguments that the program has", async () => {
    const { create } = emulator;
    const net = create.vpc({ name: "net" });
    create.vpc({ name: "net", cidr: "10.1.0.0/16" });
    create.peering({ vpc_id: net.id });
    const { id } = create.service({ name: "orders (old)", vpc_id: net.id, environment: "PROD", pooler: true });
    create.replicaSet({ service_id: id, name: "reports" });
    const { resources } = await documentOf();
    const named = resources.map(({ type, name }) => `${type.split(":").at(-1)} ${name}`);
    expect(named).toEqual([
        "Vpc net",
        "Vpc net-2",
        "Peering net-peering",
        "Service orders-old",
        "ReadReplicaSet reports",
    ]);
    const program = programText(await declarations());
    const bodies = program.split(/^const /m).slice(1);
    expect(bodies).toHaveLength(resources.length);
    for (const [index, { name, id, inputs, outputs }] of resources.entries()) {
        expect(bodies[index]).toContain(JSON.stringify(name));
        const args = Object.keys(inputs).filter((key) => !key.startsWith("__"));
        expect([...bodies[index]!.matchAll(/^ +(\w+): /gm)].map(([, key]) => key)).toEqual(args);
        expect(inputs).toMatchObject({ adopt: id, __clouddb: {} });
        expect(outputs).toMatchObject({
            ...inputs,
            projectId: emulator.projectId,
            __clouddb: { version: 2, arguments: args.sort() },
        });
    }
    const owners = resources.map(({ outputs }) => (outputs["__clouddb"] as { owner: string }).owner);
    expect(new Set(owners).size).toBe(resources.length);
});

test("some services, each with its replica sets; what else they name is an id", async () => {
    const { create } = emulator;
    const net = create.vpc({ name: "net" });
    const wanted = create.service({ name: "wanted", vpc_id: net.id });
    const other = create.service({ name: "other" });
    for (const { id } of [wanted, other]) create.replicaSet({ service_id: id, name: "reports" });
    const services = [wanted.id];
    const { resources } = await documentOf({ services });
    expect(resources.map(({ name }) => name)).toEqual(["wanted", "reports"]);
    expect(resources[0]?.inputs["vpcId"]).toBe(net.id);
    expect(programText(await declarations({ services }))).toContain(`vpcId: "${net.id}",`);
    await expect(declarations({ services: [wanted.id, net.id] })).rejects.toThrow(
        `There is no service ${net.id} in project ${emulator.projectId}, which has wanted (${wanted.id}), other (${other.id}).`,
    );
});

test("with a profile, every resource has it in the program and in the file", async () => {
    emulator.create.service({ name: "db" });
    const { resources } = await documentOf({ profile: "analytics" });
    expect(resources).toMatchObject([{ inputs: { profile: "analytics" }, outputs: { profile: "analytics" } }]);
    expect(programText(await declarations({ profile: "analytics" }))).toContain('profile: "analytics",');
});

test("what an operation is changing is left out: its values are not those that it will have", async () => {
    const { id } = emulator.create.service({ name: "db", status: "UPGRADING" });
    const why = "its status is UPGRADING: repeat the command when that has ended";
    expect(await declarations()).toMatchObject({ declared: [], omitted: [{ what: `service ${id}`, why }] });
});

test("what a list shows and its own GET does not is left out with a word", async () => {
    const { id } = emulator.create.service({ name: "db" });
    emulator.faults.add({ endpoint: "getService", do: { kind: "status", status: 404, body: { message: "none" } } });
    const why = "its record cannot be read: a list shows it, but its own GET returns 404";
    expect(await declarations()).toMatchObject({ declared: [], omitted: [{ what: `a service (${id})`, why }] });
});

test("values that the list omits are those of the resource's own GET", async () => {
    emulator.create.service({ name: "db", environment: "PROD", pooler: true });
    emulator.setQuirks({ listOmit: ["metadata", "connection_pooler"] });
    const { resources } = await documentOf();
    expect(resources).toMatchObject([{ inputs: { environment: "PROD", connectionPooler: true } }]);
});

test("a secret is marked, so that Pulumi encrypts it", async () => {
    emulator.create.service({ name: "db" });
    const { declared, ...rest } = await declarations();
    const withPassword = declared.map((one) => ({ ...one, args: { ...one.args, password: "canary" } }));
    const { resources } = importDocument(await projectOf(emulator), { ...rest, declared: withPassword });
    expect(resources[0]?.inputs["password"]).toEqual({
        "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
        plaintext: '"canary"',
    });
});

test("the file is for its owner only, and replaces none", async () => {
    const project = await projectOf(emulator);
    await expect(writeImport(project, { out })).rejects.toThrow(
        new RegExp(`^Project ${emulator.projectId} contains nothing that can be imported\\.$`),
    );
    const busy = emulator.create.service({ name: "busy", status: "UPGRADING" });
    await expect(writeImport(project, { out })).rejects.toThrow(
        `can be imported:\nnot imported: service ${busy.id}: its status is UPGRADING: repeat the command when that has ended`,
    );
    emulator.remove(busy.id);
    const { id } = emulator.create.service({ name: "db" });
    expect(await writeImport(project, { out })).toContain(`${out}: 1 resource of project ${emulator.projectId} `);
    if (process.platform !== "win32") expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({ resources: [{ id }] });
    writeFileSync(out, "mine");
    await expect(writeImport(project, { out })).rejects.toThrow(
        `${out} already exists: remove it, or choose another file with --out.`,
    );
    expect(readFileSync(out, "utf8")).toBe("mine");
    const nowhere = path.join(folder, "none", "import.json");
    await expect(writeImport(project, { out: nowhere })).rejects.toThrow(
        /none.import\.json cannot be written: .*ENOENT/,
    );
});

test("for the native provider, the file has its types, and the printed program its classes", async () => {
    emulator.create.service({ name: "db" });
    const project = await projectOf(emulator);
    const text = await writeImport(project, { out, native: true });
    expect(text).toContain("    npx clouddb program --native > index.ts\n");
    const { resources } = JSON.parse(readFileSync(out, "utf8")) as { resources: { type: string }[] };
    expect(resources.map(({ type }) => type)).toEqual(["clouddb:index:Service"]);
    const program = programText(await declarations(), true);
    expect(program).toBe(programText(await declarations()).replace('"pulumi-clouddb"', '"pulumi-clouddb/native"'));
});

test("what is printed names what was left out, and the commands with the same selection", async () => {
    const { id } = emulator.create.service({ name: "old", status: "DELETING" });
    const services = [id];
    const selection = { services, profile: "analytics", baseUrl: "https://other.example/v1" };
    const text = importText(await declarations({ services }), { ...selection, out: "db.json" });
    expect(text).toContain(`not imported: service ${id}: its status is DELETING\n`);
    expect(text).toContain("with Pulumi CLI 3.254.0 or later:\n");
    expect(text).toContain("    pulumi import --file db.json --generate-code=false\n");
    expect(text).toContain(
        `    npx clouddb program --service ${id} --profile analytics --base-url https://other.example/v1 > index.ts\n`,
    );
    const odd = importText(await declarations({ services }), { out: "my team's.json", profile: "a b" });
    expect(odd).toContain(`    pulumi import --file 'my team'\\''s.json' --generate-code=false\n`);
    expect(odd).toContain("    npx clouddb program --profile 'a b' > index.ts\n");
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
});
