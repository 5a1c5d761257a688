// docs/testing.md: what it has to paste works where a user pastes it.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import packageJson from "../../package.json";
import { withDatabases } from "../emulator/postgres/support/stage";
import { addPackages, fixtureProject, write } from "../support/fixtureProject";
import { blocksOf, root } from "./support/pages";

/** The only code block in this language that contains `word`. */
function block(language: string, word: string): string {
    const blocks = blocksOf("docs/testing.md").filter((one) => one.language === language && one.text.includes(word));
    expect(blocks).toHaveLength(1);
    return blocks[0]!.text;
}

const folders: string[] = [];
afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A user's project with the package's commands. */
function userProject(files: Record<string, string>): string {
    const folder = fixtureProject(files);
    folders.push(folder);
    mkdirSync(path.join(folder, "node_modules", ".bin"));
    for (const [name, file] of Object.entries(packageJson.bin))
        symlinkSync(path.join(root, file), path.join(folder, "node_modules", ".bin", name));
    return folder;
}

const example = path.join(root, "examples", "app-with-migrations");

function run(command: string, args: string[], cwd: string, more: NodeJS.ProcessEnv = {}) {
    const configured = ["CLOUDDB_API_KEY", "CLOUDDB_BASE_URL", "NODE_OPTIONS"];
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !configured.includes(name)));
    return spawnSync(command, args, {
        cwd,
        encoding: "utf8",
        timeout: 100_000,
        env: { ...env, npm_config_offline: "true", ...more },
    });
}

/** The commands of a page, with the embedded engine where the page has `pulumi up`, whose state is kept in a file. */
function onEngine(script: string, folder: string): string {
    const options = { operation: "up", dir: folder, stateFile: path.join(folder, "stack.json") };
    const up = `${process.execPath} ${path.join(root, "scripts", "deploy.mjs")} '${JSON.stringify(options)}'`;
    expect(script).toContain("pulumi up --stack dev");
    return script.replace("pulumi up --stack dev", () => up);
}

test("the commands", () => {
    const program = `
        const clouddb = require("pulumi-clouddb");
        const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
        exports.id = net.id;`;
    const folder = userProject({ "index.js": program });
    const alone = run("bash", ["-e", "-c", block("sh", "clouddb try")], folder);
    expect(alone).toMatchObject({ status: 0, stderr: expect.not.stringContaining("rror") as string });
    expect(alone.stdout).toMatch(/ \+ .*Vpc.* net .*created/);
    const inShell = run("bash", ["-e", "-c", onEngine(block("sh", "emulator --env"), folder)], folder);
    expect(inShell).toMatchObject({ status: 0, stderr: expect.not.stringContaining("rror") as string });
    expect(inShell.stdout).toContain(" + Vpc net created");
}, 120_000);

withDatabases("with databases", () => {
    test("the commands, which continue at a second start", () => {
        const folder = userProject({
            "index.js": `
                const clouddb = require("pulumi-clouddb");
                new clouddb.Service("orders", { regionCode: "us-east-1" });`,
        });
        // As root, PostgreSQL runs as another user.
        chmodSync(folder, 0o755);
        const [install, ...commands] = block("sh", "--databases").trim().split("\n");
        expect(install).toMatch(/^npm install --save-dev [\w@/ -]+$/);
        // The port is taken until the emulator has ended.
        const ended = "while kill -0 $CLOUDDB_EMULATOR_PID 2> /dev/null; do :; done";
        const script = [onEngine(commands.join("\n"), folder), ended].join("\n");
        for (const done of [" + Service orders created", "2 unchanged"]) {
            const { status, stdout, stderr } = run("bash", ["-e", "-c", script], folder);
            expect(stderr).toBe("");
            expect(stdout).toContain(done);
            expect(status).toBe(0);
        }
        expect(readFileSync(path.join(folder, "stack.json"), "utf8")).toContain('"host":"127.0.0.1"');
    }, 120_000);

    test("the example's test", () => {
        const folder = userProject({});
        cpSync(example, folder, { recursive: true });
        addPackages(folder, "pg", "node-pg-migrate");
        const PATH = [path.join(root, "node_modules", ".bin"), process.env["PATH"]].join(path.delimiter);
        const { status, stdout } = run(process.execPath, ["--test", "--test-reporter=tap"], folder, { PATH });
        expect(stdout).toContain("# pass 1\n");
        expect(status).toBe(0);
    }, 120_000);
});

test("the unit test with mocks", () => {
    const { outputText } = ts.transpileModule(block("ts", "node:test"), {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    });
    const folder = userProject({ "mocks.mjs": outputText });
    const { status, stdout } = run(process.execPath, ["--test-reporter=tap", "mocks.mjs"], folder);
    expect(stdout).toContain("# pass 1\n");
    expect(status).toBe(0);
});

test("the unit test for Jest", () => {
    const folder = userProject({
        "index.test.js": block("js", 'require("./index")'),
        "index.js": `
            const clouddb = require("pulumi-clouddb");
            exports.orders = new clouddb.Service("orders", { environment: "PROD" });`,
    });
    const jest = require.resolve("jest/bin/jest");
    const { status, stderr } = run(process.execPath, [jest, "--rootDir", folder, "--config", "{}"], folder);
    expect(stderr).toContain("Tests:       1 passed, 1 total");
    expect(status).toBe(0);
}, 120_000);

const guideTests = blocksOf("docs/testing.md").flatMap(({ text }) => {
    const [, file] = /^\/\/ (\w+\.test\.mjs)\n/.exec(text) ?? [];
    return file === undefined ? [] : [[file, text] as const];
});

test("the tests of the guide", () => {
    const [ofExample, ...tests] = guideTests;
    expect(guideTests.map(([file]) => file)).toEqual(["app.test.mjs", "unit.test.mjs", "e2e.test.mjs"]);
    const original = readFileSync(path.join(example, "app.test.mjs"), "utf8");
    // The indentation of code in documents is half as wide.
    expect(ofExample![1].replace(/^\/\/.*\n/, "").replace(/^ +/gm, (indent) => indent.repeat(2))).toBe(original);
    const folder = userProject(Object.fromEntries(tests));
    mkdirSync(path.join(folder, "infrastructure"));
    write(path.join(folder, "infrastructure"), {
        "package.json": '{ "name": "infrastructure", "main": "index.js" }',
        "Pulumi.yaml": "name: infrastructure\nruntime:\n  name: nodejs\n  options: { typescript: false }\n",
        "index.js": `
            const clouddb = require("pulumi-clouddb");
            new clouddb.Service("orders", { regionCode: "us-east-1", replicaCount: 1 });`,
    });
    for (const [file] of tests) {
        const { status, stdout } = run(process.execPath, ["--test-reporter=tap", file], folder);
        expect(stdout).toContain("# pass 1\n");
        expect(status).toBe(0);
    }
});
