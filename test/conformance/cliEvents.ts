import { cleanMessage, shortUrn } from "./cleaned";
import type { Recorded, RecordedStep } from "./recording";

interface Metadata {
    metadata: { op: string; urn: string; keys?: string[] };
}

/** A line of the CLI's event log. */
export interface CliEvent {
    resourcePreEvent?: Metadata;
    resOutputsEvent?: Metadata;
    resOpFailedEvent?: Metadata;
    summaryEvent?: { resourceChanges?: Record<string, number> };
    diagnosticEvent?: { severity: string; urn?: string; message: string; ephemeral?: boolean };
}

const keyOf = ({ metadata }: Metadata) => `${metadata.op} ${metadata.urn}`;

function outcomes(events: CliEvent[]): Map<string, string> {
    const found = new Map<string, string>();
    for (const { resOutputsEvent, resOpFailedEvent } of events) {
        if (resOutputsEvent) found.set(keyOf(resOutputsEvent), "done");
        if (resOpFailedEvent) found.set(keyOf(resOpFailedEvent), "failed");
    }
    return found;
}

function stepsOf(events: CliEvent[], preview: boolean): RecordedStep[] {
    const outcome = outcomes(events);
    return events
        .flatMap(({ resourcePreEvent }) => resourcePreEvent ?? [])
        .map((event) => ({
            op: event.metadata.op,
            urn: shortUrn(event.metadata.urn),
            outcome: outcome.get(keyOf(event)) ?? (preview ? undefined : "none"),
            ...(event.metadata.keys?.length && { keys: event.metadata.keys }),
        }));
}

/** What the CLI has told of an operation, in the form of the recordings. */
export function recordedEvents(
    events: CliEvent[],
    preview: boolean,
    dir: string,
): Pick<Recorded, "changes" | "steps" | "diagnostics"> {
    return {
        changes: events.find(({ summaryEvent }) => summaryEvent)?.summaryEvent?.resourceChanges ?? null,
        steps: stepsOf(events, preview),
        diagnostics: events
            .flatMap(({ diagnosticEvent }) => diagnosticEvent ?? [])
            .filter(({ severity, ephemeral }) => ephemeral !== true && severity !== "debug")
            .map(({ severity, urn, message }) => ({
                severity,
                ...(urn && { urn: shortUrn(urn) }),
                message: cleanMessage(message.replace(/<\{%.*?%\}>/g, ""), dir),
            })),
    };
}
