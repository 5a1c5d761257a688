import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Clock } from "../../clock";

/** How a process ended. */
export interface Ending {
    code: number | null;
    signal: NodeJS.Signals | null;
}

/** Takes what a process writes, line by line. */
export type LineSink = (line: string, stream: "stdout" | "stderr") => void;

export interface ChildOptions {
    /** The script and its arguments. */
    args: string[];
    /** Arguments of Node itself. */
    nodeArgs?: string[];
    cwd: string;
    env: NodeJS.ProcessEnv;
    /** Called with each line that the process writes. */
    onLine: LineSink;
}

// Node loads it by itself, so it is the compiled one, also where the engine runs from its sources. It goes by the environment
// because the SDK looks at Node's arguments and leaves its ways when it finds a preloaded module there.
const preload = path.resolve(__dirname, "../../../dist/engine/children/preload.js");
const preloading = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    ...env,
    NODE_OPTIONS: [`--require "${preload.replaceAll("\\", "\\\\")}"`, env.NODE_OPTIONS].filter(Boolean).join(" "),
});

/** A Node process that does not outlive the engine, and does not get the ^C that is meant for it. */
export class Child {
    /** Resolves when the process has ended and all its output was read. */
    readonly ended: Promise<Ending>;
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
        const exited = new Promise<Ending>((resolve, reject) => {
            child.once("error", reject);
            child.once("exit", (code, signal) => resolve({ code, signal }));
        });
        this.ended = exited.then(async (ending) => {
            await Promise.all(outputs);
            return ending;
        });
        // Whoever waits for it hears of a failure to start; nobody has to.
        this.ended.catch(() => undefined);
    }

    /** Waits for the process to end by itself, and ends it, with all it has started, after `graceMs`. */
    async leave(clock: Clock, graceMs: number): Promise<void> {
        const waiting = new AbortController();
        const left = this.ended.then(() => true);
        const late = clock.sleep(graceMs, waiting.signal).then(
            () => false,
            () => true,
        );
        const gone = await Promise.race([left, late]);
        waiting.abort();
        if (!gone) this.signal("SIGKILL");
        await this.ended;
    }

    /** Asks the process to end. */
    async end(clock: Clock, graceMs: number): Promise<void> {
        this.signal("SIGTERM");
        await this.leave(clock, graceMs);
    }

    private signal(signal: NodeJS.Signals): void {
        const { pid, exitCode, signalCode } = this.process;
        if (pid === undefined || exitCode !== null || signalCode !== null) return;
        try {
            process.kill(-pid, signal);
        } catch {
            // It has just ended by itself, or this system has no process groups.
            this.process.kill(signal);
        }
    }
}

function readLines(stream: Readable | null, name: "stdout" | "stderr", onLine: LineSink): Promise<void> {
    if (!stream) return Promise.resolve();
    const lines = createInterface({ input: stream });
    lines.on("line", (line) => onLine(line, name));
    return new Promise((resolve) => lines.once("close", () => resolve()));
}
