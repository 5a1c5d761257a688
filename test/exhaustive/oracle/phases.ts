// What is checked after each phase, beside the rules of the histories.
import { type ServiceArgs, slotsOf, specOf } from "../../histories/model/program";
import { type Violation, violation } from "../../histories/oracle/scene";
import { thingId, told } from "../../histories/oracle/world";
import type { Played } from "../run";
import type { Scenario } from "../scenario";
import type { Stage } from "../stage";
import { afterALook, deletionsIn, notWhatIsProd, onlyForks, seenBefore } from "./looks";

/** After the latest phase of `played`. */
export function phaseRules(stage: Stage, { deletesNothing = false }: Scenario, played: readonly Played[]): Violation[] {
    const latest = played.at(-1);
    if (latest === undefined) return [];
    const found = untouched(stage, latest);
    const events = played.flatMap((each) => each.events);
    const deletions = deletionsIn(events, events.length - latest.events.length);
    if (deletions.length === 0) return found;
    const unprotected = new Set(
        latest.before.held.filter(({ inputs }) => inputs["deletionProtection"] === false).map(({ id }) => thingId(id)),
    );
    const isUnprotected = (id: string) => unprotected.has(id) || isSaidSo(stage, id);
    return [
        ...found,
        ...(deletesNothing ? deletions.map(({ thing }) => violation("1", `a DELETE was sent for ${told(thing)}`)) : []),
        ...notWhatIsProd(deletions, isUnprotected),
        ...afterALook(deletions),
        ...seenBefore(deletions),
        ...(latest.phase.asked === undefined ? onlyForks(deletions) : []),
    ];
}

/** Whether the program declares it without protection. */
function isSaidSo({ model, urns, held }: Stage, id: string): boolean {
    return slotsOf(model).some((slot) => {
        const { deletionProtection } = (specOf(model, slot)?.args ?? {}) as ServiceArgs;
        const isIt = held.some((one) => one.urn === urns.get(slot) && thingId(one.id) === id);
        return isIt && deletionProtection === false;
    });
}

/** What is nobody's here is changed by no request but its fork, and is in no state. */
function untouched({ bystanders }: Stage, { requests, after }: Played): Violation[] {
    const ids = [...bystanders];
    const changes = requests
        .filter(({ method, endpoint }) => method !== "GET" && endpoint !== "forkService")
        .filter(({ path }) => ids.some((id) => path.includes(id)))
        .map(({ method, path }) => violation("6", `somebody else's was to be changed: ${method} ${path}`));
    const taken = after.held
        .filter(({ id }) => bystanders.has(thingId(id)))
        .map(({ urn, id }) => violation("3", `${urn} took ${id}, which is somebody else's`));
    return [...changes, ...taken];
}
