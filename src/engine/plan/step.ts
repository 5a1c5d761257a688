import type { Resource } from "../model/resource";

/** One thing that is done to one resource. The words are Pulumi's own. */
export type Step =
    | { op: "same"; old: Resource; next: Resource; skippedCreate?: boolean }
    | { op: "create"; next: Resource }
    | { op: "update"; old: Resource; next: Resource; ignoreChanges: string[] }
    /** `pendingDelete`: the old one still exists and goes at the end. */
    | { op: "create-replacement"; old: Resource; next: Resource; keys: string[]; pendingDelete: boolean }
    /** Only says so: the work is in the steps around it. */
    | { op: "replace"; old: Resource; next: Resource; keys: string[] }
    | { op: "delete"; old: Resource }
    /** `replacementPending`: it goes before its replacement comes. */
    | { op: "delete-replaced"; old: Resource; replacementPending: boolean }
    | { op: "read"; old?: Resource; next: Resource }
    | { op: "read-replacement"; old: Resource; next: Resource }
    /** An external resource is forgotten. */
    | { op: "discard"; old: Resource }
    | { op: "discard-replaced"; old: Resource }
    /** Deleted before its replacement, which nobody wants any more. */
    | { op: "remove-pending-replace"; old: Resource }
    | { op: "refresh"; old: Resource; refreshed?: Refreshed };

export type Op = Step["op"];

/** What a refresh has found. */
export interface Refreshed {
    /** Undefined: it is gone. */
    next: Resource | undefined;
    result: "same" | "update" | "delete";
}

/** The resource as it will be; undefined for what goes. */
export const nextOf = (step: Step): Resource | undefined => ("next" in step ? step.next : undefined);
export const oldOf = (step: Step): Resource | undefined => ("old" in step ? step.old : undefined);
export const subjectOf = (step: Step): Resource => nextOf(step) ?? (step as { old: Resource }).old;

/** The steps for deleting: what is external is only forgotten. */
export function deletion(old: Resource): Step {
    return { op: old.external ? "discard" : "delete", old };
}

export function replacedDeletion(old: Resource, replacementPending: boolean): Step {
    return old.external ? { op: "discard-replaced", old } : { op: "delete-replaced", old, replacementPending };
}
