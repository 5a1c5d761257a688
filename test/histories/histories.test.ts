// Random programs, run as random histories; after every operation an oracle that knows nothing of the implementation.
import fc from "fast-check";
import { Bench } from "./engine/bench";
import { history } from "./model/arbitraryHistory";
import { play } from "./play";
import { replay } from "./replay";

let bench: Bench;
beforeAll(async () => (bench = await Bench.start()));
afterAll(() => bench.stop());

test("no history breaks a rule", async () => {
    await fc.assert(
        fc.asyncProperty(history, async (one) => {
            await play(bench, one);
        }),
        replay(200),
    );
}, 600_000);
