// The suite outside of Jest: for what is long, and to find out what goes wrong.
import { Reached } from "./counters";
import { Kinds } from "./kinds";
import type { Run } from "./run";
import { inPairs, scenarios } from "./scenarios";
import { type Choice, Suite, told } from "./suite";
import { traceOf } from "./trace";
import { partOf } from "./turns";

export interface Wanted {
    readonly scenario?: readonly string[];
    readonly pairs?: boolean;
    /** `2/4` */
    readonly part?: string;
    /** The name of a run, to replay it with its requests. */
    readonly run?: string;
    /** Ends with the first run that breaks a rule. */
    readonly first?: boolean;
}

/** What has been played of a scenario. */
export interface ScenarioReport {
    readonly name: string;
    /** Of the run without faults. */
    readonly requests: number;
    /** The different things that have struck. */
    readonly strikes: number;
    readonly runs: number;
    readonly seconds: number;
    readonly reached: number;
    readonly missing: readonly string[];
}

const requestsOf = ({ played }: Run): number =>
    played.filter(({ isRecovery }) => !isRecovery).reduce((sum, { requests }) => sum + requests.length, 0);

/** Plays what is wanted. `log` gets the requests of the run that `run` names. */
export async function exhaustAll(
    { scenario, pairs = false, part, run: only, first = false }: Wanted,
    log: (text: string) => void,
    onReport: (report: ScenarioReport) => void,
): Promise<Kinds> {
    Error.stackTraceLimit = 0;
    const suite = await Suite.start();
    const [nth = 1, of = 1] = part?.split("/").map(Number) ?? [];
    const inPart = partOf(nth, of);
    const isChosen: Choice = (name) => (only === undefined ? inPart(name) : name === only);
    const [named, ...strikesOf] = only?.split(" / ") ?? [];
    const inTwos = pairs || strikesOf.length === 2;
    const every = pairs ? inPairs : scenarios.map(({ name }) => name);
    const kinds = new Kinds();
    for (const name of scenario ?? (named === undefined ? every : [named])) {
        const found = scenarios.find((each) => each.name === name);
        if (found === undefined) throw new Error(`there is no scenario ${name}`);
        const started = performance.now();
        const counters = new Reached([name]);
        const strikes = new Set<string>();
        let [runs, requests] = [0, 0];
        for await (const run of inTwos ? suite.pairsOf(found, isChosen) : suite.runsOf(found, isChosen)) {
            if (only !== undefined && told(run, run.placed) === only) log(traceOf(run));
            if (runs++ === 0) requests = requestsOf(run);
            for (const { strike } of run.placed) strikes.add(strike.name);
            kinds.note(run);
            counters.note(run);
            if (first && kinds.found.size > 0) break;
        }
        const seconds = (performance.now() - started) / 1000;
        const missing = counters.missing.map(({ what }) => what);
        const reached = counters.counts.size - missing.length;
        onReport({ name, requests, strikes: strikes.size, runs, seconds, reached, missing });
        if (first && kinds.found.size > 0) break;
    }
    await suite.stop();
    return kinds;
}
