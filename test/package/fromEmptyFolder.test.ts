// The README's quickstart and the first guide, as a new user copies them from top to bottom into a terminal in an empty folder.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startEmulator, type Emulator } from "../../src/emulator";
import { scriptOf } from "../docs/support/pages";
import { pulumiOnPath } from "../e2e/support/cli";
import { packInto } from "./support/npm";

jest.setTimeout(600_000);

let folder: string;
let tarball: string;
let emulator: Emulator;

beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "empty-"));
    tarball = packInto(folder);
    emulator = await startEmulator({ timeScale: 0.005, quirks: { backupAfterMs: 0 } });
});

afterAll(async () => {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
});

/** What a reader fills in: the package comes from this repository, the address and the key are the emulator's. */
const filledIn = (script: string) =>
    script
        .replace(/^(npm install .*)pulumi-clouddb/m, (_, before: string) => `${before}'file:${tarball}'`)
        // The backend is that of the environment.
        .replace(/^pulumi login --local$/m, ":")
        .replaceAll("https://YOUR-API/v1", emulator.url)
        .replaceAll(
            /^pulumi config set --secret clouddb:apiKey$/gm,
            (line) => `printf %s '${emulator.token}' | ${line}`,
        );

/** The output of a page whose commands all succeed. */
async function play(name: string, script: string): Promise<string> {
    const cwd = path.join(folder, name);
    const backend = path.join(cwd, ".backend");
    mkdirSync(backend, { recursive: true });
    const env = {
        ...process.env,
        CLOUDDB_BASE_URL: undefined,
        CLOUDDB_API_KEY: undefined,
        PULUMI_HOME: path.join(cwd, ".home"),
        PULUMI_BACKEND_URL: `file://${backend}`,
        PULUMI_CONFIG_PASSPHRASE: "p",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PULUMI_SKIP_CONFIRMATIONS: "true",
        NO_COLOR: "1",
        npm_config_prefer_offline: "true",
        npm_config_audit: "false",
        npm_config_fund: "false",
    };
    const { stdout } = await promisify(execFile)("bash", ["-e", "-o", "pipefail", "-c", filledIn(script)], {
        cwd,
        env,
    }).catch((error: unknown) => {
        const { stdout, stderr } = error as { stdout?: string; stderr?: string };
        throw new Error(`${name}:\n${stdout}\n${stderr}`);
    });
    return stdout;
}

const isOfCli = (line: string) => line.startsWith("pulumi ");
const withoutCli = (script: string) =>
    script
        .split("\n")
        .filter((line) => !isOfCli(line))
        .join("\n");

const pages = [
    { page: "README.md", section: "Quickstart", left: 1 },
    { page: "docs/guides/first-stack.md", section: undefined, left: 0 },
];

test.each(pages)("$page without an account and without the Pulumi CLI", async ({ page, section }) => {
    const script = withoutCli(scriptOf(page, section));
    expect(script).toContain("npx clouddb try");
    const printed = await play(`embedded-${path.basename(page, ".md")}`, script);
    expect(printed).toMatch(/ \+ .*Service orders created/);
});

const onCli = pulumiOnPath === undefined ? test.skip : test;

onCli.each(pages)("$page as it is printed, on the Pulumi CLI", async ({ page, section, left }) => {
    const printed = await play(`cli-${path.basename(page, ".md")}`, scriptOf(page, section));
    expect(printed).toMatch(/\+ \d created/);
    expect(emulator.world.services.size).toBe(left);
    emulator.reset();
});
