import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import packageJson from "../../package.json";
import { startEmulator, type Emulator } from "../../src/emulator";
import { npm, packInto } from "./support/npm";

jest.setTimeout(600_000);

const root = path.resolve(__dirname, "..", "..");
/** The ends of the range that package.json supports; the newest asks for a newer Node than the oldest. */
const oldest = /^>=(\S+) <4$/.exec(packageJson.peerDependencies["@pulumi/pulumi"])![1]!;
const newest = "3.270.0";
const ltsNode = "24";

let folder: string;
let tarball: string;
let emulator: Emulator;

beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "packed-"));
    tarball = packInto(folder);
    emulator = await startEmulator({ timeScale: 0.005, quirks: { backupAfterMs: 0 } });
});

afterAll(async () => {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
});

describe("packed, and installed beside an SDK, the quickstart is deployed and destroyed", () => {
    let app: string;
    const install = (...packages: string[]) =>
        npm(app, "install", "--no-audit", "--no-fund", "--no-save", "--prefer-offline", ...packages);

    beforeAll(() => {
        app = path.join(folder, "app");
        cpSync(path.join(root, "examples", "quickstart"), app, { recursive: true });
        const file = path.join(app, "package.json");
        const manifest = JSON.parse(readFileSync(file, "utf8")) as { dependencies: Record<string, string> };
        manifest.dependencies = { "@pulumi/pulumi": oldest, "pulumi-clouddb": `file:${tarball}` };
        writeFileSync(file, JSON.stringify(manifest));
        install();
    });

    test(`by SDK ${oldest}, on this Node`, () => quickstart(app, process.execPath));

    test(`by SDK ${newest}, on Node ${ltsNode}`, async () => {
        install(`@pulumi/pulumi@${newest}`, `node@${ltsNode}`);
        await quickstart(app, path.join(app, "node_modules", "node", "bin", "node"));
    });
});

async function quickstart(app: string, node: string): Promise<void> {
    const parts = path.join(app, "parts.js");
    writeFileSync(parts, partsScript);
    expect(JSON.parse(await run(node, [parts]))).toEqual({
        ...{ isKnown: true, type: "test:index:T", children: 1, isConfigSecret: "function", mocks: "object" },
    });
    const script = path.join(app, "deploy.js");
    const stateFile = path.join(app, "state.json");
    writeFileSync(script, deployScript);
    const deploy = (operation: string) => run(node, [script, operation, app, stateFile]);
    expect(await deploy("up")).toContain("5 created");
    expect(emulator.world.services.size).toBe(1);
    expect(await deploy("up")).toContain("5 unchanged");
    expect(await deploy("destroy")).toContain("5 deleted");
    expect(emulator.world.services.size).toBe(0);
    rmSync(stateFile);
}

/** What `src/program/sdk.ts` uses of the SDK without its types. */
const partsScript = `
    const pulumi = require("@pulumi/pulumi");
    (async () => {
        await pulumi.runtime.setMocks({ newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) });
        const parent = new pulumi.ComponentResource("test:index:C", "c");
        const child = new pulumi.CustomResource("test:index:T", "t", {}, { parent });
        process.stdout.write(JSON.stringify({
            isKnown: await child.id.isKnown,
            type: child.__pulumiType,
            children: parent.__childResources.size,
            isConfigSecret: typeof pulumi.runtime.isConfigSecret,
            mocks: typeof pulumi.runtime.getMonitor().mocks,
        }));
    })();`;

/** As `docs/testing.md` says: the operations of a test, here in the app's own Node. */
const deployScript = `
    const fs = require("node:fs");
    const { deploy } = require("pulumi-clouddb/testing");
    const [operation, dir, file] = process.argv.slice(2);
    const state = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : undefined;
    deploy({ operation, dir, state, print: (text) => process.stdout.write(text) }).then((result) => {
        fs.writeFileSync(file, JSON.stringify(result.state));
        process.exitCode = result.exitCode;
    });`;

/** Runs a command that must succeed, and returns its output. Asynchronous, since the emulator is in this process. */
async function run(command: string, args: readonly string[]): Promise<string> {
    const env = {
        ...process.env,
        CLOUDDB_BASE_URL: emulator.url,
        CLOUDDB_API_KEY: emulator.token,
    };
    const { stdout } = await promisify(execFile)(command, args, { env }).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${(error as { stdout?: string }).stdout}`);
    });
    return stdout;
}
