// Plays histories until one breaks a rule.
import fc from "fast-check";
import type { Bench } from "./engine/bench";
import { historiesOf } from "./model/arbitraryHistory";
import type { History } from "./model/history";
import { HistoryFailed, play } from "./play";

const batch = 100;

export interface Found {
    /** How many histories it took. */
    readonly runs: number;
    readonly seed: number;
    readonly path: string;
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
): Promise<Found | undefined> {
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

export { Bench } from "./engine/bench";
