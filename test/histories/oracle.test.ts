// Tests the oracle: it finds former bugs, and nothing without them.
import fc from "fast-check";
import { Bench } from "./engine/bench";
import type { Mutant } from "./engine/provider";
import { history } from "./model/arbitraryHistory";
import type { History } from "./model/history";
import { forkReplaced, heldByItself, takenOverAndDeleted } from "./mutants";
import { HistoryFailed, play } from "./play";

const runs = 400;
const seed = 3;

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

/** The first random history in which the defect breaks the rule. */
async function findBroken(rule: string, mutant: Mutant): Promise<History | undefined> {
    for (const one of fc.sample(history, { seed, numRuns: runs })) {
        if ((await brokenRules(one, mutant)).includes(rule)) return one;
    }
    return undefined;
}

test.each([
    ["a thing that is held by the stale name of its own resource is left behind", "2", heldByItself],
    ["a fork is replaced because its parent was", "1", forkReplaced],
    ["what was taken over is deleted as its own predecessor", "4", takenOverAndDeleted],
] as const)(
    "the histories find it when %s",
    async (_, rule, mutant) => {
        const found = await findBroken(rule, mutant);
        expect(found).toBeDefined();
        expect(await brokenRules(found!)).toEqual([]);
    },
    600_000,
);
