// All single faults of a scenario.
import { createCalls, type CreateCall } from "../histories/oracle/world";
import { faultsOf, type RecordsOfOthers } from "./faults";
import { handsAt } from "./hands";
import { type Baseline, play, record, type Run } from "./run";
import type { Scenario } from "./scenario";
import { Stage } from "./stage";
import type { Placed, Recorded } from "./watch";

/** What somebody else could ask for, to have another one of the same name. */
function namesakeCall({ played }: Baseline): CreateCall | undefined {
    const isService = ({ endpoint }: CreateCall) => endpoint === "createService" || endpoint === "forkService";
    const [call] = played.flatMap(({ requests }) => createCalls(requests)).filter(isService);
    if (call) return call;
    const first = played[0];
    const [id] = played.flatMap(({ recorded }) => recorded.flatMap(({ subjects }) => subjects));
    const name = first?.before.things.get(id ?? "")?.name;
    return name === undefined ? undefined : { endpoint: "createService", body: { name }, parent: undefined };
}

async function recordsOfOthers(stage: Stage): Promise<RecordsOfOthers> {
    const project = `/projects/${stage.emulator.projectId}`;
    const [service = "", vpc = ""] = stage.bystanders;
    return {
        services: await stage.raw(`${project}/services/${service}`),
        vpcs: await stage.raw(`${project}/vpcs/${vpc}`),
    };
}

/** All runs of a scenario, in order. */
function placements(baseline: Baseline, others: RecordsOfOthers): Placed[] {
    const call = namesakeCall(baseline);
    const { phases } = baseline.scenario;
    const subjectsOf = (recorded: readonly Recorded[]) => recorded.at(-1)?.subjects ?? [];
    return phases.flatMap((phase, at) => {
        const { recorded = [] } = baseline.played[at] ?? {};
        const struck = recorded.flatMap((one, request) =>
            [...faultsOf(one, others, call), ...handsAt(one.subjects, call)].map((strike) => ({
                phase: at,
                request,
                strike,
            })),
        );
        // What happens after the last request of a preview happens before the first one of the operation.
        const isLast = at === phases.length - 1 || phases[at + 1] === undefined;
        const after = isLast && phase.asked?.do !== "preview" ? handsAt(subjectsOf(recorded), call) : [];
        return [...struck, ...after.map((strike) => ({ phase: at, request: recorded.length, strike }))];
    });
}

export const told = ({ scenario }: Pick<Run, "scenario">, placed: readonly Placed[]): string =>
    [scenario.name, ...placed.map(({ phase, request, strike }) => `${phase}.${request} ${strike.name}`)].join(" / ");

export interface RunName {
    /** `create a name / 1.2 lost after`: the phase and the request, both counted from 0, and what happens at it. */
    readonly name: string;
    /** Which of its kind it is, from 0 on, and how many there are. A kind: strikes that are alike, at requests to the same endpoint. */
    readonly nth: number;
    readonly ofKind: number;
}

export class Suite {
    private constructor(readonly stage: Stage) {}

    static async start(): Promise<Suite> {
        return new Suite(await Stage.start());
    }

    stop(): Promise<void> {
        return this.stage.stop();
    }

    /** The run without faults, and each with one. */
    async *runsOf(scenario: Scenario, isChosen: (run: RunName) => boolean = () => true): AsyncGenerator<Run> {
        const { stage } = this;
        const baseline = await record(stage, scenario);
        const others = await recordsOfOthers(stage);
        yield baseline;
        const all = placements(baseline, others).map((placed) => ({ placed, kind: kindOf(baseline, placed) }));
        const counts = new Map<string, number>();
        for (const { placed, kind } of all) {
            const nth = counts.get(kind) ?? 0;
            counts.set(kind, nth + 1);
            const ofKind = all.filter((one) => one.kind === kind).length;
            if (isChosen({ name: told(baseline, [placed]), nth, ofKind })) yield play(stage, baseline, [placed]);
        }
    }

    /** Each with two faults, at two requests. */
    async *pairsOf(scenario: Scenario, isChosen: (run: RunName) => boolean): AsyncGenerator<Run> {
        const { stage } = this;
        const baseline = await record(stage, scenario);
        const all = placements(baseline, await recordsOfOthers(stage));
        for (const [at, one] of all.entries())
            for (const other of all.slice(at + 1)) {
                if (one.phase === other.phase && one.request === other.request) continue;
                if (isChosen({ name: told(baseline, [one, other]), nth: 0, ofKind: 1 }))
                    yield play(stage, baseline, [one, other]);
            }
    }
}

/** Statuses of one meaning, which the provider handles alike. */
const alike: Readonly<Record<string, string>> = { 422: "400", 403: "401", 423: "409", 502: "500", 503: "500" };
const strikesLike = (name: string): string => name.replace(/^\d{3}(?= )/, (status) => alike[status] ?? status);

const kindOf = ({ played }: Baseline, { phase, request, strike }: Placed): string => {
    const struck = played[phase];
    // What these acts of somebody else lead to depends on the moment.
    if (/^(promote|rename)/.test(strike.name)) return `${phase}.${request} ${strike.name}`;
    const { method, endpoint } = struck?.requests[request] ?? {};
    return `${struck?.phase.asked?.do} ${method} ${endpoint} ${strikesLike(strike.name)}`;
};
