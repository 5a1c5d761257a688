import {
    changedNothing,
    type Changes,
    type Diagnostic,
    type EngineEvent,
    isInternal,
    type Operation,
} from "../run/events";
import type { Clock } from "../../clock";
import { type Colour, type Finding, found, showValue, stepDiff, type Style, type Words, words } from "./text";
import { nameOf, typeOf, type Urn } from "../model/resource";
import { oldOf, type Step, subjectOf } from "../plan/step";
import type { Properties } from "../model/values";

/** Shows the progress of an operation. */
export interface Display {
    on(event: EngineEvent): void;
    /** Prints the rest. */
    close(): void;
}

/** A display's output stream. */
export interface Output {
    write(text: string): unknown;
    isTTY?: boolean;
    columns?: number;
    rows?: number;
}

/** For logs: prints a line for every change of a resource's progress. */
export class LineDisplay implements Display {
    private view: View = emptyView;

    constructor(
        private readonly output: Output,
        private readonly style: Style,
        private readonly clock: Clock,
    ) {}

    on(event: EngineEvent): void {
        const now = this.clock.now();
        const { view, row } = next(this.view, event, now);
        this.view = view;
        if (event.kind === "start") this.line(this.style("bold", `${event.operation} ${view.title}`));
        // In a preview a step ends as soon as it starts.
        const begins = row?.phase === "running" && view.operation === "preview";
        if (row?.matters && !begins) this.line(rowText(row, view, this.style, now));
    }

    close(): void {
        for (const line of summary(this.view, this.style)) this.line(line);
    }

    private line(text: string): void {
        this.output.write(`${text}\n`);
    }
}

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

/** Shorter durations, in milliseconds, are not shown. */
const worthTelling = 100;

/** Formats milliseconds as `0.4 s`, `35 s` or `12 m 5 s`. */
export function showDuration(ms: number): string {
    if (ms < 10_000) return `${(Math.round(ms / 100) / 10).toString()} s`;
    const seconds = Math.round(ms / 1000);
    const minutes = Math.floor(seconds / 60);
    return minutes === 0 ? `${seconds} s` : `${minutes} m ${seconds % 60} s`;
}

function state({ words, phase }: Row, operation: View["operation"]): string {
    if (phase === "failed") return `${words.doing} failed`;
    if (operation === "preview") return words.planned;
    return phase === "done" ? words.done : words.doing;
}

/**
 * The latest status of a row, without repeating the verb: `creating` and `creating: QUEUED` give `creating: QUEUED`.
 */
function progress({ words, status }: Row): string {
    if (!status) return "";
    const [verb = ""] = words.doing.split(" ");
    return status.startsWith(`${verb}:`) ? status.slice(verb.length) : ` ${status}`;
}

/** One row: resource, status, duration. @param now milliseconds since the epoch */
export function rowText(row: Row, { operation }: View, style: Style, now: number): string {
    const colour = row.phase === "failed" ? "red" : row.words.colour;
    const symbol = row.phase === "failed" ? "!" : row.words.symbol;
    const head = ` ${style(colour, symbol)} ${row.type} ${style("bold", row.name)} ${style(colour, state(row, operation))}`;
    // As the CLI: the names of what changes, each with a sign.
    const names = row.diff.map((change) => change.split(":")[0]).join(",");
    const diff = names === "" ? "" : ` ${style("dim", `[diff: ${names}]`)}`;
    const duration = (row.until ?? now) - row.since;
    const took =
        operation === "preview" || duration < worthTelling ? "" : ` ${style("dim", `(${showDuration(duration)})`)}`;
    return head + progress(row) + diff + took;
}

const counted = ["create", "update", "replace", "delete", "read", "discard"] as const;

function changeLines(changes: Changes, operation: Operation, style: Style): string[] {
    const lines = counted.flatMap((op) => {
        const count = changes[op];
        const { symbol, colour, planned, done } =
            operation === "refresh" && op in found ? found[op as Finding] : words[op];
        const what = operation === "preview" ? `to ${planned}` : done;
        return count ? [`    ${style(colour, `${symbol} ${count} ${what}`)}`] : [];
    });
    return changes.same ? [...lines, `      ${changes.same} unchanged`] : lines;
}

const section = (title: string, lines: string[], style: Style): string[] =>
    lines.length === 0 ? [] : ["", style("bold", `${title}:`), ...lines];

export function summary(view: View, style: Style): string[] {
    const { end, operation, diagnostics, outputs } = view;
    const outputLines = Object.entries(outputs).map(([name, value]) => `    ${name}: ${showValue(value)}`);
    const duration = end
        ? ["", style("dim", `${operation} ${end.ok ? "done" : "failed"} in ${showDuration(end.duration)}`)]
        : [];
    return [
        ...section("Diagnostics", diagnosticLines(diagnostics, style), style),
        ...section("Outputs", outputLines, style),
        ...section("Resources", changeLines(end?.changes ?? {}, operation, style), style),
        ...duration,
    ];
}

const colourOf: Record<Diagnostic["severity"], Colour> = {
    error: "red",
    warning: "yellow",
    info: "dim",
    "info#err": "dim",
};

const linesOf = (message: string): string[] => message.trimEnd().split("\n");

/** A line of a message without list bullets and the trailing colon that the SDK's host adds. */
const bare = (line: string): string => line.trim().replace(/^\* /, "").replace(/:$/, "");

/**
 * Removes duplicates of errors: the SDK's host also writes the errors that it returns to its standard error, followed
 * by an empty stack.
 */
function withoutEchoes(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const told = new Set(errors.flatMap(({ message }) => linesOf(message).map(bare)));
    return diagnostics.filter(({ severity, message }) => severity !== "info#err" || !told.has(bare(message)));
}

function oneDiagnostic({ severity, message }: Diagnostic, indent: string, style: Style): string[] {
    const word = severity === "info#err" ? "" : `${style(colourOf[severity], `${severity}:`)} `;
    return linesOf(word + message).map((line) => indent + line);
}

/** Grouped by resource; those without a resource come last. */
export function diagnosticLines(diagnostics: readonly Diagnostic[], style: Style): string[] {
    const ofResources = new Map<Urn, Diagnostic[]>();
    const general: Diagnostic[] = [];
    for (const each of withoutEchoes(diagnostics)) {
        if (each.urn === undefined) general.push(each);
        else ofResources.set(each.urn, [...(ofResources.get(each.urn) ?? []), each]);
    }
    const groups = [...ofResources].flatMap(([urn, own]) => [
        `  ${typeOf(urn).split(":").at(-1) ?? ""} ${nameOf(urn)}:`,
        ...own.flatMap((each) => oneDiagnostic(each, "    ", style)),
    ]);
    return [...groups, ...general.flatMap((each) => oneDiagnostic(each, "  ", style))];
}
