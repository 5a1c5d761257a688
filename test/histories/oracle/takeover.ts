// Rule 3: a create takes for its own only what is its own.
import type { Held } from "../engine/operate";
import { type ServiceArgs, specOf } from "../model/program";
import { type Memory, type Rule, type Scene, slotAt, violation, wordsOf } from "./scene";
import { hour, idsIn } from "./state";
import { type Thing, thingId, told } from "./world";

/**
 * What came into the state, though this operation has not made it: told to, or its own leftover, or at least
 * indistinguishable from one and announced by the preview.
 */
export const nothingTaken: Rule = (scene, memory) => {
    const { asked, before, after, outcome } = scene;
    if (asked.do === "preview") return [];
    const had = idsIn(before.state);
    const created = new Set(
        outcome.steps.filter(({ op, outcome: how }) => op.startsWith("create") && how === "done").map(({ urn }) => urn),
    );
    return after.state.flatMap((held) => {
        const id = thingId(held.id);
        const thing = after.things.get(id) ?? before.things.get(id);
        if (held.markedForDelete || (had.has(id) && !created.has(held.urn))) return [];
        if (thing === undefined)
            return had.has(id) || memory.removed.has(id) || held.urn.includes("ReadReplicaSet")
                ? []
                : [violation("3", `${held.urn} took ${held.id}, which does not exist`)];
        if (!before.things.has(id) && !memory.foreign.has(id)) return [];
        if (mayHave(scene, memory, held, thing)) return [];
        const whose = had.has(id)
            ? "another resource's"
            : memory.foreign.has(id)
              ? "somebody else's"
              : scene.others.has(id)
                ? "another stack's"
                : "not its own";
        return [violation("3", `${held.urn} took ${told(thing)}, which is ${whose}`)];
    });
};

function mayHave(scene: Scene, memory: Memory, held: Held, thing: Thing): boolean {
    const { before, others, program, now, stack, backends, preview } = scene;
    const slot = slotAt(scene, held.urn);
    const spec = slot && specOf(program, slot);
    if (spec === undefined || spec.options.adopt === held.id) return true;
    const { id, row } = thing;
    const isForeign = memory.foreign.has(id);
    // The answer of the create call was lost, and this is exactly what it asked for.
    if (isForeign && !before.things.has(id)) return memory.twins.has(id);
    const maker = memory.made.get(id)?.stack;
    // A generated name tells the backend.
    if (maker !== undefined && backends[maker] !== backends[stack]) return false;
    const { name, forkFrom } = spec.args as ServiceArgs;
    // A set holds no data of its own.
    if (row.kind === "replicaSet") return name === undefined;
    const isOfMoment = forkFrom === undefined || isSameMoment(memory, id, forkFrom);
    const isHeld = others.has(id) || idsIn(before.state).has(id);
    const isRetained = memory.retained.has(id) && !memory.dropped.has(id);
    const isLeftover = memory.made.get(id)?.stack === stack && !isHeld && !isRetained && isOfMoment;
    const isNew = row.kind === "service" && now - row.created_at <= hour;
    const isAnnounced =
        wordsOf(preview ?? scene.outcome).includes(id) ||
        // What a preview cannot know, or the API hid from it, the `up` says.
        ((isParentNew(scene, spec.args) || scene.hides) && wordsOf(scene.outcome).includes(id));
    const isLike = isForeign ? memory.twins.has(id) : isOfMoment;
    return isLeftover || (name === undefined && isNew && isAnnounced && isLike);
}

/** Whether the name was unknown in the preview, since it depends on something that this operation makes or changes. */
function isParentNew({ before, urns, forced, outcome }: Scene, { forkFrom, regionCode }: ServiceArgs): boolean {
    const isNew = (from: unknown) => {
        const slot = typeof from === "object" ? (from as { of?: string }).of : undefined;
        const parent = slot && urns.get(slot);
        const isUpdated = outcome.steps.some(({ op, urn }) => op === "update" && urn === parent);
        return (
            parent !== undefined && (forced.has(parent) || isUpdated || !before.state.some(({ urn }) => urn === parent))
        );
    };
    return isNew(forkFrom?.service) || isNew(regionCode);
}

function isSameMoment(memory: Memory, id: string, { strategy, minute }: NonNullable<ServiceArgs["forkFrom"]>): boolean {
    const call = memory.made.get(id)?.call;
    if (call?.endpoint !== "forkService") return false;
    const { fork_strategy, target_time } = call.body as { fork_strategy: string; target_time?: string };
    return (
        fork_strategy === strategy &&
        (minute === undefined ||
            target_time === undefined ||
            // The clock has fractions of a millisecond.
            Math.abs(memory.epoch + minute * 60_000 - Date.parse(target_time)) < 1_000)
    );
}

/**
 * Two resources of one program never have one database. Of what `--target` or `--exclude` leaves out, the engine tells the provider
 * nothing: `docs/limits.md`. A resource whose replacement has failed still has what another one has adopted from it.
 */
export const nothingShared: Rule = ({ before, after, urns, selected, preview, outcome }) => {
    const given = outcome.ok ? [] : (preview?.steps ?? []).filter(({ op }) => op === "delete-replaced");
    const declared = new Set([...urns.values()].filter((urn) => given.every((step) => step.urn !== urn)));
    const owners = (state: readonly Held[], id: string) =>
        state.filter((each) => thingId(each.id) === id && !each.markedForDelete && !each.pendingReplacement);
    return [...idsIn(after.state)].flatMap((id) => {
        const now = owners(after.state, id).filter(({ urn }) => declared.has(urn));
        const thing = after.things.get(id);
        const isUnseen = now.some(({ urn }) => selected?.has(urn) === false);
        if (now.length < 2 || thing === undefined || isUnseen || owners(before.state, id).length >= now.length)
            return [];
        return [violation("3", `${now.map(({ urn }) => urn).join(" and ")} have one: ${told(thing)}`)];
    });
};
