// The suite in Jest: one test for each scenario, and one for the counters of the file.
import { Reached } from "./counters";
import { Kinds } from "./kinds";
import type { Run } from "./run";
import { scenarios } from "./scenarios";
import { Suite, told } from "./suite";
import { dueOn, today } from "./turns";
import { traceOf } from "./trace";

const minutes = 60_000;
/** `EXHAUSTIVE_RUN` replays one run, and `EXHAUSTIVE_DAY` chooses the part that goes by turns: a number, or `all`. */
const { EXHAUSTIVE_RUN: only, EXHAUSTIVE_DAY: day } = process.env;

/** Plays all single faults of these scenarios. */
export function exhaust(...names: readonly string[]): void {
    const kinds = new Kinds();
    const reached = new Reached(names);
    const isDue = dueOn(day ?? today());
    let suite: Suite;
    const { stackTraceLimit } = Error;
    beforeAll(async () => {
        // The SDK captures a stack trace per promise.
        Error.stackTraceLimit = 0;
        suite = await Suite.start();
    });
    afterAll(async () => {
        Error.stackTraceLimit = stackTraceLimit;
        await suite.stop();
    });

    test.each(names)(
        "%s",
        async (name) => {
            const scenario = scenarios.find((each) => each.name === name)!;
            const found = new Kinds();
            const isOver = (run: Run) => {
                if (only !== undefined && told(run, run.placed) === only) console.log(traceOf(run));
                kinds.note(run);
                found.note(run);
                reached.note(run);
                return reached.isAllOf(name);
            };
            for await (const run of suite.runsOf(scenario, only === undefined ? isDue : (one) => one === only))
                isOver(run);
            // What the day's part has not reached is looked for among the other runs.
            if (only === undefined && !reached.isAllOf(name))
                for await (const run of suite.runsOf(scenario, (one) => !isDue(one))) if (isOver(run)) break;
            expect(found.text()).toBe("");
        },
        20 * minutes,
    );

    if (only === undefined)
        test("each situation that the documents name is reached", () => {
            expect(reached.missing.map(({ scenario, what }) => `${scenario}: ${what}`)).toEqual([]);
        });
}
