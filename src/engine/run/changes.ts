import { isDeepStrictEqual } from "node:util";
import { isProvider } from "../model/resource";
import { oldOf, type Step, subjectOf } from "../plan/step";
import type { Changes, Operation } from "./events";

/** Steps that are the engine's own affair: users asked neither for providers nor for the tidying up. */
export const isInternal = (step: Step) => step.op === "remove-pending-replace" || isProvider(subjectOf(step));

/** The word a finished step counts under; undefined for what is a part of another step. */
function counted(step: Step, operation: Operation): string | undefined {
    switch (step.op) {
        case "same":
        case "create":
        case "update":
        case "replace":
        case "delete":
        case "discard":
            return step.op;
        case "read":
            // A read that found nothing new is no change.
            return step.old && !isDeepStrictEqual(step.old.outputs, step.next.outputs) ? step.op : undefined;
        case "refresh":
            return operation === "refresh" ? (step.refreshed?.result ?? "same") : undefined;
        default:
            return undefined;
    }
}

/** Counts what was done. */
export class ChangeCount {
    private readonly counts: Changes = {};

    constructor(private readonly operation: Operation) {}

    add(step: Step): void {
        const word = isInternal(step) ? undefined : counted(step, this.operation);
        if (word !== undefined) this.counts[word] = (this.counts[word] ?? 0) + 1;
    }

    /** In alphabetical order. */
    get all(): Changes {
        return Object.fromEntries(Object.entries(this.counts).sort(([one], [other]) => (one < other ? -1 : 1)));
    }
}

/** Whether the step, once done, has left its resource as it was. */
export function changedNothing(step: Step): boolean {
    if (step.op === "same") return true;
    if (step.op === "refresh") return (step.refreshed?.result ?? "same") === "same";
    return step.op === "read" && isDeepStrictEqual(oldOf(step)?.outputs, step.next.outputs);
}
