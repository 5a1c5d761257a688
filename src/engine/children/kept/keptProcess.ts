import { fork, type ChildProcess } from "node:child_process";
import type { Clock } from "../../../clock";
import {
    exitOf,
    leaveOrKill,
    preloading,
    readLines,
    type ChildOptions,
    type Ending,
    type LineSink,
    type RunningScript,
} from "../child";
import { endOfOutput, type EndedMessage, type ToKept } from "./messages";

interface Run {
    readonly number: number;
    readonly onLine: LineSink;
    /** Streams that have not come to the end of the run's output. */
    readonly open: Set<"stdout" | "stderr">;
    ending?: Ending;
    readonly finish: (ending: Ending) => void;
}

/** A process that runs one script after the other. */
export class KeptProcess {
    /** Resolves when the process has exited. */
    readonly gone: Promise<void>;
    private readonly process: ChildProcess;
    private current: Run | undefined;
    private runs = 0;

    /** How many scripts it has run, with the one that it runs now. */
    get operations(): number {
        return this.runs;
    }

    constructor(host: string, env: NodeJS.ProcessEnv) {
        const child = fork(host, {
            env: preloading(env),
            execArgv: [],
            stdio: ["ignore", "pipe", "pipe", "ipc"],
            detached: true,
        });
        this.process = child;
        child.on("message", ({ ended, code }: EndedMessage) => {
            if (this.current?.number !== ended) return;
            this.current.ending = { code, signal: null };
            this.finishIfDone();
        });
        const outputs = (["stdout", "stderr"] as const).map((name) =>
            readLines(child[name], name, (line) => this.read(line, name)),
        );
        this.gone = exitOf(child).then(async (ending) => {
            await Promise.all(outputs);
            this.current?.finish(ending);
            this.current = undefined;
        });
        this.gone.catch(() => undefined);
        this.hold(false);
    }

    /** @param free - called when the script has ended and the next one can run. */
    run({ args, cwd, env, onLine }: ChildOptions, free: () => void): RunningScript {
        const number = ++this.runs;
        const ended = new Promise<Ending>((resolve) => {
            this.current = { number, onLine, open: new Set(["stdout", "stderr"]), finish: resolve };
        });
        this.hold(true);
        this.send({ run: number, args, cwd, env });
        void ended.then(() => {
            this.hold(false);
            if (this.process.connected) free();
        });
        const leave = (clock: Clock, graceMs: number) => leaveOrKill(ended, this.process, clock, graceMs);
        return {
            ended,
            leave,
            end: (clock, graceMs) => {
                this.send({ end: number });
                return leave(clock, graceMs);
            },
        };
    }

    async kill(): Promise<void> {
        // Its compiled code is stored before it exits.
        if (!this.process.kill("SIGTERM")) return;
        await this.gone;
    }

    private read(line: string, stream: "stdout" | "stderr"): void {
        const run = this.current;
        if (!run) return;
        if (line !== endOfOutput(run.number)) {
            run.onLine(line, stream);
            return;
        }
        run.open.delete(stream);
        this.finishIfDone();
    }

    private finishIfDone(): void {
        const run = this.current;
        if (!run?.ending || run.open.size > 0) return;
        this.current = undefined;
        run.finish(run.ending);
    }

    private send(message: ToKept): void {
        // It may have exited; the run ends with it.
        if (this.process.connected) this.process.send(message, () => undefined);
    }

    /** An idle process keeps nobody alive. */
    private hold(held: boolean): void {
        const change = held ? "ref" : "unref";
        this.process[change]();
        this.process.channel?.[change]();
        for (const stream of [this.process.stdout, this.process.stderr])
            (stream as unknown as Partial<Record<typeof change, () => void>> | null)?.[change]?.();
    }
}
