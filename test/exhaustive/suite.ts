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

/** Chooses runs by their names, as `create a name / 1.2 lost after`: the phase and the request, counted from 0, and what happens at it. */
export type Choice = (name: string) => boolean;

export class Suite {
    private constructor(readonly stage: Stage) {}

    static async start(): Promise<Suite> {
        return new Suite(await Stage.start());
    }

    stop(): Promise<void> {
        return this.stage.stop();
    }

    /** The run without faults, and each with one. */
    async *runsOf(scenario: Scenario, isChosen: Choice = () => true): AsyncGenerator<Run> {
        const { stage } = this;
        const baseline = await record(stage, scenario);
        const others = await recordsOfOthers(stage);
        yield baseline;
        for (const placed of placements(baseline, others))
            if (isChosen(told(baseline, [placed]))) yield play(stage, baseline, [placed]);
    }

    /** Each with two faults, at two requests. */
    async *pairsOf(scenario: Scenario, isChosen: Choice): AsyncGenerator<Run> {
        const { stage } = this;
        const baseline = await record(stage, scenario);
        const all = placements(baseline, await recordsOfOthers(stage));
        for (const [at, one] of all.entries())
            for (const other of all.slice(at + 1)) {
                if (one.phase === other.phase && one.request === other.request) continue;
                if (isChosen(told(baseline, [one, other]))) yield play(stage, baseline, [one, other]);
            }
    }
}
