// The command as a process, on the encrypted export of a stack that the embedded engine has deployed.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import packageJson from "../../../package.json";
import type { Report } from "../../../src/commands/doctor/check";
import type { DriftReport } from "../../../src/commands/doctor/drift";
import type { ImportDocument } from "../../../src/commands/doctor/importFile";
import { startEmulator, type Emulator } from "../../../src/emulator";
import { deploy } from "../../../src/engine";
import { stackExport } from "./support";

const command = path.resolve(__dirname, "..", "..", "..", packageJson.bin.clouddb);
const password = "canary-5f3a-password";

let emulator: Emulator;
let folder: string;
beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 0 });
    folder = mkdtempSync(path.join(tmpdir(), "doctor-"));
});
afterAll(async () => {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
});

interface Run {
    readonly args: readonly string[];
    readonly input?: string;
    readonly env?: Readonly<Record<string, string>>;
}

/** Runs the command; nothing but GET requests may be sent, and no secret may be printed. */
async function run({ args, input = "", env = {} }: Run): Promise<{ code: number | null; out: string; err: string }> {
    emulator.clearRequests();
    const child = spawn(process.execPath, [command, ...args], {
        env: { PATH: process.env.PATH, CLOUDDB_API_KEY: emulator.token, CLOUDDB_BASE_URL: emulator.url, ...env },
    });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (err += chunk));
    // A command that refuses its arguments does not read its input.
    child.stdin.on("error", () => undefined).end(input);
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    for (const secret of [emulator.token, password]) expect(out + err).not.toContain(secret);
    return { code, out, err };
}

test("a stack before and after something is created beside it", async () => {
    const stateFile = path.join(folder, "state.json");
    const program = `
        const clouddb = require("pulumi-clouddb");
        const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
        const orders = new clouddb.Service("orders", { regionCode: "us-east-1", vpcId: net.id, password: "${password}" });
        new clouddb.ReadReplicaSet("reports", { serviceId: orders.id, nodes: 1, cpuMillis: 500, memoryGbs: 2 });`;
    const up = await deploy({ operation: "up", program, emulator });
    expect(up).toMatchObject({ exitCode: 0 });
    writeFileSync(stateFile, JSON.stringify(up.state));

    const args = ["doctor", "--stack-export", stateFile];
    const all = "3 resources compared with 1 project: ";
    expect(await run({ args })).toEqual({ code: 0, out: `${all}nothing found\n`, err: "" });

    const drift = ["drift", "--stack-export", stateFile];
    expect(await run({ args: drift })).toEqual({ code: 0, out: "3 resources compared: no drift\n", err: "" });
    const [orders] = emulator.world.services.values();
    emulator.drift(orders!.id, { vpc_id: null });
    const changed = await run({ args: [...drift, "--json"] });
    expect(changed).toMatchObject({ code: 1, err: "" });
    expect((JSON.parse(changed.out) as DriftReport).drift).toMatchObject([{ property: "vpcId", id: orders!.id }]);

    const { id } = emulator.create.service({ name: "clicked" });
    const drifted = await run({ args: ["doctor", "--stack-export", "-"], input: readFileSync(stateFile, "utf8") });
    expect(drifted).toMatchObject({ code: 1, err: "" });
    const lines = drifted.out.split("\n");
    expect(lines).toEqual([
        expect.stringMatching(/^unmanaged: service "clicked" /),
        `    repair: if no other stack manages it: \`adopt: "${id}"\` in the program, as \`clouddb program\` prints it`,
        `${all}1 finding`,
        "",
    ]);

    const ignoring = await run({ args: [...args, "--ignore", id] });
    expect(ignoring).toEqual({ code: 0, out: `${all}nothing found\n`, err: "" });
    expect(await run({ args: [...args, "--ignore", orders!.id] })).toMatchObject({ code: 1, out: drifted.out });

    const json = await run({ args: [...args, "--json"] });
    expect(json).toMatchObject({ code: 1, err: "" });
    const report = JSON.parse(json.out) as Report;
    expect(report.findings.map(({ kind }) => kind)).toEqual(["unmanaged"]);

    const printed = await run({ args: ["program", "--base-url", emulator.url], env: { CLOUDDB_BASE_URL: "" } });
    expect(printed).toMatchObject({ code: 0, err: "" });
    expect(printed.out).toContain(`const clickedService = new clouddb.Service("clicked", {\n    adopt: "${id}",`);
});

test("import and program of the same service, with what contains it by its id", async () => {
    const net = emulator.create.vpc({ name: "net", cidr: "10.9.0.0/16" });
    const { id } = emulator.create.service({ name: "taken", vpc_id: net.id });
    const out = path.join(folder, "import.json");
    const args = ["--service", id];
    expect(await run({ args: ["import", ...args, "--out", out] })).toEqual({
        code: 0,
        out: expect.stringContaining(`    npx clouddb program --service ${id} > index.ts\n`) as string,
        err: "",
    });
    const text = readFileSync(out, "utf8");
    expect(text).not.toContain(emulator.token);
    const { resources } = JSON.parse(text) as ImportDocument;
    expect(resources).toMatchObject([{ name: "taken", id, inputs: { adopt: id, vpcId: net.id } }]);
    const printed = await run({ args: ["program", ...args] });
    expect(printed).toMatchObject({ code: 0, err: "" });
    expect(printed.out.match(/new clouddb/g)).toHaveLength(1);
    expect(printed.out).toContain(`    adopt: "${id}",`);
    expect(await run({ args: ["import", "--out", out] })).toEqual({
        code: 2,
        out: "",
        err: `error: ${out} already exists: remove it, or choose another file with --out.\n`,
    });
    expect(readFileSync(out, "utf8")).toBe(text);
});

test("what cannot be checked: 2, and nothing is sent that need not be", async () => {
    const good = path.join(folder, "empty.json");
    const bad = path.join(folder, "bad.json");
    writeFileSync(good, '{"version": 3, "deployment": {}}');
    writeFileSync(bad, `{"password": "${password}"`);
    const failing = async (from: Run, message: RegExp, requests = 0) => {
        expect(await run(from)).toEqual({ code: 2, out: "", err: expect.stringMatching(message) as string });
        expect(emulator.requests()).toHaveLength(requests);
    };
    const check = (file: string) => ["doctor", "--stack-export", file];
    await failing(
        { args: ["doctor"] },
        /^error: required option '--stack-export <file>' not specified; .*, use --api\nTry `clouddb doctor --help`\.\n$/,
    );
    await failing({ args: [...check(good), "--stack-export", bad] }, /bad\.json is not JSON/);
    await failing({ args: check(path.join(folder, "none.json")) }, /none\.json cannot be read: ENOENT/);
    await failing({ args: check("-") }, /standard input is empty/);
    const nothing = { CLOUDDB_API_KEY: "", CLOUDDB_BASE_URL: "" };
    await failing(
        { args: check(good), env: nothing },
        /: The address .* is not configured: set CLOUDDB_BASE_URL, or use --base-url\. The API key is not configured: set CLOUDDB_API_KEY\.$/m,
    );
    await failing({ args: check(good), env: { CLOUDDB_BASE_URL: "https://api" } }, /must include the API's version/);
    await failing(
        { args: check(good), env: { CLOUDDB_API_KEY: "wrong" } },
        /Is the API key right \(CLOUDDB_API_KEY, or .* CLOUDDB_PROFILES\)\?$/m,
        1,
    );
    await failing({ args: ["program"], env: { CLOUDDB_API_KEY: "wrong" } }, /Is the API key right/, 1);
});

test("a rotated key: 0 if it reaches what the stack manages, 2 if it is wrong or is another project's", async () => {
    const rotated = await startEmulator({ timeScale: 0, tokens: [{ token: "pat-successor", projects: ["main"] }] });
    try {
        const { id } = rotated.create.service({ name: "db" });
        const entry = { type: "Service", name: "db", id, outputs: { projectId: rotated.projectId } };
        const checkWith = (token: string) =>
            run({
                args: ["doctor", "--stack-export", "-"],
                input: stackExport([entry]),
                env: { CLOUDDB_BASE_URL: rotated.url, CLOUDDB_API_KEY: token },
            });
        expect(await checkWith("pat-successor")).toEqual({
            code: 0,
            out: "1 resource compared with 1 project: nothing found\n",
            err: "",
        });
        expect(await checkWith("pat-successor-misspelt")).toEqual({
            code: 2,
            out: "",
            err: expect.stringMatching(
                /^error: GET \/auth\/info was refused: 401 UNAUTHORIZED.* Is the API key right \(CLOUDDB_API_KEY, /,
            ) as string,
        });
        const ofAnother = rotated.tokens.find(({ projects }) => !projects.includes(rotated.projectId))!;
        expect(await checkWith(ofAnother.token)).toEqual({
            code: 2,
            out: expect.stringMatching(/^not checked: Service "db": GET \/projects\/.* was refused: 40[34]/) as string,
            err: "",
        });
    } finally {
        await rotated.stop();
    }
});
