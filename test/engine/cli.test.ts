import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { DeployResult } from "../../src/engine";
import { TraceProject } from "../conformance/traceProject";
import { fixtureProject, write } from "../support/fixtureProject";
import { json, withServer } from "../support/httpServer";
import { isGone, SlowProject } from "./slowProject";

jest.setTimeout(120_000);

const cli = path.join(__dirname, "..", "..", "dist", "cli", "index.js");

type Project = Pick<TraceProject, "dir" | "env">;

function start(project: Project, args: string[], env: NodeJS.ProcessEnv = { PULUMI_CONFIG_PASSPHRASE: "p" }) {
    const unset = { PULUMI_CONFIG_PASSPHRASE: undefined, PULUMI_CONFIG_PASSPHRASE_FILE: undefined };
    const child = spawn(process.execPath, [cli, "try", ...args, "--cwd", project.dir], {
        env: { ...process.env, ...unset, ...project.env([]), ...env },
    });
    const code = new Promise<number | null>((resolve) => child.once("close", resolve));
    const ended = Promise.all([code, text(child.stdout), text(child.stderr)]);
    return { child, ended: ended.then(([code, out, err]) => ({ code, out, err })) };
}

describe("clouddb try", () => {
    let project: TraceProject;
    beforeEach(() => {
        project = new TraceProject();
        project.program = `
            const config = new pulumi.Config("trace");
            const a = new Thing("a", { pw: config.requireSecret("secret"), label: config.require("plain") });
            module.exports = { computed: a.computed, pw: a.pw };`;
    });
    afterEach(() => project.remove());

    const run = (...args: string[]) => start(project, args).ended;
    const settings = ["--config", "trace:plain=l=1", "--secret", "trace:secret=hunter2"];

    test("refuses a destroy before anything is deleted, as the preview of the CLI does", async () => {
        project.program = `
            const a = new Thing("a", { label: "1" }, { protect: true });
            new Thing("b", { label: a.computed });`;
        expect(await run("up")).toMatchObject({ code: 0 });
        const destroy = await run("destroy");
        expect(destroy).toMatchObject({ code: 1 });
        expect(destroy.out).toContain("because it is protected");
        expect((await run("preview")).out).toContain("3 unchanged");
    });

    test("previews, deploys, exports and destroys; shows secrets only with --show-secrets", async () => {
        const preview = await run("preview", ...settings);
        expect(preview).toMatchObject({ code: 0, err: "" });
        expect(preview.out).toContain(" + Thing a create\n");
        const up = await run("up", ...settings);
        expect(up).toMatchObject({ code: 0, err: "" });
        // On a busy machine, the line ends with how long it took.
        expect(up.out).toMatch(/ \+ Thing a created( \(\S+ s\))?\n/);
        expect(up.out).toContain('    computed: "a:1"\n    pw: [secret]\n');
        expect(up.out).toContain("    + 2 created\n");
        expect(up.out).not.toContain("\u001b");

        const file = readFileSync(path.join(project.dir, ".clouddb", "dev.json"), "utf8");
        expect((await run("export")).out).toBe(file);
        const shown = await run("export", "--show-secrets");
        expect(shown.out).toContain(String.raw`"plaintext": "\"hunter2\""`);

        const json = await run("up", ...settings, "--json");
        const result = JSON.parse(json.out) as DeployResult;
        expect(result).toMatchObject({
            exitCode: 0,
            changes: { same: 2 },
            outputs: { computed: "a:1", pw: "[secret]" },
        });
        const open = await run("refresh", "--json", "--show-secrets");
        expect(JSON.parse(open.out)).toMatchObject({ outputs: { pw: "hunter2" } });
        for (const text of [preview.out, up.out, file, json.out]) expect(text).not.toContain("hunter2");

        expect((await run("destroy")).out).toContain("    - 2 deleted\n");
    });

    test("a failure is reported, keeps what was done, and exits with 1", async () => {
        project.program = `new Thing("a"); new Thing("b", { failCreate: true });`;
        const up = await run("up");
        expect(up.code).toBe(1);
        expect(up.out).toContain("  Thing b:\n    error: create failed\n  error: update failed\n");
        expect((await run("export")).out).toContain('"id": "a-x"');
    });

    test.each([
        ["a missing passphrase", {}, "set PULUMI_CONFIG_PASSPHRASE"],
        ["a wrong passphrase", { PULUMI_CONFIG_PASSPHRASE: "q" }, "dev.json: see PULUMI_CONFIG_PASSPHRASE"],
    ])("%s is reported before anything is done", async (_what, env, message) => {
        project.program = `new Thing("a");`;
        expect((await run("up")).code).toBe(0);
        project.forgetCalls();
        const { code, err } = await start(project, ["up"], env).ended;
        expect([code, err]).toEqual([1, expect.stringContaining(message)]);
        expect(project.calls).toEqual([]);
    });

    test("a usage error exits with 2, without a stack trace", async () => {
        expect(await run("up", "--parallel", "none")).toEqual({
            code: 2,
            out: "",
            err: "error: option '-p, --parallel <count>' argument 'none' is invalid. It must be a number, 0 or above.\nTry `clouddb try up --help`.\n",
        });
    });
});

describe("clouddb try --emulator", () => {
    const program = (size: number) => `
        const clouddb = require("pulumi-clouddb");
        exports.id = new clouddb.Service("orders", { cpuMillis: ${size}, memoryGbs: ${size / 250} }).id;`;
    let folder: string;
    beforeEach(() => (folder = fixtureProject({ "index.js": program(1000) })));
    afterEach(() => rmSync(folder, { recursive: true }));

    const run = (...args: string[]) => start({ dir: folder, env: () => ({}) }, [...args, "--emulator"], {}).ended;

    test("needs no account and no passphrase, and the next operation finds the databases of the last", async () => {
        const up = await run("up");
        expect(up).toMatchObject({ code: 0, err: "" });
        expect(up.out).toContain(" + Service orders created");
        expect(up.out).not.toContain("warning");
        write(folder, { "index.js": program(2000) });
        const resized = await run("up", "--refresh");
        expect(resized.out).toContain("    ~ 1 updated\n");
        expect(/id: "(\w+)"/.exec(resized.out)![1]).toBe(/id: "(\w+)"/.exec(up.out)![1]);
        expect((await run("destroy")).out).toContain(" - Service orders deleted");
    });

    test("a port that is in use is an error that says what to do, and leaves the databases as they are", async () => {
        expect(await run("up")).toMatchObject({ code: 0 });
        const stack = readFileSync(path.join(folder, ".clouddb", "dev.json"), "utf8");
        const [, port] = /"address": "http:\/\/127\.0\.0\.1:(\d+)/.exec(stack)!;
        const server = createServer().listen(Number(port), "127.0.0.1");
        await once(server, "listening");
        const file = path.join(folder, ".clouddb", "dev.emulator.json");
        write(folder, { ".clouddb/dev.emulator.json": readFileSync(file, "utf8").trimEnd() });
        const before = readFileSync(file, "utf8");
        const { code, err } = await run("up");
        server.close();
        expect(code).toBe(1);
        expect(err).toContain("is in use, on which this stack's emulator answers.");
        expect(readFileSync(file, "utf8")).toBe(before);
    });

    test("nothing reaches the address that the stack is configured for", async () => {
        await withServer(json(200, {}), async ({ baseUrl, received }) => {
            const profiles = JSON.stringify({ analytics: { apiKey: "real", baseUrl } });
            write(folder, {
                "index.js": `${program(1000)}
                    new clouddb.Service("events", { profile: "analytics" });`,
                "Pulumi.dev.yaml": JSON.stringify({
                    config: { "clouddb:baseUrl": baseUrl, "clouddb:apiKey": "real", "clouddb:profiles": profiles },
                }),
            });
            const { code, out } = await run("up", "--continue-on-error");
            expect(code).toBe(1);
            expect(out).toMatch(/Service events:\n +error: .*analytics/);
            expect(received).toEqual([]);
        });
    });
});

describe("an interruption", () => {
    let project: SlowProject;
    beforeEach(() => {
        project = new SlowProject(`const first = Slow("first"); Slow("second", { dependsOn: [first] });`);
    });
    afterEach(() => project.remove());

    const up = () => start(project, ["up", "--state", project.stateFile]);
    const state = () =>
        (JSON.parse(readFileSync(project.stateFile, "utf8")) as { deployment: Record<string, object[]> }).deployment;
    const stored = () => ({
        ids: (state().resources ?? []).flatMap((each) => ("id" in each && each.id === "first" ? [each.id] : [])),
        pending: (state().pending_operations ?? []).map((each) => (each as { type: string }).type),
    });

    test("waits for steps in progress and starts no more", async () => {
        const { child, ended } = up();
        await project.began("first");
        child.kill("SIGINT");
        child.stderr.once("data", () => project.letGo("first"));
        const { code, out, err } = await ended;
        expect([code, err]).toEqual([1, expect.stringContaining("Waiting for the steps in progress")]);
        expect(out).toContain(" + Slow first created");
        expect(out).toContain("  error: update canceled\n");
        expect(out).not.toContain("second");
        expect(stored()).toEqual({ ids: ["first"], pending: [] });
    });

    test("a second one ends all processes at once and leaves the pending operation in the state", async () => {
        const { child, ended } = up();
        await project.began("first");
        child.kill("SIGINT");
        child.stderr.once("data", () => child.kill("SIGINT"));
        expect((await ended).code).toBe(130);
        await isGone(project.providerPid);
        expect(stored()).toEqual({ ids: [], pending: ["creating"] });
    });
});
