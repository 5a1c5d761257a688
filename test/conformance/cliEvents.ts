import { type CliEvent, messagesIn, type StepEvent } from "../e2e/support/cli";
import { cleanMessage, shortUrn } from "./cleaned";
import type { Recorded, RecordedStep } from "./recording";

const keyOf = ({ metadata }: StepEvent) => `${metadata.op} ${metadata.urn}`;

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
        diagnostics: messagesIn(events).map(({ severity, urn, message }) => ({
            severity,
            ...(urn && { urn: shortUrn(urn) }),
            message: cleanMessage(message, dir),
        })),
    };
}
