import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import path from "node:path";
import type { Deployment, Driver, Outcome, Stack } from "./driver";

interface EngineEvent {
    resourcePreEvent?: { metadata: { op: string; urn: string; type: string } };
    summaryEvent?: { resourceChanges?: Record<string, number> };
    diagnosticEvent?: { severity: string; urn?: string; message: string; ephemeral?: boolean };
}

/** The `pulumi` on the PATH, if there is one. */
export const pulumiOnPath = (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, "pulumi"))
    .find((file) => existsSync(file));

export const cliDriver: Driver = {
    name: "the Pulumi CLI",
    async stack(folder, name, environment) {
        const home = path.join(folder, ".pulumi-home");
        const backend = path.join(folder, ".backend");
        for (const dir of [home, backend]) mkdirSync(dir, { recursive: true });
        const env = {
            ...process.env,
            ...environment,
            PULUMI_HOME: home,
            PULUMI_BACKEND_URL: `file://${backend}`,
            PULUMI_CONFIG_PASSPHRASE: "correct horse",
            PULUMI_SKIP_UPDATE_CHECK: "true",
            PULUMI_DEBUG_COMMANDS: "true",
            NO_COLOR: "1",
        };
        const pulumi = (...args: string[]) => run("pulumi", ["--non-interactive", ...args], folder, env);
        /** A setup command, which must succeed. */
        const must = async (...args: string[]) => {
            const { code, stdout, printed } = await pulumi(...args);
            if (code !== 0) throw new Error(`pulumi ${args[0]} ${args[1]} ended with ${code}: ${printed}`);
            return stdout;
        };
        await must("stack", "init", name);
        const stack = ["--stack", name];
        const result: Stack = {
            async setConfig(key, value, secret = false) {
                await must("config", "set", ...stack, secret ? "--secret" : "--plaintext", key, "--", value);
            },
            async run(operation, { refresh = false, target, runProgram = false } = {}) {
                const log = path.join(folder, "events.jsonl");
                rmSync(log, { force: true });
                const { code, printed } = await pulumi(
                    operation,
                    ...stack,
                    ...(operation === "preview" ? ["--diff"] : ["--yes", "--skip-preview"]),
                    ...(refresh ? ["--refresh"] : []),
                    ...(target === undefined ? [] : ["--target", target]),
                    ...(runProgram ? ["--run-program"] : []),
                    "--event-log",
                    log,
                );
                return outcomeOf(code, printed, existsSync(log) ? readFileSync(log, "utf8") : "");
            },
            async killedUp(when) {
                const child = spawn("pulumi", ["up", ...stack, "--yes", "--skip-preview", "--non-interactive"], {
                    cwd: folder,
                    env,
                    stdio: "ignore",
                });
                const ended = new Promise((resolve) => child.once("exit", resolve));
                while (!(await when())) await new Promise((resolve) => setImmediate(resolve));
                child.kill("SIGKILL");
                killWhoIsIn(folder);
                await ended;
                await pulumi("cancel", "--yes", ...stack);
            },
            async deployment(secrets) {
                const stdout = await must(
                    "stack",
                    "export",
                    ...stack,
                    ...(secrets === "shown" ? ["--show-secrets"] : []),
                );
                return (JSON.parse(stdout) as { deployment: Deployment }).deployment;
            },
            async outputs() {
                const stdout = await must("stack", "output", ...stack, "--json", "--show-secrets");
                return JSON.parse(stdout) as Record<string, unknown>;
            },
        };
        return result;
    },
};

const isOurs = (type: string) => !type.startsWith("pulumi:");
const nameOf = (urn: string) => urn.split("::").slice(3).join("::");
const classOf = (type: string) => type.split(":").at(-1) ?? type;

function outcomeOf(exitCode: number, printed: string, log: string): Outcome {
    const events = log
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as EngineEvent);
    const metadata = events
        .flatMap((event) => event.resourcePreEvent?.metadata ?? [])
        .filter(({ type }) => isOurs(type));
    const changes: Record<string, number> = {};
    for (const { op } of metadata) changes[op] = (changes[op] ?? 0) + 1;
    return {
        exitCode,
        changes,
        steps: metadata.map(({ op, type, urn }) => `${op} ${classOf(type)} ${nameOf(urn)}`),
        diagnostics: events
            .flatMap((event) => event.diagnosticEvent ?? [])
            .filter(({ ephemeral, severity }) => ephemeral !== true && severity !== "debug")
            .map(({ severity, urn = "", message }) => ({
                severity,
                urn: nameOf(urn),
                message: message.replace(/<\{%.*?%\}>/g, "").trim(),
            })),
        printed,
    };
}

/** Runs a command to its end. */
export function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    return new Promise<{ code: number; stdout: string; printed: string }>((resolve, reject) => {
        const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
        const out: string[] = [];
        const all: string[] = [];
        child.stdout.setEncoding("utf8").on("data", (text: string) => all.push(text) && out.push(text));
        child.stderr.setEncoding("utf8").on("data", (text: string) => all.push(text));
        child.once("error", reject);
        child.once("close", (code) => resolve({ code: code ?? -1, stdout: out.join(""), printed: all.join("") }));
    });
}

/** The CLI's children outlive it: the language host, the program, the provider. */
export function killWhoIsIn(folder: string): void {
    for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
        let at: string | undefined;
        try {
            at = readlinkSync(`/proc/${pid}/cwd`);
        } catch {
            continue; // It has ended in the meantime, or belongs to another user.
        }
        if (at === folder) process.kill(Number(pid), "SIGKILL");
    }
}
