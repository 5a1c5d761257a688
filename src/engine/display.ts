import type { Clock } from "../shared/clock";
import { nameOf, typeOf, type Urn } from "./model/resource";
import type { Properties } from "./model/values";
import { type Step, subjectOf } from "./plan/step";
import { changedNothing, type Diagnostic, type EngineEvent, isInternal, type Operation } from "./run/events";
import { changedPaths, diffWords, showDuration, showValue, type Words, words } from "./displayText";

const shortestDurationMs = 100;

const shortType = (urn: Urn) => typeOf(urn).split(":").at(-1) ?? "";

const isShown = (step: Step) => step.op !== "same" && step.op !== "replace" && !isInternal(step);

/** Steps that turn out to be a change or not only when they end. */
const isUncertain = (step: Step) => step.op === "refresh" || step.op === "read";

interface Running {
    step: Step;
    since: number;
    status?: string;
}

/** Prints a line for every change of a resource's progress, and a summary at the end. */
export class Display {
    private operation: Operation = "up";
    private readonly running = new Map<Urn, Running>();
    private readonly diagnostics: Diagnostic[] = [];
    private outputs: Properties = {};
    private end: Extract<EngineEvent, { kind: "end" }> | undefined;

    constructor(
        private readonly write: (text: string) => void,
        private readonly clock: Clock,
    ) {}

    on(event: EngineEvent): void {
        if (event.kind === "start") {
            this.operation = event.operation;
            this.line(`${event.operation} ${event.project}/${event.stack}`);
        } else if (event.kind === "step") this.begin(event.step);
        else if (event.kind === "done" || event.kind === "failed") this.finish(event.step, event.kind === "failed");
        else if (event.kind === "status") this.showStatus(event.urn, event.message);
        else if (event.kind === "diagnostic") this.diagnostics.push(event.diagnostic);
        else if (event.kind === "outputs") this.outputs = event.outputs;
        else this.end = event;
    }

    close(): void {
        const outputs = Object.entries(this.outputs).map(([name, value]) => `    ${name}: ${showValue(value)}`);
        this.section("Diagnostics", this.diagnosticLines());
        this.section("Outputs", outputs);
        this.section("Resources", this.changeLines());
        if (!this.end) return;
        const { ok, duration } = this.end;
        this.line("");
        this.line(`${this.operation} ${ok ? "done" : "failed"} in ${showDuration(duration)}`);
    }

    private begin(step: Step): void {
        if (!isShown(step)) return;
        const running = { step, since: this.clock.now() };
        this.running.set(subjectOf(step).urn, running);
        // In a preview a step ends as soon as it begins. Components are created instantly.
        if (this.operation !== "preview" && !isUncertain(step) && subjectOf(step).custom)
            this.row(running, words[step.op], words[step.op].doing);
    }

    private showStatus(urn: Urn | undefined, status: string): void {
        const running = urn === undefined ? undefined : this.running.get(urn);
        // The line for the end of the step says that it is done.
        if (!running || running.status === status || status.startsWith("done in ")) return;
        running.status = status;
        if (isUncertain(running.step)) return;
        const { doing } = words[running.step.op];
        const [verb = ""] = doing.split(" ");
        // A provider may repeat the verb: `creating: QUEUED`.
        const text = status.startsWith(`${verb}:`) ? doing + status.slice(verb.length) : `${doing} ${status}`;
        this.row(running, words[running.step.op], text);
    }

    private finish(step: Step, failed: boolean): void {
        const { urn } = subjectOf(step);
        const running = this.running.get(urn);
        if (!running || !isShown(step)) return;
        this.running.delete(urn);
        const result = step.op === "refresh" ? step.refreshed?.result : undefined;
        const used = result ? diffWords[result] : words[step.op];
        if (failed) this.row(running, { ...used, symbol: "!" }, `${words[step.op].doing} failed`);
        else if (!changedNothing(step))
            this.row(running, used, this.operation === "preview" ? used.planned : used.done);
    }

    private row({ step, since }: Running, { symbol }: Words, state: string): void {
        const { urn } = subjectOf(step);
        const paths = changedPaths(step);
        const duration = this.clock.now() - since;
        const parts = [` ${symbol} ${shortType(urn)} ${nameOf(urn)} ${state}`];
        if (paths.length > 0) parts.push(`[diff: ${paths.join(",")}]`);
        if (this.operation !== "preview" && duration >= shortestDurationMs) parts.push(`(${showDuration(duration)})`);
        this.line(parts.join(" "));
    }

    private changeLines(): string[] {
        const { changes = {} } = this.end ?? {};
        const counted = ["create", "update", "replace", "delete", "read", "discard"] as const;
        const lines = counted.flatMap((op) => {
            const count = changes[op];
            if (!count) return [];
            const isDrift = this.operation === "refresh" && (op === "update" || op === "delete");
            const { symbol, planned, done } = isDrift ? diffWords[op] : words[op];
            return [`    ${symbol} ${count} ${this.operation === "preview" ? `to ${planned}` : done}`];
        });
        return changes.same ? [...lines, `      ${changes.same} unchanged`] : lines;
    }

    /** Grouped by resource; those without a resource come last. */
    private diagnosticLines(): string[] {
        const diagnostics = withoutEchoes(this.diagnostics);
        const linesFor = (resource: Urn | undefined, indent: string) =>
            diagnostics.flatMap(({ urn, severity, message }) => {
                if (urn !== resource) return [];
                const text = severity === "info#err" ? message : `${severity}: ${message}`;
                return linesOf(text).map((line) => indent + line);
            });
        const urns = new Set(diagnostics.flatMap(({ urn }) => urn ?? []));
        const ofResources = [...urns].map((urn) => [`  ${shortType(urn)} ${nameOf(urn)}:`, ...linesFor(urn, "    ")]);
        return [...ofResources.flat(), ...linesFor(undefined, "  ")];
    }

    private section(title: string, lines: readonly string[]): void {
        if (lines.length === 0) return;
        for (const line of ["", `${title}:`, ...lines]) this.line(line);
    }

    private line(text: string): void {
        this.write(`${text}\n`);
    }
}

const linesOf = (message: string): string[] => message.trimEnd().split("\n");

/** A line of a message without list bullets and the trailing colon that the SDK's host adds. */
const bare = (line: string): string => line.trim().replace(/^\* /, "").replace(/:$/, "");

/** The SDK's host also writes the errors that it returns to its standard error, followed by an empty stack. */
function withoutEchoes(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const reported = new Set(errors.flatMap(({ message }) => linesOf(message).map(bare)));
    return diagnostics.filter(({ severity, message }) => severity !== "info#err" || !reported.has(bare(message)));
}
