import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Command } from "@commander-js/extra-typings";
import { addCommand, repeated, UsageError } from "./command";

export function addTry(clouddb: Command): void {
    const summary = "deploy a Pulumi program on an emulator that lives as long as the command";
    addCommand(clouddb, "try", summary, "clouddb try --config size=small")
        .description(
            "Deploys a Pulumi program on an emulator of the API that lives as long as the command: with the Pulumi CLI if it is on the " +
                "PATH, and otherwise with the embedded engine. Needs no account and no stack, and leaves nothing behind.",
        )
        .option("-C, --cwd <folder>", "the project's folder (default: the current one)")
        .option("-c, --config <key=value>", "a configuration value of the program; may be repeated", repeated)
        .option("--secret <key=value>", "a secret one; may be repeated", repeated)
        .option("--lenient", "accepts every region, size, count and network of the right form")
        .action(tryProgram);
}

interface Options {
    readonly cwd?: string;
    readonly config?: readonly string[];
    readonly secret?: readonly string[];
    readonly lenient?: boolean;
}

interface Config {
    readonly plain: Readonly<Record<string, string>>;
    readonly secret: Readonly<Record<string, string>>;
}

/** Operations of the API take this fraction of their usual time. */
const timeScale = 0.01;
/** A service has a backup at once: after the refusal of a replica set, the provider looks for a minute whether it was created all the same. */
const quirks = { backupAfterMs: 0 };

async function tryProgram({ cwd = process.cwd(), config = [], secret = [], lenient = false }: Options): Promise<void> {
    const { readProject } = await import("../../engine/project.js");
    const { root, name } = readProject(cwd);
    const asked: Config = { plain: pairs("--config", config, name), secret: pairs("--secret", secret, name) };
    const { startEmulator } = await import("../../emulator/index.js");
    const emulator = await startEmulator({ timeScale, lenient, quirks });
    // It takes precedence over what the project and the command line configure, and no profile is left: nothing reaches an account.
    const own: Config = {
        plain: { "clouddb:baseUrl": emulator.url, "clouddb:projectId": emulator.projectId },
        secret: { "clouddb:apiKey": emulator.token, "clouddb:profiles": "{}" },
    };
    const isOwn = (key: string) => Object.hasOwn({ ...own.plain, ...own.secret }, key);
    const others = (given: Readonly<Record<string, string>>) =>
        Object.fromEntries(Object.entries(given).filter(([key]) => !isOwn(key)));
    const all: Config = {
        plain: { ...others(asked.plain), ...own.plain },
        secret: { ...others(asked.secret), ...own.secret },
    };
    try {
        const code = await (isOnPath("pulumi") ? upByCli(root, all) : upByEngine(root, all));
        if (code !== 0) process.exitCode = code;
    } finally {
        await emulator.stop();
    }
}

/**
 * Configuration values by full key. A key without a namespace belongs to the project.
 * @throws UsageError - without the text, which may be a secret.
 */
function pairs(option: string, texts: readonly string[], project: string): Record<string, string> {
    return Object.fromEntries(
        texts.map((text) => {
            const at = text.indexOf("=");
            if (at < 1) throw new UsageError(`${option} takes KEY=VALUE`);
            const key = text.slice(0, at);
            return [key.includes(":") ? key : `${project}:${key}`, text.slice(at + 1)];
        }),
    );
}

const isOnPath = (command: string): boolean =>
    (process.env.PATH ?? "")
        .split(path.delimiter)
        .some((folder) => [command, `${command}.exe`].some((name) => existsSync(path.join(folder, name))));

async function upByEngine(dir: string, { plain, secret }: Config): Promise<number> {
    const { deploy } = await import("../../engine/deploy.js");
    const secrets = Object.fromEntries(Object.entries(secret).map(([key, value]) => [key, { secret: value }]));
    const interrupt = new AbortController();
    return onInterrupt(
        () => {
            // The children end with this process.
            if (interrupt.signal.aborted) process.exit(130);
            process.stderr.write("Waiting for the steps in progress; interrupt again to exit immediately.\n");
            interrupt.abort();
        },
        async () => {
            const print = (text: string) => void process.stdout.write(text);
            const config = { ...plain, ...secrets };
            return (await deploy({ operation: "up", dir, config, print, signal: interrupt.signal })).exitCode;
        },
    );
}

/** On a stack of its own, whose state and configuration are removed at the end. */
async function upByCli(root: string, { plain, secret }: Config): Promise<number> {
    const folder = mkdtempSync(path.join(tmpdir(), "clouddb-try-"));
    const backend = path.join(folder, "backend");
    mkdirSync(backend);
    const stack = `clouddb-try-${process.pid}`;
    const env = {
        ...process.env,
        PULUMI_BACKEND_URL: `file://${backend}`,
        PULUMI_CONFIG_PASSPHRASE: "try",
        PULUMI_CONFIG_PASSPHRASE_FILE: undefined,
        PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const prepare = (...args: string[]) => promisify(execFile)("pulumi", args, { cwd: root, env });
    const flags = (flag: string, values: Readonly<Record<string, string>>) =>
        Object.entries(values).flatMap(([key, value]) => [flag, `${key}=${value}`]);
    try {
        // The terminal sends ^C to the CLI as well, which ends by itself.
        return await onInterrupt(
            () => undefined,
            async () => {
                await prepare("stack", "init", stack, "--no-select");
                const values = [...flags("--plaintext", plain), ...flags("--secret", secret)];
                await prepare("config", "set-all", "--stack", stack, ...values);
                const up = ["up", "--stack", stack, "--yes", "--skip-preview"];
                const [code] = (await once(spawn("pulumi", up, { cwd: root, env, stdio: "inherit" }), "close")) as [
                    number | null,
                ];
                return code ?? 1;
            },
        );
    } finally {
        rmSync(path.join(root, `Pulumi.${stack}.yaml`), { force: true });
        rmSync(folder, { recursive: true, force: true });
    }
}

/** Runs `work`, with this in the place of what a signal does. */
async function onInterrupt<Result>(interrupted: () => void, work: () => Promise<Result>): Promise<Result> {
    const signals = ["SIGINT", "SIGTERM"] as const;
    for (const signal of signals) process.on(signal, interrupted);
    try {
        return await work();
    } finally {
        for (const signal of signals) process.off(signal, interrupted);
    }
}
