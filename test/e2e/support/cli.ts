import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Severity } from "../../../src/engine/run/events";
import { type Deployment, type Driver, outcomeOf } from "./driver";

/** The `pulumi` on the PATH, if there is one. */
export const pulumiOnPath = (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .flatMap((folder) => [path.join(folder, "pulumi"), path.join(folder, "pulumi.exe")])
    .find((file) => existsSync(file));

/** A resource, before or after a step. */
interface EventResource {
    readonly id: string;
    readonly custom?: boolean;
    readonly outputs: unknown;
}

export interface StepEvent {
    readonly metadata: {
        readonly op: string;
        readonly urn: string;
        readonly type: string;
        readonly keys?: string[];
        readonly old: EventResource | null;
        readonly new: EventResource | null;
    };
}

/** A line of the CLI's event log. */
export interface CliEvent {
    readonly resourcePreEvent?: StepEvent;
    readonly resOutputsEvent?: StepEvent;
    readonly resOpFailedEvent?: StepEvent;
    readonly summaryEvent?: { readonly resourceChanges?: Record<string, number> };
    readonly diagnosticEvent?: {
        readonly severity: Severity | "debug";
        readonly urn?: string;
        readonly message: string;
        readonly ephemeral?: boolean;
    };
}

/** The events in a log. An operation that does not begin has none. */
export const eventsIn = (log: string): CliEvent[] =>
    existsSync(log)
        ? readFileSync(log, "utf8")
              .split("\n")
              .filter(Boolean)
              .map((line) => JSON.parse(line) as CliEvent)
        : [];

/** Its messages, without the placeholders for colours: those that stay, or those that show in the rows of resources for a while. */
export const messagesIn = (events: readonly CliEvent[], isEphemeral = false) =>
    events.flatMap(({ diagnosticEvent }) => {
        if (diagnosticEvent === undefined) return [];
        const { severity, urn, message, ephemeral = false } = diagnosticEvent;
        if (severity === "debug" || ephemeral !== isEphemeral) return [];
        return [{ severity, urn, message: message.replace(/<\{%.*?%\}>/g, "").trim() }];
    });

/** A `pulumi` that runs. */
export interface CliRun {
    readonly ended: Promise<{ readonly code: number; readonly stdout: string; readonly printed: string }>;
    /** Signals the CLI's process group. The provider is not part of it, since it has its own group. */
    signal(name: NodeJS.Signals): void;
    /** Sends ^C for every line of output until this text is printed, since the CLI loses a signal while it is busy. */
    interruptUntil(text: string): Promise<void>;
}

const pollMs = 20;

/** The CLI in a folder, which also has its home and its backend. */
export function pulumiIn(folder: string, environment: NodeJS.ProcessEnv) {
    const [home, backend] = [path.join(folder, ".pulumi-home"), path.join(folder, ".backend")];
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
    function start(...args: readonly string[]): CliRun {
        // In a process group of its own, as in a terminal.
        const child = spawn("pulumi", ["--non-interactive", ...args], {
            cwd: folder,
            env,
            stdio: ["ignore", "pipe", "pipe"],
            detached: true,
        });
        let [stdout, printed] = ["", ""];
        child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
        for (const stream of [child.stdout, child.stderr])
            stream.setEncoding("utf8").on("data", (text: string) => {
                printed += text;
                child.emit("printed");
            });
        const signal = (name: NodeJS.Signals) => void process.kill(-child.pid!, name);
        return {
            ended: new Promise((resolve, reject) => {
                child.once("error", reject);
                child.once("close", (code) => resolve({ code: code ?? -1, stdout, printed }));
            }),
            signal,
            async interruptUntil(text) {
                while (!printed.includes(text)) {
                    signal("SIGINT");
                    await once(child, "printed");
                }
            },
        };
    }
    return {
        start,
        /** The output of a command that has to succeed. */
        async must(...args: string[]): Promise<string> {
            const { code, stdout, printed } = await start(...args).ended;
            if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}: ${printed}`);
            return stdout;
        },
        /** Runs an operation, and kills it and its children once it is time, unless it ends before. */
        async killed(args: readonly string[], isTime: () => boolean): Promise<void> {
            const { ended, signal } = start(...args);
            const run = { isOver: false };
            const over = ended.then(() => (run.isOver = true));
            while (!isTime() && !run.isOver) await Promise.race([delay(pollMs), over]);
            if (!run.isOver) signal("SIGKILL");
            killWhoIsIn(folder);
            await over;
            // What `pulumi cancel` does with a local backend.
            rmSync(path.join(backend, ".pulumi", "locks"), { recursive: true, force: true });
        },
        /** Kills what the CLI has left running. */
        close: () => killWhoIsIn(folder),
    };
}

/** The CLI's children outlive it: the language host, the program, the provider. Only Linux tells which they are; elsewhere this throws. */
function killWhoIsIn(folder: string): void {
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

export const cliDriver: Driver = {
    name: "the Pulumi CLI",
    async stack(folder, name, environment) {
        const { start, must } = pulumiIn(folder, environment);
        await must("stack", "init", name);
        const stack = ["--stack", name];
        const logged = async (...args: readonly string[]) => {
            const log = path.join(folder, "events.jsonl");
            rmSync(log, { force: true });
            const { code, printed } = await start(...args, ...stack, "--event-log", log).ended;
            const events = eventsIn(log);
            const steps = events.flatMap((event) => event.resourcePreEvent?.metadata ?? []);
            return outcomeOf(code, steps, messagesIn(events), printed);
        };
        return {
            command: must,
            async setConfig(key, value, secret = false) {
                await must("config", "set", ...stack, secret ? "--secret" : "--plaintext", key, "--", value);
            },
            async removeConfig(keys) {
                await must("config", "rm-all", ...stack, ...keys);
            },
            run: (operation, { refresh = false, runProgram = false, policyPack } = {}) =>
                logged(
                    operation,
                    ...(operation === "preview" ? ["--diff"] : ["--yes", "--skip-preview"]),
                    ...(refresh ? ["--refresh"] : []),
                    ...(runProgram ? ["--run-program"] : []),
                    ...(policyPack === undefined ? [] : ["--policy-pack", policyPack]),
                ),
            import: (file) => logged("import", "--file", file, "--generate-code=false", "--yes"),
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
    },
};
