// Runs histories until the time is over.
import { parseArgs } from "node:util";
import fc from "fast-check";
import { Bench } from "./engine/bench";
import { historiesOf } from "./hunt";
import type { History } from "./model/history";
import { type Ending, HistoryFailed, play } from "./play";

const batch = 100;
const reportMs = 30_000;

/** Identifies a kind of violation, without details that differ between histories. */
const kindOf = (error: Error): string =>
    error instanceof HistoryFailed
        ? `rule ${error.violations[0]?.rule}: `.concat(withoutDetails(error.violations[0]?.what ?? ""))
        : error.message;

const withoutDetails = (what: string): string =>
    what
        .split("\n")[0]!
        .replace(/\b[a-z][a-z0-9]{9}\b/g, "ID")
        .replace(/urn:pulumi:\S*:(\w+)::\w+/g, "$1")
        .replace(/"[^"]*"/g, "NAME")
        .replace(/\d+/g, "N");

interface Found {
    readonly history: History;
    readonly error: Error;
    readonly seed: number;
    readonly path: string;
}

class Soak {
    readonly counts: Record<Ending | "histories", number> = { histories: 0, converged: 0, refused: 0 };

    constructor(private readonly bench: Bench) {}

    async played(one: History): Promise<void> {
        this.counts.histories++;
        this.counts[await play(this.bench, one)]++;
    }

    /**
     * Histories from that seed; what the first one that breaks a rule has shrunk to, if `known` does not have it
     * already.
     */
    async search(
        seed: number,
        timeLimit: number,
        known: ReadonlySet<string>,
        path?: string,
    ): Promise<Found | undefined> {
        let wanted: string | undefined;
        // Every other seed has faults.
        const property = fc.asyncProperty(historiesOf(seed), async (one) => {
            try {
                await this.played(one);
            } catch (thrown) {
                const error = thrown as Error;
                const kind = kindOf(error);
                // Shrinking stays with the violation that it began with.
                if (known.has(kind) || (wanted !== undefined && wanted !== kind)) return;
                wanted = kind;
                throw error;
            }
        });
        const replay = path === undefined ? {} : { path, endOnFailure: true };
        const details = await fc.check(property, {
            seed,
            numRuns: batch,
            interruptAfterTimeLimit: timeLimit,
            ...replay,
        });
        const [smallest] = details.counterexample ?? [];
        if (!details.failed || smallest === undefined) return undefined;
        const error = details.errorInstance as Error;
        return { history: smallest, error, seed, path: details.counterexamplePath ?? "" };
    }
}

const told = ({ history: one, error, seed, path }: Found) =>
    `${error instanceof HistoryFailed ? error.message : (error.stack ?? error.message)}\n\n` +
    `The smallest history: ${JSON.stringify(one)}\nAgain: npm run soak -- --seed ${seed} --path ${path}\n`;

/** @returns the exit code: 1 where a rule was broken. */
export async function soak(args: string[]): Promise<number> {
    const { values } = parseArgs({
        args,
        options: {
            minutes: { type: "string" },
            seed: { type: "string" },
            path: { type: "string" },
            all: { type: "boolean" },
        },
    });
    const minutes = Number(values.minutes ?? "10");
    if (!(minutes > 0)) throw new RangeError(`--minutes ${values.minutes} is not a number above 0`);
    if (values.path !== undefined) process.env["HISTORY_PATH"] = values.path;
    const until = Date.now() + minutes * 60_000;
    const bench = await Bench.start();
    const work = new Soak(bench);
    const known = new Set<string>();
    try {
        let reported = Date.now();
        for (let seed = Number(values.seed ?? Date.now() % 1_000_000_000); Date.now() < until; seed++) {
            const found = await work.search(seed, Math.max(1, until - Date.now()), known, values.path);
            if (found !== undefined) {
                console.log(told(found));
                if (values.all !== true) break;
                known.add(kindOf(found.error));
                // The rest of the batch is yet to come.
                seed--;
            }
            if (Date.now() - reported > reportMs) {
                reported = Date.now();
                console.log(`seed ${seed}: ${JSON.stringify(work.counts)}`);
            }
            if (values.path !== undefined) return found === undefined ? 0 : 1;
            if (found !== undefined && values.all !== true) return 1;
        }
    } finally {
        await bench.stop();
    }
    console.log(`${known.size} violations; ${JSON.stringify(work.counts)}`);
    for (const kind of known) console.log(`  ${kind}`);
    return known.size === 0 ? 0 : 1;
}
