// Random programs and histories, checked after every operation by an oracle that is independent of the implementation.
// A failure prints its seed and path. HISTORY_SEED and HISTORY_PATH replay it; HISTORY_RUNS sets the number of runs.
import fc from "fast-check";
import { Bench } from "./engine/bench";
import { faultyHistory, history } from "./model/arbitraryHistory";
import { play } from "./play";

const minutes = 60_000;
const { HISTORY_SEED: seed, HISTORY_PATH: path, HISTORY_RUNS: count } = process.env;
/** Fixed, so that results do not depend on chance. `npm run soak` uses others. */
const usualSeed = 20_261_121;

let bench: Bench;
beforeAll(async () => (bench = await Bench.start()));
afterAll(() => bench.stop());

test.each([
    ["where nothing goes wrong", history, 15],
    ["where requests fail, and readers lag behind", faultyHistory, 15],
] as const)(
    "no history %s breaks a rule",
    async (_, histories, runs) => {
        const property = fc.asyncProperty(histories, (one) => play(bench, one).then(() => undefined));
        await fc.assert(property, {
            numRuns: Number(count ?? runs),
            seed: Number(seed ?? usualSeed),
            ...(path !== undefined && { path, endOnFailure: true }),
        });
    },
    20 * minutes,
);
