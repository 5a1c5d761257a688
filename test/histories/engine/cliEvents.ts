// What the Pulumi CLI tells of an operation in its event log.
import { isDeepStrictEqual } from "node:util";
import type { Op } from "../../../src/engine/plan/step";
import type { Severity } from "../../../src/engine/run/events";
import type { Outcome, StepDone } from "./operate";

/** A resource, before or after a step. */
interface Told {
    readonly id: string;
    readonly custom?: boolean;
    readonly outputs: unknown;
}

interface StepEvent {
    readonly metadata: {
        readonly op: string;
        readonly urn: string;
        readonly type: string;
        readonly old: Told | null;
        readonly new: Told | null;
    };
}

/** A line of the log. */
interface CliEvent {
    readonly resourcePreEvent?: StepEvent;
    readonly resOutputsEvent?: StepEvent;
    readonly resOpFailedEvent?: StepEvent;
    readonly diagnosticEvent?: {
        readonly severity: Severity | "debug";
        readonly urn?: string;
        readonly message: string;
        readonly ephemeral?: boolean;
    };
}

type Heard = Pick<Outcome, "steps" | "diagnostics" | "rows">;

const resultOf = ({ metadata: { old, new: next } }: StepEvent): StepDone["result"] => {
    if (next === null) return "delete";
    return isDeepStrictEqual(old?.outputs, next.outputs) ? "same" : "update";
};

function stepsOf(events: readonly CliEvent[]): StepDone[] {
    const steps: { -readonly [Key in keyof StepDone]: StepDone[Key] }[] = [];
    for (const { resourcePreEvent: begun, resOutputsEvent: done, resOpFailedEvent: failed } of events) {
        if (begun !== undefined) {
            const { op, urn, type, old, new: next } = begun.metadata;
            if (type.startsWith("pulumi:") || (old ?? next)?.custom !== true) continue;
            steps.push({ op: op as Op, urn, oldId: old?.id, result: undefined, outcome: undefined });
        }
        const ended = done ?? failed;
        if (ended === undefined) continue;
        const { op, urn } = ended.metadata;
        const open = steps.filter((step) => step.urn === urn && step.outcome === undefined);
        // A refresh ends under the name of what it has found.
        const step = open.find((each) => each.op === op) ?? open.find((each) => each.op === "refresh");
        if (step === undefined) continue;
        step.outcome = done === undefined ? "failed" : "done";
        if (step.op === "refresh" && done !== undefined) step.result = resultOf(done);
    }
    return steps;
}

/** The placeholders for colours. */
const colourMark = /<\{%.*?%\}>/g;

export function readEvents(log: string): Heard {
    const events = log
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as CliEvent);
    const lines = events.flatMap(({ diagnosticEvent }) =>
        diagnosticEvent === undefined || diagnosticEvent.severity === "debug"
            ? []
            : {
                  severity: diagnosticEvent.severity,
                  urn: diagnosticEvent.urn,
                  message: diagnosticEvent.message.replace(colourMark, "").trim(),
                  isRow: diagnosticEvent.ephemeral === true,
              },
    );
    return {
        steps: stepsOf(events),
        diagnostics: lines.flatMap(({ isRow, severity, urn, message }) =>
            isRow ? [] : { severity, ...(urn === undefined ? {} : { urn }), message },
        ),
        rows: lines.flatMap(({ isRow, urn, message }) => (isRow ? { urn, message } : [])),
    };
}
