import type { Violation } from "../../histories/oracle/scene";
import { thingId } from "../../histories/oracle/world";
import type { ServiceArgs } from "../../histories/model/program";
import { specOf, slotsOf } from "../../histories/model/program";
import type { Played } from "../run";
import type { Scenario } from "../scenario";
import type { Stage } from "../stage";
import { agreement } from "./agreement";
import { afterALook, deletionsIn, notWhatIsProd, onlyForks } from "./looks";

/** After a phase, the latest of `played`. */
export function phaseRules(stage: Stage, _: Scenario, played: readonly Played[]): Violation[] {
    const latest = played.at(-1);
    if (latest === undefined) return [];
    const events = played.flatMap((each) => each.events);
    const deletions = deletionsIn(events, events.length - latest.events.length);
    if (deletions.length === 0) return [];
    const unprotected = new Set(
        latest.before.held.filter(({ inputs }) => inputs["deletionProtection"] === false).map(({ id }) => thingId(id)),
    );
    const isUnprotected = (id: string) => unprotected.has(id) || isSaidSo(stage, id);
    return [
        ...notWhatIsProd(deletions, isUnprotected),
        ...afterALook(deletions),
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

export const finalRules = agreement;
