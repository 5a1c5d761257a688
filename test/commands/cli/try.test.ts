import { spawn } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pulumiOnPath } from "../../e2e/support/cli";
import { isGone, SlowProject } from "../../engine/slowProject";
import { fixtureProject, write } from "../../support/fixtureProject";
import { json, withServer } from "../../support/httpServer";

jest.setTimeout(120_000);

const cli = path.join(__dirname, "..", "..", "..", "dist", "commands", "cli", "index.js");
const withoutCli = (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .filter((folder) => pulumiOnPath === undefined || folder !== path.dirname(pulumiOnPath))
    .join(path.delimiter);

function start(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [cli, "try", ...args], {
        cwd,
        env: { ...process.env, CLOUDDB_BASE_URL: undefined, CLOUDDB_API_KEY: undefined, NO_COLOR: "1", ...env },
    });
    const code = new Promise<number | null>((resolve) => child.once("close", resolve));
    const ended = Promise.all([code, text(child.stdout), text(child.stderr)]);
    return { child, ended: ended.then(([code, out, err]) => ({ code, out, err })) };
}

const engines = [
    { name: "the embedded engine", path: withoutCli, isThere: true },
    { name: "the Pulumi CLI", path: process.env["PATH"], isThere: pulumiOnPath !== undefined },
];

for (const { name, path: PATH, isThere } of engines) {
    const onThis = isThere ? test : test.skip;
    const titled = (title: string) => `${title} (on ${name}${isThere ? "" : ": there is no pulumi on the PATH"})`;
    const program = `
        const pulumi = require("@pulumi/pulumi");
        const clouddb = require("pulumi-clouddb");
        const config = new pulumi.Config();
        const orders = new clouddb.Service(config.require("name"), { password: config.requireSecret("pw") });
        exports.password = orders.password;
        exports.region = orders.regionCode;`;
    let folder: string;
    beforeEach(() => (folder = fixtureProject({ "index.js": program })));
    afterEach(() => rmSync(folder, { recursive: true, force: true }));
    const settings = ["--config", "name=orders", "--secret", "fixture:pw=hunter2-hunter2"];

    onThis(titled("a program is deployed without an account, and nothing is left behind"), async () => {
        const before = readdirSync(folder);
        const { code, out, err } = await start(folder, settings, { PATH }).ended;
        expect({ code, err }).toEqual({ code: 0, err: "" });
        expect(out).toMatch(/\+ .*Service.*orders.*created/);
        expect(out).toMatch(/password: +\[secret\]/);
        expect(out).not.toMatch(/hunter2|warning/);
        expect(readdirSync(folder)).toEqual(before);
    });

    onThis(titled("nothing reaches the address that anything else configures"), async () => {
        await withServer(json(200, {}), async ({ baseUrl, received }) => {
            const profiles = JSON.stringify({ analytics: { apiKey: "real", baseUrl } });
            write(folder, {
                "index.js": `const clouddb = require("pulumi-clouddb");
                    new clouddb.Service("orders");
                    new clouddb.Service("events", { profile: "analytics" });`,
                "Pulumi.yaml": JSON.stringify({
                    name: "fixture",
                    runtime: { name: "nodejs", options: { typescript: false } },
                    config: { "clouddb:baseUrl": { value: baseUrl }, "clouddb:apiKey": { value: "real" } },
                }),
            });
            const own = ["--config", `clouddb:baseUrl=${baseUrl}`, "--secret", `clouddb:profiles=${profiles}`];
            const { code, out, err } = await start(folder, own, { PATH, CLOUDDB_BASE_URL: baseUrl }).ended;
            expect(code).not.toBe(0);
            expect(out + err).toMatch(/analytics/);
            expect(received).toEqual([]);
        });
    });
}

describe("an interruption", () => {
    let project: SlowProject;
    beforeEach(() => {
        project = new SlowProject(`const first = Slow("first"); Slow("second", { dependsOn: [first] });`);
    });
    afterEach(() => project.remove());

    const up = () => start(project.dir, [], { PATH: withoutCli, ...project.env() });

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
    });

    test("a second one ends all processes at once", async () => {
        const { child, ended } = up();
        await project.began("first");
        child.kill("SIGINT");
        child.stderr.once("data", () => child.kill("SIGINT"));
        expect((await ended).code).toBe(130);
        await isGone(project.providerPid);
    });
});
