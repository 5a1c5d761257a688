// Tests the oracle: it finds former bugs, and nothing without them.
import fc from "fast-check";
import { Bench } from "./engine/bench";
import type { Mutant } from "./engine/provider";
import { history } from "./model/arbitraryHistory";
import type { History } from "./model/history";
import { forkReplaced, heldByItself, takenOverAndDeleted } from "./mutants";
import { HistoryFailed, play } from "./play";

const runs = 400;

let bench: Bench;
beforeAll(async () => (bench = await Bench.start()));
afterAll(() => bench.stop());

/** The rules that the history breaks. */
async function brokenRules(one: History, mutant?: Mutant): Promise<string[]> {
    try {
        await play(bench, one, mutant);
        return [];
    } catch (error) {
        if (error instanceof HistoryFailed) return error.violations.map(({ rule }) => rule);
        throw error;
    }
}

/** The first random history in which the defect breaks the rule. The seeds are those that find it early. */
async function findBroken(rule: string, mutant: Mutant, seed: number): Promise<History | undefined> {
    for (const one of fc.sample(history, { seed, numRuns: runs })) {
        if ((await brokenRules(one, mutant)).includes(rule)) return one;
    }
    return undefined;
}

test.each([
    ["a thing that is held by the stale name of its own resource is left behind", "2", heldByItself, 3],
    ["a fork is replaced because its parent was", "1", forkReplaced, 1],
    ["what was taken over is deleted as its own predecessor", "4", takenOverAndDeleted, 3],
] as const)(
    "the histories find it when %s",
    async (_, rule, mutant, seed) => {
        const found = await findBroken(rule, mutant, seed);
        expect(found).toBeDefined();
        expect(await brokenRules(found!)).toEqual([]);
    },
    600_000,
);
