import type { Properties } from "../model/values";
import type { Step } from "../plan/step";
import { type PropertyChange, propertyChanges, showChange } from "./propertyDiff";

/** Old and new properties of a step; `undefined` if there is nothing to compare. */
function sides(step: Step): [Properties, Properties] | undefined {
    switch (step.op) {
        case "update":
        case "create-replacement":
            return [step.old.inputs, step.next.inputs];
        case "refresh": {
            const next = step.refreshed?.next;
            return next && [step.old.outputs ?? {}, next.outputs ?? {}];
        }
        case "read":
            return step.old && [step.old.outputs ?? {}, step.next.outputs ?? {}];
        default:
            return undefined;
    }
}

/** The changes of a step, one line per property. */
export function stepDiff(step: Step): string[] {
    const compared = sides(step);
    const changes: PropertyChange[] = compared ? propertyChanges(...compared) : [];
    return changes.map(showChange);
}
