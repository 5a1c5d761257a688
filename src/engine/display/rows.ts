import { nameOf, typeOf, type Urn } from "../model/urn";
import type { Step } from "../plan/step";
import { oldOf, subjectOf } from "../plan/step";
import { changedNothing, isInternal } from "../run/changes";
import type { Changes, Diagnostic, EngineEvent, Operation } from "../run/events";
import type { Properties } from "../model/values";
import { stepDiff } from "./stepDiff";
import { found, type Words, words } from "./words";

/** The progress of one resource. */
export interface Row {
    urn: Urn;
    /** The last part of the resource's type. */
    type: string;
    name: string;
    words: Words;
    phase: "running" | "done" | "failed";
    /** The latest status message, while it is running. */
    status: string | undefined;
    /** The changed properties. */
    diff: string[];
    /** Start, in milliseconds since the epoch. */
    since: number;
    /** End, in milliseconds since the epoch. */
    until?: number;
    /** Whether the row is worth showing: it has, or will have, a change. */
    matters: boolean;
}

/** The content of a display. */
export interface View {
    operation: Operation;
    title: string;
    running: ReadonlyMap<Urn, Row>;
    diagnostics: readonly Diagnostic[];
    outputs: Properties;
    end: { ok: boolean; changes: Changes; duration: number } | undefined;
}

export const emptyView: View = {
    operation: "up",
    title: "",
    running: new Map(),
    diagnostics: [],
    outputs: {},
    end: undefined,
};

/** The effect of an event: the new view, and the row that it started, updated or ended. */
export interface Change {
    view: View;
    row?: Row;
}

const shortType = (urn: Urn) => typeOf(urn).split(":").at(-1) ?? "";

/** Steps that turn out to be a change or not only when they end. */
const isUncertain = (step: Step) => step.op === "refresh" || step.op === "read";

function begun(step: Step, now: number): Row {
    const { urn } = subjectOf(step);
    return {
        urn,
        type: shortType(urn),
        name: nameOf(urn),
        words: words[step.op],
        phase: "running",
        status: undefined,
        diff: stepDiff(step),
        since: now,
        // Components are created instantly.
        matters: !isUncertain(step) && subjectOf(step).custom,
    };
}

function ended(row: Row, step: Step, failed: boolean, now: number): Row {
    const result = step.op === "refresh" ? step.refreshed?.result : undefined;
    const after = { ...row, status: undefined, until: now };
    if (failed) return { ...after, phase: "failed", matters: true };
    return {
        ...after,
        phase: "done",
        words: result ? found[result] : row.words,
        diff: isUncertain(step) ? stepDiff(step) : row.diff,
        matters: !changedNothing(step) && !(step.op === "read" && oldOf(step) === undefined),
    };
}

const isShown = (step: Step) => step.op !== "same" && step.op !== "replace" && !isInternal(step);

function withRow(view: View, row: Row): Change {
    return { view: { ...view, running: new Map(view.running).set(row.urn, row) }, row };
}

function heard(view: View, urn: Urn | undefined, status: string): Change {
    const row = urn === undefined ? undefined : view.running.get(urn);
    if (!row || row.status === status) return { view };
    // The last word of the provider, for the CLI; here the row's end says it, with the time.
    if (status.startsWith("done in ")) return { view };
    return withRow(view, { ...row, status });
}

/** The view after `event`. @param now milliseconds since the epoch */
export function next(view: View, event: EngineEvent, now: number): Change {
    switch (event.kind) {
        case "start":
            return { view: { ...view, operation: event.operation, title: `${event.project}/${event.stack}` } };
        case "step":
            return isShown(event.step) ? withRow(view, begun(event.step, now)) : { view };
        case "done":
        case "failed": {
            const row = view.running.get(subjectOf(event.step).urn);
            if (!row || !isShown(event.step)) return { view };
            const running = new Map(view.running);
            running.delete(row.urn);
            return { view: { ...view, running }, row: ended(row, event.step, event.kind === "failed", now) };
        }
        case "status":
            return heard(view, event.urn, event.message);
        case "diagnostic":
            return { view: { ...view, diagnostics: [...view.diagnostics, event.diagnostic] } };
        case "outputs":
            return { view: { ...view, outputs: event.outputs } };
        case "end":
            return { view: { ...view, end: event } };
    }
}
