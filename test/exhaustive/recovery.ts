// The two operations after a run: nothing is wrong any more.
import type { Memory } from "../histories/oracle/scene";
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
        if (played.length > first && isIdle(played.at(-1)!) && !isStruck) break;
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

const hour = 3_600_000;

/** The engine gives one to its provider. */
const uuids = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g;

/** Without what differs between equal moments: times, but for whether they are long ago, and random tokens. */
export function fingerprint(stage: Stage): string {
    const { emulator, stack, memory, others, clock } = stage;
    const now = clock.now();
    const { services, vpcs } = emulator.world;
    const plain = (key: string, value: unknown) => {
        if (key === "logs" || key === "phases" || key === "owner" || key === "manifest") return undefined;
        if (typeof value === "number" && value > 1e9) {
            const at = value > 1e12 ? value : value * 1000;
            return at > now ? "later" : now - at > hour ? "long ago" : "now";
        }
        return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? "time" : value;
    };
    const listed = (set: ReadonlySet<string>) => [...set].sort();
    const known = (one: Memory) => [one.foreign, one.twins, one.retained, one.removed, one.disclosed].map(listed);
    const made = [...memory.made.keys()].sort();
    const minutes = Math.floor((now - memory.epoch) / (10 * 60_000));
    return JSON.stringify(
        [[...services.values()], [...vpcs.values()], stack.state, known(memory), made, listed(others), minutes],
        plain,
    ).replace(uuids, "");
}
