// Random programs and histories, checked after every operation by an oracle that is independent of the implementation.
// A failure prints its seed and path. HISTORY_SEED and HISTORY_PATH replay it; HISTORY_RUNS sets the number of runs.
import fc from "fast-check";
import { Bench } from "./engine/bench";
import { inProcess, type DoorName } from "./engine/inProcess";
import { virtualTime } from "./engine/time";
import { faultyHistory, history } from "./model/arbitraryHistory";
import { play } from "./play";

const minutes = 60_000;
const { HISTORY_SEED: seed, HISTORY_PATH: path, HISTORY_RUNS: count } = process.env;
/** Fixed, so that results do not depend on chance. `npm run soak` uses others. */
const usualSeed = 20_261_121;

const benches = new Map<DoorName, Bench>();
beforeAll(async () => {
    for (const door of ["dynamic", "native"] as const) {
        const time = virtualTime();
        benches.set(door, await Bench.start(time, inProcess(time.clock, door)));
    }
});
afterAll(() => Promise.all([...benches.values()].map((bench) => bench.stop())));

test.each([
    ["where nothing goes wrong", "dynamic", history, 15],
    ["where requests fail, and readers lag behind", "dynamic", faultyHistory, 15],
    ["where nothing goes wrong", "native", history, 5],
    ["where requests fail, and readers lag behind", "native", faultyHistory, 10],
] as const)(
    "no history %s breaks a rule by the %s provider",
    async (_, door, histories, runs) => {
        const bench = benches.get(door)!;
        const property = fc.asyncProperty(histories, (one) => play(bench, one).then(() => undefined));
        await fc.assert(property, {
            numRuns: Number(count ?? runs),
            seed: Number(seed ?? usualSeed),
            ...(path !== undefined && { path, endOnFailure: true }),
        });
    },
    20 * minutes,
);
