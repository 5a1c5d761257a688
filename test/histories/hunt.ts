// Plays histories until one breaks a rule.
import fc from "fast-check";
import type { Bench } from "./engine/bench";
import { faultyHistory, history } from "./model/arbitraryHistory";
import { HistoryFailed, play } from "./play";

const batch = 100;

export const historiesOf = (seed: number) => (seed % 2 === 0 ? history : faultyHistory);

export interface Found {
    /** How many histories it took. */
    readonly runs: number;
    readonly seed: number;
    readonly path: string;
    readonly error: HistoryFailed;
}

/** The first history from that seed that breaks a rule, unshrunk. */
export async function hunt(bench: Bench, from: number, most: number): Promise<Found | undefined> {
    for (let seed = from, runs = 0; runs < most; seed++, runs += batch) {
        const property = fc.asyncProperty(historiesOf(seed), async (one) => {
            await play(bench, one);
        });
        const details = await fc.check(property, { seed, numRuns: Math.min(batch, most - runs), endOnFailure: true });
        if (!details.failed) continue;
        if (!(details.errorInstance instanceof HistoryFailed)) throw details.errorInstance;
        return {
            runs: runs + details.numRuns,
            seed,
            path: details.counterexamplePath ?? "",
            error: details.errorInstance,
        };
    }
    return undefined;
}

/** Whether that one history breaks no rule. */
export async function isKept(bench: Bench, seed: number, path: string): Promise<boolean> {
    const property = fc.asyncProperty(historiesOf(seed), async (one) => {
        await play(bench, one);
    });
    return !(await fc.check(property, { seed, path, endOnFailure: true })).failed;
}

export { Bench } from "./engine/bench";
