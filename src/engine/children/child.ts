import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { callAfter, type Clock } from "../../shared/clock";
import { dist } from "../../shared/packageRoot";

/** Receives each line that a process writes. */
export type LineSink = (line: string, stream: "stdout" | "stderr") => void;

/** What the processes of an operation have in common. */
export interface Surroundings {
    engineAddress: string;
    env: NodeJS.ProcessEnv;
    onLine: LineSink;
}

interface ChildOptions extends Omit<Surroundings, "engineAddress"> {
    args: string[];
    nodeArgs?: string[];
    cwd: string;
}

// Node loads this file itself, so it must be the compiled one even if the engine runs from sources. It is passed in the
// environment because the SDK changes its behaviour if it finds a preloaded module in Node's arguments.
const preload = path.join(dist, "engine", "children", "preload.js");
const preloading = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    ...env,
    // For the SDK's connections to the engine, which is on this machine. Only gRPC reads it.
    no_grpc_proxy: "127.0.0.1",
    NODE_OPTIONS: [`--require "${preload.replaceAll("\\", "\\\\")}"`, env.NODE_OPTIONS].filter(Boolean).join(" "),
});

/** A Node process that ends with the engine, and does not receive the ^C meant for the engine. */
export class Child {
    /** Resolves when the process has ended and all its output has been read. */
    readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
    private readonly process: ChildProcess;

    constructor({ args, nodeArgs = [], cwd, env, onLine }: ChildOptions) {
        const child = spawn(process.execPath, [...nodeArgs, ...args], {
            cwd,
            env: preloading(env),
            stdio: ["ignore", "pipe", "pipe", "ipc"],
            detached: true,
        });
        this.process = child;
        const outputs = [readLines(child.stdout, "stdout", onLine), readLines(child.stderr, "stderr", onLine)];
        const exit = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
        this.ended = Promise.all([exit, ...outputs]).then(([[code, signal]]) => ({ code, signal }));
        // A failure to start is reported to whoever awaits it; without a handler it must not be an unhandled rejection.
        this.ended.catch(() => undefined);
    }

    terminate(): void {
        signalGroup(this.process, "SIGTERM");
    }

    /** Waits for the process to exit, and kills it and its children after `graceMs` milliseconds. */
    async leave(clock: Clock, graceMs: number): Promise<void> {
        await this.ended.finally(callAfter(clock, graceMs, () => signalGroup(this.process, "SIGKILL")));
    }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    try {
        process.kill(-pid, signal);
    } catch {
        // The process has just exited, or the system has no process groups.
        child.kill(signal);
    }
}

async function readLines(stream: Readable | null, name: "stdout" | "stderr", onLine: LineSink): Promise<void> {
    if (!stream) return;
    const lines = createInterface({ input: stream }).on("line", (line) => onLine(line, name));
    await once(lines, "close");
}
