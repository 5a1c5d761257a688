// How a history ends: everything heals, and `up` must make exactly what each program declares.
import { bookkeepingOf, heldIn, type Outcome } from "./engine/operate";
import { given } from "./model/objects";
import { type Profile, type ServiceSlot, type Slot, slotsOf, specOf, withSpec } from "./model/program";
import { sound } from "./model/sound";
import { repaired } from "./model/arbitraryFaults";
import { fulfilled } from "./oracle/fulfilled";
import { errorsOf, violation, wordsOf } from "./oracle/scene";
import { drifted } from "./oracle/changes";
import { thingId, topRowIn } from "./oracle/world";
import { remedied } from "./remedies";
import { HistoryFailed, type Setting, type Track } from "./setting";

/** How it ended. */
export type Ending = "converged" | "refused";

/** Between two operations, if nothing else is said. */
export const pauseMs = 120_000;
const hourMs = 3_600_000;
const rounds = 5;

export async function converge(setting: Setting): Promise<Ending> {
    await setting.bench.time.pass(pauseMs);
    setting.trace.note("everything heals");
    const endings: Ending[] = [];
    for (const track of setting.tracks) endings.push(await convergeOne(setting, track));
    return endings.includes("refused") ? "refused" : "converged";
}

/** `up` must produce exactly what the program declares, and a second one must change nothing. */
async function convergeOne(setting: Setting, track: Track): Promise<Ending> {
    const { bench, trace } = setting;
    heal(setting, track);
    const homes = homesOf(setting, track);
    // Whether everything it has is in the other environment, or was, before it was deleted there.
    const [address] = addressesOf(track);
    const elsewhere = homes.size === 0 ? address === bench.elsewhere.url : homes.has("elsewhere") && homes.size === 1;
    const wasScattered = isScattered(setting, track);
    reconnect(setting, track, elsewhere);
    // A fork has the profile of its parent, also where it is itself in another project.
    const isMisplaced = slotsOf(track.program).some((slot) => {
        const wanted = profileFor(setting, track, slot, elsewhere);
        return wanted !== undefined && specOf(track.program, slot)!.options.profile !== wanted;
    });
    const up = (refresh = true): Promise<Outcome> => {
        const asked = { do: "up", refresh } as const;
        trace.step({ edits: [], then: asked });
        return setting.perform(track, asked, { elsewhere });
    };
    // At this address, nothing proves that a predecessor is gone which was last seen at another.
    if (!wasScattered) await resumeReplacements(setting, track, () => up(false));
    const tried = new Set<string>();
    let isStale = false;
    for (let round = 0; ; round++) {
        const outcome = await up(!isStale);
        // A refresh uses the configuration of the last `up`.
        const mustUp = /`pulumi up` without `--refresh`/.test(errorsOf(outcome)) && !tried.has("up first");
        if (mustUp || (isStale && outcome.ok)) {
            trace.note(mustUp ? "remedy: up first" : "and once more");
            tried.add("up first");
            isStale = mustUp;
            continue;
        }
        // What is really gone is confirmed by the command in the error.
        const [, gone] = /`CLOUDDB_CONFIRM_GONE=([^ ]+) pulumi refresh`/.exec(errorsOf(outcome)) ?? [];
        if (gone !== undefined && !tried.has(gone)) {
            trace.note(`remedy: CLOUDDB_CONFIRM_GONE=${gone} pulumi refresh`);
            tried.add(gone);
            await setting.perform(track, { do: "refresh" }, { elsewhere, confirmed: gone.replaceAll("'", "") });
            continue;
        }
        // What was created, and is not shown, may be so until its creation's time is over.
        const isHidden = !outcome.ok && /counts as deleted (only )?if it is still missing/.test(wordsOf(outcome));
        if (isHidden && !tried.has("wait")) {
            trace.note("remedy: wait");
            tried.add("wait");
            await bench.clock.sleep(hourMs);
            continue;
        }
        // What has gone in the course of this operation is known to be gone in the next one.
        if (/There is no service \S+ in project/.test(errorsOf(outcome)) && !tried.has("again")) {
            trace.note("remedy: once more");
            tried.add("again");
            continue;
        }
        // It may say that it has to be repeated.
        if (outcome.ok && !/needs a `pulumi up` of its own/.test(wordsOf(outcome))) break;
        if (outcome.ok && round < rounds) continue;
        const next = remedyFor(setting, track, outcome);
        // What has been moved to another address while it was replaced is the user's to sort out: the error names both.
        if (wasScattered && /was last seen at/.test(errorsOf(outcome))) return "refused";
        if (isMisplaced && /There is no service \S+ in project/.test(errorsOf(outcome))) return "refused";
        // Where it cannot be adopted, the program asks for another one of a name that is in use.
        const isInWay = !tried.has("no adopt") && isOwnInWay(setting, track, errorsOf(outcome));
        // Which of two entries a state of the first release means, the user has to say: `pulumi state delete`.
        if (track.isOld && /in this program manages it as well/.test(errorsOf(outcome))) return "refused";
        // What was of no use the first time is no remedy, and the program asks for what cannot be.
        const isRefused = next === "refused" || (next !== undefined && tried.has(next.why));
        if (!isInWay && (isRefused || (next === undefined && isScattered(setting, track)))) return "refused";
        if (next === undefined || next === "refused" || isRefused || round === rounds)
            throw new HistoryFailed(
                [violation("converges", `\`up\` fails, and nothing is wrong any more: ${errorsOf(outcome)}`)],
                trace,
            );
        tried.add(next.why);
        trace.note(`remedy: ${next.why}`);
        track.program = sound(next.program);
    }
    const isShown = (id: string) => setting.isShown(id);
    setting.fail(fulfilled(track.program, setting.urnsOf(track), heldIn(track.stack.state), setting.things, isShown));
    await setting.checkUnchanged(track, elsewhere);
    // Two stacks that have adopted one database may want it differently.
    const others = setting.heldByOthers(track);
    if (heldIn(track.stack.state).some(({ id }) => others.some((other) => other.id === id))) return "converged";
    const second = await up();
    const { length } = bench.requests().filter(({ method }) => method !== "GET");
    setting.fail(drifted(second));
    if (!second.ok || length > 0)
        setting.fail([violation("7", `a second \`up\` asked for ${length} changes: ${wordsOf(second)}`)]);
    return "converged";
}

function remedyFor(setting: Setting, track: Track, outcome: Outcome): ReturnType<typeof remedied> {
    const others = new Set(setting.heldByOthers(track).map(({ id }) => thingId(id)));
    return remedied(track.program, setting.urnsOf(track), outcome, { ...setting.memory, others }, setting.things);
}

/** An interrupted replacement continues with the next `up`, or with the `adopt` that its error offers. Neither needs a refresh. */
async function resumeReplacements(setting: Setting, track: Track, up: () => Promise<Outcome>): Promise<void> {
    const isInterrupted = () => heldIn(track.stack.state).some(({ pendingReplacement }) => pendingReplacement);
    for (let round = 0; round < 2 && isInterrupted(); round++) {
        const outcome = await up();
        const [, predecessor = ""] =
            /already manages the .*? (\S+), which would have to be deleted/.exec(errorsOf(outcome)) ?? [];
        if (predecessor !== "" && setting.things.get(thingId(predecessor))?.alive !== true)
            setting.fail([
                violation("3", `${predecessor} is gone, but is in the way of \`adopt\`: ${errorsOf(outcome)}`),
            ]);
        const next = remedyFor(setting, track, outcome);
        if (outcome.ok || next === undefined || next === "refused") return;
        setting.trace.note(`remedy: ${next.why}`);
        track.program = sound(next.program);
    }
}

/** Whether the stack's own leftover is in the way, and is what is asked for: there has to be a way on. */
function isOwnInWay({ tracks, things, memory }: Setting, { number, program }: Track, errors: string): boolean {
    const adopted = new Set(slotsOf(program).map((slot) => specOf(program, slot)?.options.adopt));
    const held = new Set(tracks.flatMap(({ stack }) => heldIn(stack.state).map(({ id }) => thingId(id))));
    const isLeft = (id: string) =>
        things.get(id)?.alive === true &&
        memory.made.get(id)?.stack === number &&
        !held.has(id) &&
        !adopted.has(id) &&
        !memory.retained.has(id);
    if (/not what is asked for|cannot be adopted|[Tt]wo resources|CIDR_OVERLAP/.test(errors)) return false;
    // What it contains, or what holds it, goes only by hand.
    if (/is not deleted: it still has|it is held by|keep it instead of/.test(errors)) return false;
    return [...things.keys()].some((id) => isLeft(id) && errors.includes(id));
}

/**
 * The environment and project that a stack's resource is in; `undefined` if it does not exist. `nowhere`: no profile leads to that
 * project of the other environment.
 */
function homeOf({ bench }: Setting, id: string): Profile | "usual" | "nowhere" | undefined {
    const { emulator, elsewhere } = bench;
    const here = topRowIn(emulator.world, id);
    if (here !== undefined) return here.project_id === emulator.projectId ? "usual" : "other";
    const there = topRowIn(elsewhere.world, id);
    return there && (there.project_id === elsewhere.projectId ? "elsewhere" : "nowhere");
}

const homesOf = (setting: Setting, { stack }: Track) =>
    new Set(heldIn(stack.state).flatMap(({ id }) => homeOf(setting, id) ?? []));

/** Where what it has was last seen. */
const addressesOf = ({ stack }: Track) => new Set(heldIn(stack.state).map((held) => bookkeepingOf(held).address));

/** Whether what it has, or has had, is in both environments. */
const isScattered = (setting: Setting, track: Track): boolean => {
    const homes = homesOf(setting, track);
    return homes.size > 1 || homes.has("nowhere") || addressesOf(track).size > 1;
};

/** The profile with which a resource is found; `undefined`: the default one, or there is none. */
function profileFor(setting: Setting, track: Track, slot: Slot, elsewhere: boolean): Profile | undefined {
    const id = setting.idOf(track, slot);
    const home = id === undefined ? undefined : homeOf(setting, id);
    return home === "usual" || home === "nowhere" || elsewhere ? undefined : home;
}

/** Gives every resource the profile with which it is found. */
function reconnect(setting: Setting, track: Track, elsewhere: boolean): void {
    for (const slot of slotsOf(track.program)) {
        const { args, options } = specOf(track.program, slot)!;
        const { profile, ...rest } = options;
        const wanted = profileFor(setting, track, slot, elsewhere);
        if (profile === wanted || (profile === "same" && wanted === undefined)) continue;
        track.program = withSpec(track.program, slot, { args, options: given({ ...rest, profile: wanted }) });
    }
    track.program = sound(track.program);
}

/** Finishes stuck operations and repairs failed resources, as the API's operator would. */
function heal(setting: Setting, track: Track): void {
    const paused = new Set(
        Object.entries(track.program.services)
            .filter(([, { args }]) => args.paused === true)
            .map(([slot]) => thingId(setting.idOf(track, slot as ServiceSlot) ?? "")),
    );
    setting.bench.setQuirks(repaired);
    for (const emulator of setting.bench.emulators) {
        emulator.faults.clear();
        emulator.finish();
        for (const { id, row, parent } of setting.things.values()) {
            if (topRowIn(emulator.world, parent ?? id) === undefined) continue;
            if (row.kind === "service") {
                const broken = row.status === "UNSTABLE" || (row.status === "PAUSED" && !paused.has(id));
                emulator.drift(id, {
                    endpoint: true,
                    backup_at: row.backup_at ?? 0,
                    ...(broken ? { status: "READY" } : {}),
                });
            }
            if (row.kind === "replicaSet" && row.status === "error")
                emulator.drift(id, { status: "active", endpoint: true });
            if (row.kind === "peering" && row.status === "failed")
                emulator.drift(id, {
                    status: "active",
                    error_message: null,
                    provisioned_id: row.provisioned_id ?? "pcx-healed",
                });
        }
    }
}
