// The two operations after a run: nothing is wrong any more.
import { fingerprint } from "./fingerprint";
import type { End, Played, Player } from "./run";
import { type Phase, refresh, up } from "./scenario";
import type { Stage } from "./stage";

/** Between two operations. */
const pauseMs = 120_000;

/** What has become of a moment before: the same state and the same world end in the same way. */
export type Recoveries = Map<string, { readonly played: readonly Played[]; readonly end: End }>;

const isMutating = ({ method }: { readonly method: string }) => method !== "GET";
const asksForRefresh = (played: readonly Played[]) =>
    played.some(({ done }) => /`pulumi refresh\b/.test(done.words) || done.killed);

/** The operations by turns: with a refresh, they see what others have done, and without one they must not need it. */
function operationsOf({ scenario, placed, played }: Player): readonly (readonly Phase[])[] {
    if (scenario.recovery) return scenario.recovery.map((phase) => [phase]);
    const isSeen = placed.every(({ strike }) => strike.kind !== "moment");
    const isEven = placed.every(({ request }) => request % 2 === 0);
    if (!isSeen || !isEven) return [refresh, up()];
    // What an error, or the engine after a kill, tells to do, is done.
    return asksForRefresh(played) ? [up(), refresh, up()] : [up(), up()];
}

/** Whether the operation has found nothing to do, so that another one would find the same. */
const isIdle = ({ done, requests, phase }: Played) =>
    phase.asked?.do === "up" &&
    done.ok &&
    !requests.some(isMutating) &&
    done.outcome?.steps.every(({ op }) => op === "same") === true;

export async function recover(player: Player, recoveries: Recoveries): Promise<End> {
    const { stage, scenario, placed, played } = player;
    const operations = operationsOf(player);
    await stage.pass(pauseMs);
    stage.emulator.faults.clear();
    const isStruck = placed.some(({ phase }) => phase >= scenario.phases.length);
    const key = JSON.stringify([operations.map((phases) => phases.map(({ name }) => name)), fingerprint(stage)]);
    const known = isStruck ? undefined : recoveries.get(key);
    if (known) {
        played.push(...known.played);
        return known.end;
    }
    const { length: first } = played;
    let { length: at } = scenario.phases;
    for (const operation of operations) {
        if (played.length > first) await stage.pass(pauseMs);
        for (const phase of operation) if (!(await player.phase(phase, at++, true))) break;
        const isDone = played.length > first && isIdle(played.at(-1)!) && !isStruck;
        // Only a refresh shows what the engine does not know.
        if (isDone && !asksForRefresh(played.slice(0, first))) break;
    }
    const end = endOf(stage);
    if (!isStruck) recoveries.set(key, { played: played.slice(first), end });
    return end;
}

const endOf = ({ held, things, memory, others, model, urns }: Stage): End => ({
    ...{ held, things, model, urns },
    memory: structuredClone(memory),
    others: new Set(others),
});
