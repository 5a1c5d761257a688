import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import path from "node:path";
import { type Deployment, type Driver, type Outcome, outcomeOf, type Stack } from "./driver";

interface EngineEvent {
    resourcePreEvent?: { metadata: { op: string; urn: string } };
    summaryEvent?: { resourceChanges?: Record<string, number> };
    diagnosticEvent?: { severity: string; urn?: string; message: string; ephemeral?: boolean };
}

/** The `pulumi` on the PATH, if there is one. */
export const pulumiOnPath = (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, "pulumi"))
    .find((file) => existsSync(file));

const backendIn = (folder: string) => path.join(folder, ".backend");

/** The environment of a CLI whose home and backend are in the folder, where they are created. */
export function pulumiEnvironment(folder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const home = path.join(folder, ".pulumi-home");
    const backend = backendIn(folder);
    for (const dir of [home, backend]) mkdirSync(dir, { recursive: true });
    return {
        ...process.env,
        ...environment,
        PULUMI_HOME: home,
        PULUMI_BACKEND_URL: `file://${backend}`,
        PULUMI_CONFIG_PASSPHRASE: "correct horse",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        NO_COLOR: "1",
    };
}

/** The CLI in a folder, which also has its home and its backend. */
export function pulumiIn(folder: string, environment: NodeJS.ProcessEnv) {
    const env = { ...pulumiEnvironment(folder, environment), PULUMI_DEBUG_COMMANDS: "true" };
    const pulumi = (...args: string[]) => run("pulumi", ["--non-interactive", ...args], folder, env);
    return {
        pulumi,
        /** The output of a command that has to succeed. */
        async must(...args: string[]): Promise<string> {
            const { code, stdout, printed } = await pulumi(...args);
            if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}: ${printed}`);
            return stdout;
        },
        /** Runs an operation, and kills it and its children once it is time, unless it ends before. */
        async killed(args: readonly string[], isTime: () => boolean): Promise<void> {
            const options = { cwd: folder, env, stdio: "ignore" } as const;
            const child = spawn("pulumi", ["--non-interactive", ...args], options);
            const exit = once(child, "exit");
            while (!isTime() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, pollMs));
            child.kill("SIGKILL");
            await exit;
            killWhoIsIn(folder);
            // What `pulumi cancel` does with a local backend.
            rmSync(path.join(backendIn(folder), ".pulumi", "locks"), { recursive: true, force: true });
        },
    };
}

const pollMs = 20;

export const cliDriver: Driver = {
    name: "the Pulumi CLI",
    async stack(folder, name, environment) {
        const { pulumi, must, killed } = pulumiIn(folder, environment);
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
                return cliOutcome(code, printed, existsSync(log) ? readFileSync(log, "utf8") : "");
            },
            async deployment(secrets) {
                const shown = secrets === "shown" ? ["--show-secrets"] : [];
                const stdout = await must("stack", "export", ...stack, ...shown);
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

function cliOutcome(exitCode: number, printed: string, log: string): Outcome {
    const lines = log.split("\n").filter(Boolean);
    const events = lines.map((line) => JSON.parse(line) as EngineEvent);
    const steps = events.flatMap((event) => event.resourcePreEvent?.metadata ?? []);
    const diagnostics = events
        .flatMap((event) => event.diagnosticEvent ?? [])
        .filter(({ ephemeral, severity }) => ephemeral !== true && severity !== "debug")
        .map((one) => ({ ...one, message: one.message.replace(/<\{%.*?%\}>/g, "").trim() }));
    return outcomeOf(exitCode, steps, diagnostics, printed);
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
