// A few histories with program and provider in processes of their own. `npm run soak -- --processes` plays others.
import fc from "fast-check";
import type { Bench } from "./engine/bench";
import { historiesOf } from "./model/arbitraryHistory";
import { play } from "./play";
import { benchOn } from "./soak";

jest.setTimeout(300_000);

let bench: Bench;
beforeAll(async () => (bench = await benchOn("processes")));
afterAll(() => bench.stop());

test.each([
    [2, "where nothing goes wrong"],
    [17, "where requests fail, and processes are killed"],
])("in processes, a history of seed %d breaks no rule, %s", async (seed) => {
    const property = fc.asyncProperty(historiesOf(seed, "processes"), (one) => play(bench, one).then(() => undefined));
    await fc.assert(property, { seed, numRuns: 1, endOnFailure: true });
});
