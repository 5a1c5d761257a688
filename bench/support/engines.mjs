// What runs the deployments: the embedded engine always, the Pulumi CLI where it is on the PATH.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./root.mjs";

const require = createRequire(import.meta.url);

/** A stack on the embedded engine, with its state in memory. `run` rejects if the operation fails. */
function embeddedStack(project) {
    const { deploy } = require(`${root}/dist/testing.js`);
    let state;
    return {
        async run(operation, env) {
            const { folder: dir } = project;
            const result = await deploy({ operation, dir, state, env });
            if (result.exitCode !== 0) {
                const why = result.diagnostics.map(({ message }) => message).join("\n");
                throw new Error(`${operation} of ${project.name} failed: ${why}`);
            }
            if (operation !== "preview") state = result.state;
        },
        remove: () => undefined,
    };
}

/** A stack of the Pulumi CLI, with its state in a folder. */
function cliStack(project) {
    const backend = mkdtempSync(path.join(tmpdir(), "clouddb-bench-backend-"));
    const settings = {
        PULUMI_BACKEND_URL: `file://${backend}`,
        PULUMI_CONFIG_PASSPHRASE: "bench",
        PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const pulumi = async (args, env) => {
        const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never", "--cwd", project.folder], {
            env: { ...process.env, ...settings, ...env },
            stdio: ["ignore", "pipe", "pipe"],
        });
        const output = [];
        for (const stream of [child.stdout, child.stderr])
            stream.setEncoding("utf8").on("data", (text) => output.push(text));
        const [code] = await once(child, "close");
        if (code !== 0)
            throw new Error(`pulumi ${args[0]} of ${project.name} failed: ${output.join("").slice(-2_000)}`);
    };
    const ready = pulumi(["stack", "init", "bench"]);
    return {
        async run(operation, env, options = []) {
            await ready;
            const sure = operation === "preview" ? [] : ["--yes", "--skip-preview"];
            await pulumi([operation, "--stack", "bench", ...sure, ...options], env);
        },
        remove: () => rmSync(backend, { recursive: true, force: true }),
    };
}

const hasCli = () => spawnSync("pulumi", ["version"], { stdio: "ignore" }).status === 0;

export const embedded = { name: "embedded engine", open: embeddedStack };

/** The Pulumi CLI, if it is on the PATH. */
export const cli = () => (hasCli() ? { name: "Pulumi CLI", open: cliStack } : undefined);

export const engines = () => [embedded, cli()].filter(Boolean);
