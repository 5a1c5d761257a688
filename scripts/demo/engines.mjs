// What runs the demo's deployments: the embedded engine always, the Pulumi CLI as well where there is one.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

const configured = (config) => Object.entries(config).flatMap(([key, value]) => ["--config", `${key}=${value}`]);

/** Runs a command with its output on this terminal; gives its exit code. */
function run(command, args, environment) {
    return new Promise((resolve, reject) => {
        const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...environment } });
        child.once("error", reject);
        child.once("close", (code) => resolve(code ?? 1));
    });
}

/** What a command prints, as JSON. */
function read(command, args, environment) {
    const { status, stdout, stderr } = spawnSync(command, args, {
        env: { ...process.env, ...environment },
        encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
}

function embedded({ root, program, folder, environment }) {
    const script = path.join(root, "scripts", "deploy.mjs");
    const stateFile = path.join(folder, "state.json");
    return {
        name: "the embedded engine",
        run(operation, config) {
            const options = { operation, dir: program, stack: "demo", config, stateFile, refuseFirst: true };
            return run(process.execPath, [script, JSON.stringify(options)], environment);
        },
        outputs() {
            const { resources } = JSON.parse(readFileSync(stateFile, "utf8")).deployment;
            const { outputs } = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
            // A secret is an object with its value as JSON.
            const plain = (value) => (value?.plaintext === undefined ? value : JSON.parse(value.plaintext));
            return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, plain(value)]));
        },
    };
}

function cli({ program, folder, environment }) {
    const backend = path.join(folder, "backend");
    mkdirSync(backend, { recursive: true });
    const env = {
        ...environment,
        PULUMI_BACKEND_URL: `file://${backend}`,
        PULUMI_CONFIG_PASSPHRASE: "demo",
        PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const place = ["--cwd", program, "--stack", "demo", "--config-file", path.join(folder, "Pulumi.demo.yaml")];
    spawnSync("pulumi", ["stack", "init", "demo", "--cwd", program], {
        env: { ...process.env, ...env },
        stdio: "ignore",
    });
    return {
        name: "the Pulumi CLI",
        run(operation, config) {
            // The preview of a `destroy` is what refuses it before anything is deleted.
            const skipped = operation === "destroy" ? [] : ["--skip-preview"];
            const sure = operation === "preview" ? [] : ["--yes", ...skipped];
            const settings = operation === "up" || operation === "preview" ? configured(config) : [];
            return run("pulumi", [operation, ...place, ...sure, ...settings], env);
        },
        outputs: () =>
            read("pulumi", ["stack", "output", "--json", "--show-secrets", "--cwd", program, "--stack", "demo"], env),
    };
}

const pulumiIsThere = (process.env.PATH ?? "")
    .split(path.delimiter)
    .some((folder) => ["pulumi", "pulumi.exe"].some((file) => existsSync(path.join(folder, file))));

/** What makes an engine for one run of the demo: the embedded one, and the CLI where it is on the PATH. */
export const engines = pulumiIsThere ? [embedded, cli] : [embedded];
