import { isDeepStrictEqual } from "node:util";
import { type Step, subjectOf } from "../plan/step";
import { isProvider, type Urn } from "../model/resource";
import type { Properties } from "../model/values";

/** `info#err`: standard error of the program or the provider. */
export type Severity = "info" | "info#err" | "warning" | "error";

export interface Diagnostic {
    severity: Severity;
    urn?: Urn;
    message: string;
}

export type Operation = "up" | "preview" | "refresh" | "destroy";

/** The events of an operation, in order. */
export type EngineEvent =
    | { kind: "start"; operation: Operation; project: string; stack: string }
    | { kind: "step"; step: Step }
    | { kind: "done"; step: Step }
    | { kind: "failed"; step: Step }
    /** Ephemeral: replaced by the next event of the resource. */
    | { kind: "status"; urn: Urn | undefined; message: string }
    | { kind: "diagnostic"; diagnostic: Diagnostic }
    | { kind: "outputs"; outputs: Properties }
    /** `duration` is in milliseconds. */
    | { kind: "end"; ok: boolean; changes: Changes; duration: number };

/** Number of resources per operation. */
export type Changes = Record<string, number>;

export type Emit = (event: EngineEvent) => void;

/** Aborts planning after the reason was reported to the user. */
export class Stopped extends Error {}

/** Steps that are not shown to users: providers, and removing a pending replacement. */
export const isInternal = (step: Step) => step.op === "remove-pending-replace" || isProvider(subjectOf(step));

/** The operation that a finished step counts as; `undefined` if it is part of another step. */
function counted(step: Step, operation: Operation): string | undefined {
    const { op } = step;
    if (op === "refresh") return operation === "refresh" ? (step.refreshed?.result ?? "same") : undefined;
    if (op === "read") return changedNothing(step) ? undefined : op;
    return ["same", "create", "update", "replace", "delete", "discard"].includes(op) ? op : undefined;
}

/** Counts the steps that have finished, sorted by operation. */
export function changesOf(events: readonly EngineEvent[], operation: Operation): Changes {
    const counts: Changes = {};
    for (const event of events) {
        const word = event.kind === "done" && !isInternal(event.step) ? counted(event.step, operation) : undefined;
        if (word !== undefined) counts[word] = (counts[word] ?? 0) + 1;
    }
    return Object.fromEntries(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether a finished step has not changed its resource. What is read for the first time has not changed. */
export function changedNothing(step: Step): boolean {
    if (step.op === "same") return true;
    if (step.op === "refresh") return (step.refreshed?.result ?? "same") === "same";
    return step.op === "read" && (!step.old || isDeepStrictEqual(step.old.outputs, step.next.outputs));
}
