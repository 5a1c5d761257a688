// Runs histories until the time is over, or until one breaks a rule.
import { parseArgs } from "node:util";
import fc from "fast-check";
import { Bench } from "./engine/bench";
import { cli } from "./engine/cli";
import { processes } from "./engine/processes";
import { fastTime } from "./engine/time";
import { type Ground, historiesOf } from "./model/arbitraryHistory";
import type { History } from "./model/history";
import { type Ending, HistoryFailed, play } from "./play";

const reportMs = 30_000;
const longestTimer = 2 ** 31 - 1;

/** Histories per seed. In processes, each takes seconds. */
const batchOn = (ground: Ground): number => (ground === "inProcess" ? 100 : 10);

export async function benchOn(ground: Ground): Promise<Bench> {
    if (ground === "inProcess") return Bench.start();
    const time = fastTime();
    return Bench.start(time, await (ground === "cli" ? cli(time) : processes(time)));
}

/** Identifies a kind of violation, without details that differ between histories. */
function kindOf(error: Error): string {
    if (!(error instanceof HistoryFailed)) return error.message;
    const { rule, what } = error.violations[0]!;
    const kind = what
        .split("\n")[0]!
        .replace(/\b[a-z][a-z0-9]{9}\b/g, "ID")
        .replace(/urn:pulumi:\S*:(\w+)::\w+/g, "$1")
        .replace(/"[^"]*"/g, "NAME")
        .replace(/\d+/g, "N");
    return `rule ${rule}: ${kind}`;
}

interface Found {
    readonly history: History;
    readonly error: Error;
    readonly seed: number;
    readonly path: string;
}

class Soak {
    readonly counts: Record<Ending | "histories", number> = { histories: 0, converged: 0, refused: 0 };
    /** The kinds of violations that have been found. */
    readonly known = new Set<string>();

    constructor(
        private readonly bench: Bench,
        readonly ground: Ground,
        /** How many histories there are to be. */
        private readonly most: number,
        private readonly until: number,
    ) {}

    get isOver(): boolean {
        return Date.now() >= this.until || this.counts.histories >= this.most;
    }

    private async played(one: History): Promise<void> {
        this.counts.histories++;
        this.counts[await play(this.bench, one)]++;
    }

    /** What the histories of a seed find that is not known, each with the smallest history that shows it. */
    async *shrunk(seed: number, path: string | undefined): AsyncGenerator<Found> {
        while (!this.isOver) {
            let wanted: string | undefined;
            const property = fc.asyncProperty(historiesOf(seed, this.ground), async (one) => {
                try {
                    await this.played(one);
                } catch (thrown) {
                    const error = thrown as Error;
                    const kind = kindOf(error);
                    // Shrinking stays with the violation that it began with.
                    if (this.known.has(kind) || (wanted !== undefined && wanted !== kind)) return;
                    wanted = kind;
                    throw error;
                }
            });
            const details = await fc.check(property, {
                seed,
                numRuns: Math.min(batchOn(this.ground), this.most - this.counts.histories),
                interruptAfterTimeLimit: Math.min(this.until - Date.now(), longestTimer),
                ...(path !== undefined && { path, endOnFailure: true }),
            });
            const [smallest] = details.counterexample ?? [];
            if (!details.failed || smallest === undefined) return;
            const error = details.errorInstance as Error;
            this.known.add(kindOf(error));
            yield { history: smallest, error, seed, path: details.counterexamplePath ?? "" };
            if (path !== undefined) return;
            // The rest of the batch is yet to come.
        }
    }

    /** The same with real time, where no two runs are the same: a smaller history proves nothing. */
    async *unshrunk(seed: number, path: string | undefined): AsyncGenerator<Found> {
        const chosen = path === undefined ? { numRuns: batchOn(this.ground) } : { numRuns: 1, path };
        const histories = fc.sample(historiesOf(seed, this.ground), { seed, ...chosen });
        for (const [at, history] of histories.entries()) {
            if (this.isOver) return;
            try {
                await this.played(history);
            } catch (thrown) {
                const error = thrown as Error;
                this.known.add(kindOf(error));
                yield { history, error, seed, path: path ?? String(at) };
            }
        }
    }
}

const told = ({ history: one, error, seed, path }: Found, ground: Ground, mutant: string | undefined) =>
    `${error instanceof HistoryFailed ? error.message : (error.stack ?? error.message)}\n\n` +
    `The ${ground === "inProcess" ? "smallest " : ""}history: ${JSON.stringify(one)}\n` +
    `Again: npm run soak --${ground === "inProcess" ? "" : ` --${ground}`}${mutant === undefined ? "" : ` --mutant ${mutant}`} --seed ${seed} --path ${path}\n`;

/**
 * @param mutant the name of the defect that was put back
 * @returns the exit code: 1 where a rule was broken.
 */
export async function soak(args: string[], mutant?: string): Promise<number> {
    const { values } = parseArgs({
        args,
        options: {
            minutes: { type: "string" },
            runs: { type: "string" },
            seed: { type: "string" },
            path: { type: "string" },
            all: { type: "boolean" },
            processes: { type: "boolean" },
            cli: { type: "boolean" },
        },
    });
    const minutes = Number(values.minutes ?? (values.runs === undefined ? "10" : "Infinity"));
    if (!(minutes > 0)) throw new RangeError(`--minutes ${values.minutes} is not a number above 0`);
    const { path } = values;
    if (path !== undefined) process.env["HISTORY_PATH"] = path;
    const ground = values.cli === true ? "cli" : values.processes === true ? "processes" : "inProcess";
    const bench = await benchOn(ground);
    const work = new Soak(bench, ground, Number(values.runs ?? "Infinity"), Date.now() + minutes * 60_000);
    try {
        let reported = Date.now();
        for (let seed = Number(values.seed ?? Date.now() % 1_000_000_000); !work.isOver; seed++) {
            for await (const found of ground === "inProcess" ? work.shrunk(seed, path) : work.unshrunk(seed, path)) {
                console.log(told(found, ground, mutant));
                if (values.all !== true) return 1;
            }
            if (path !== undefined) break;
            if (Date.now() - reported > reportMs) {
                reported = Date.now();
                console.log(`seed ${seed}: ${JSON.stringify(work.counts)}`);
            }
        }
    } finally {
        await bench.stop();
    }
    console.log(`${work.known.size} violations; ${JSON.stringify(work.counts)}`);
    for (const kind of work.known) console.log(`  ${kind}`);
    return work.known.size === 0 ? 0 : 1;
}

/** Whether the history breaks no rule. */
export async function isKept(bench: Bench, one: History): Promise<boolean> {
    try {
        await play(bench, one);
        return true;
    } catch (error) {
        if (error instanceof HistoryFailed) return false;
        throw error;
    }
}

/**
 * The first history from that seed that breaks a rule, unshrunk.
 * @param isSound whether it breaks none in the source as it is
 */
export async function hunt(
    bench: Bench,
    from: number,
    most: number,
    isSound: (one: History) => Promise<boolean>,
): Promise<{ readonly runs: number; readonly seed: number; readonly path: string } | undefined> {
    const batch = batchOn("inProcess");
    for (let seed = from, runs = 0; runs < most; seed++, runs += batch) {
        const property = fc.asyncProperty(
            historiesOf(seed),
            async (one) => (await isKept(bench, one)) || !(await isSound(one)),
        );
        const { failed, numRuns, counterexamplePath } = await fc.check(property, {
            seed,
            numRuns: Math.min(batch, most - runs),
            endOnFailure: true,
        });
        if (failed) return { runs: runs + numRuns, seed, path: counterexamplePath ?? "" };
    }
    return undefined;
}

export { Bench };
