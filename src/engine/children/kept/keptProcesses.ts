import path from "node:path";
import { dist } from "../../../packageRoot";
import { freshProcesses, type ChildOptions, type Processes, type RunningScript } from "../child";
import { KeptProcess } from "./keptProcess";

// Node loads this file itself, so it must be the compiled one even if the engine runs from sources.
const host = path.join(dist, "engine", "children", "kept", "host.js");

/** What two scripts must have in common to run in the same process. */
const keyOf = ({ args: [script], env }: ChildOptions) => JSON.stringify([script, env.NODE_OPTIONS]);

/** How processes are kept. */
export interface KeptProcessesOptions {
    /** Operations after which a process is replaced, since each leaves something in its memory. Default: 50. */
    maxOperations?: number;
}

/**
 * Processes that stay for the next operation, so that Node, gRPC and other packages are loaded once and an operation takes less than half the time:
 * for tests with many operations.
 *
 * Each operation loads the program, this package and the SDK's own code anew, with its own environment and working directory. Other
 * packages keep what they remember in their modules. Programs in TypeScript and ES modules get a process of their own, as without this.
 */
export class KeptProcesses implements Processes {
    private readonly idle = new Map<string, KeptProcess[]>();
    private readonly all = new Set<KeptProcess>();
    private readonly maxOperations: number;

    constructor({ maxOperations = 50 }: KeptProcessesOptions = {}) {
        this.maxOperations = maxOperations;
    }

    /** @hidden */
    start(script: ChildOptions): RunningScript {
        if (script.reusable !== true) return freshProcesses.start(script);
        const key = keyOf(script);
        const kept = this.idle.get(key)?.pop() ?? this.grow(script);
        return kept.run(script, () => {
            if (kept.operations >= this.maxOperations) {
                void kept.kill();
                return;
            }
            const others = this.idle.get(key) ?? [];
            this.idle.set(key, [...others, kept]);
        });
    }

    /** Ends all processes. What has not ended by itself until then is killed. */
    async end(): Promise<void> {
        this.idle.clear();
        await Promise.all([...this.all].map((kept) => kept.kill()));
    }

    private grow({ env }: ChildOptions): KeptProcess {
        const kept = new KeptProcess(host, env);
        this.all.add(kept);
        void kept.gone.then(() => {
            this.all.delete(kept);
            for (const [key, idle] of this.idle)
                this.idle.set(
                    key,
                    idle.filter((each) => each !== kept),
                );
        });
        return kept;
    }
}
