import type { Resource } from "../model/resource";

/** An operation on one resource, with Pulumi's own names. */
export type Step =
    | { op: "same"; old: Resource; next: Resource; skippedCreate?: boolean }
    | { op: "create"; next: Resource }
    | { op: "update"; old: Resource; next: Resource }
    /** `pendingDelete`: the old one still exists and is deleted at the end. */
    | { op: "create-replacement"; old: Resource; next: Resource; keys: string[]; pendingDelete: boolean }
    /** For display only: the surrounding steps do the work. */
    | { op: "replace"; old: Resource; next: Resource; keys: string[] }
    | { op: "delete"; old: Resource }
    /** `replacementPending`: it is deleted before its replacement is created. */
    | { op: "delete-replaced"; old: Resource; replacementPending: boolean }
    | { op: "read"; old?: Resource; next: Resource }
    | { op: "read-replacement"; old: Resource; next: Resource }
    /** Removes an external resource from the state. */
    | { op: "discard"; old: Resource }
    | { op: "discard-replaced"; old: Resource }
    /** Removes a resource that was deleted for a replacement and is no longer in the program. */
    | { op: "remove-pending-replace"; old: Resource }
    | { op: "refresh"; old: Resource; refreshed?: Refreshed };

export type Op = Step["op"];

export interface Refreshed {
    /** `undefined` if it no longer exists. */
    next: Resource | undefined;
    result: "same" | "update" | "delete";
}

/** The new resource; `undefined` for a delete. */
export const nextOf = (step: Step): Resource | undefined => ("next" in step ? step.next : undefined);
export const subjectOf = (step: Step): Resource => nextOf(step) ?? (step as { old: Resource }).old;

/** The step that deletes a resource; an external one is only removed from the state. */
export function deletion(old: Resource): Step {
    return { op: old.external ? "discard" : "delete", old };
}

export function replacedDeletion(old: Resource, replacementPending: boolean): Step {
    return old.external ? { op: "discard-replaced", old } : { op: "delete-replaced", old, replacementPending };
}
