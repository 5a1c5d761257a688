// The suite outside of Jest: for what is long, and to find out what goes wrong.
import { type Counter, Reached } from "./counters";
import { Kinds } from "./kinds";
import { scenarios } from "./scenarios";
import { Suite, told } from "./suite";
import { traceOf } from "./trace";
import { partOf } from "./turns";

export interface Wanted {
    readonly scenario?: readonly string[];
    readonly pairs?: boolean;
    /** `2/4` */
    readonly part?: string;
    /** The name of a run, to replay it with its requests. */
    readonly run?: string;
}

/** @returns the exit code: 1 if a rule was broken, or a counter was not reached */
export async function exhaustAll({ scenario, part, run: only }: Wanted): Promise<number> {
    Error.stackTraceLimit = 0;
    const suite = await Suite.start();
    const [nth = 1, of = 1] = part?.split("/").map(Number) ?? [];
    const inPart = partOf(nth, of);
    const names = scenario ?? (only === undefined ? scenarios.map(({ name }) => name) : [only.split(" / ")[0]!]);
    const all = new Kinds();
    const missing: Counter[] = [];
    for (const name of names) {
        const found = scenarios.find((each) => each.name === name);
        if (found === undefined) throw new Error(`there is no scenario ${name}`);
        const started = performance.now();
        const reached = new Reached([name]);
        let runs = 0;
        let requests = 0;
        for await (const run of suite.runsOf(found, (each) =>
            only === undefined ? inPart(each) : each.name === only,
        )) {
            if (only !== undefined && told(run, run.placed) === only) console.log(traceOf(run));
            if (runs++ === 0)
                requests = run.played.reduce(
                    (sum, { requests: own, isRecovery }) => sum + (isRecovery ? 0 : own.length),
                    0,
                );
            all.note(run);
            reached.note(run);
        }
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        console.log(`${name}: ${requests} requests, ${runs} runs, ${seconds} s`);
        if (only === undefined && of === 1) missing.push(...reached.missing);
    }
    await suite.stop();
    console.log(all.text());
    for (const { scenario: where, what } of missing) console.log(`never reached: ${where}: ${what}`);
    return all.found.size > 0 || missing.length > 0 ? 1 : 0;
}
