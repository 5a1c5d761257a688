import { type Outcome, faultText } from "./transport";
import type { Redactor } from "./redact";
import { requestIdOf } from "./response";
import type { Request } from "./request";
import { wallTime, type Clock } from "../clock";
import { startDeadline } from "./deadline";
import { isMaybeApplied } from "./errors";
import { retryPause, retryAfterOf } from "./retry";

/** One attempt at a request, for logs. It contains no header, no query, no body and no secret. */
export interface Attempt {
    readonly method: string;
    /** Without the base URL and the query. */
    readonly path: string;
    /** 1 for the first attempt. */
    readonly count: number;
    /** Undefined where there was no answer. */
    readonly status: number | undefined;
    /** Why there was no answer. */
    readonly fault: string | undefined;
    readonly milliseconds: number;
    readonly requestId: string | undefined;
}

interface Circumstances extends Pick<Attempt, "count" | "milliseconds"> {
    /** Removes secrets: a server may repeat one in its request id, a program may have one in an id. */
    readonly redactor: Redactor;
}

export function attemptOf(
    { method, path }: Pick<Request, "method" | "path">,
    outcome: Outcome,
    { redactor, count, milliseconds }: Circumstances,
): Attempt {
    const about = { method, path: redactor.redact(path), count, milliseconds };
    if ("cause" in outcome)
        return {
            ...about,
            status: undefined,
            fault: redactor.redactForeign(faultText(outcome.cause)),
            requestId: undefined,
        };
    const requestId = requestIdOf(outcome.headers);
    return {
        ...about,
        status: outcome.status,
        fault: undefined,
        requestId: requestId === undefined ? undefined : redactor.redactForeign(requestId),
    };
}

export interface Sending {
    readonly clock: Clock;
    /** Deadline of the whole call, in milliseconds. */
    readonly timeout: number;
    /** `count`: 1 for the first attempt. */
    readonly attempt: (request: Request, signal: AbortSignal, count: number) => Promise<Outcome>;
}

export interface Sent {
    readonly outcome: Outcome;
    /** Number of attempts. */
    readonly attempts: number;
    /** An attempt before the last one may have been applied by the server. */
    readonly maybeApplied: boolean;
    /** The response's `Retry-After`, in milliseconds. */
    readonly retryAfter?: number;
}

/**
 * Sends a request and retries it until it succeeds, must not be repeated, or the next attempt would miss the deadline.
 */
export async function send(request: Request, { clock, timeout, attempt }: Sending): Promise<Sent> {
    const deadline = startDeadline(clock, timeout);
    try {
        for (let [count, maybeApplied] = [1, false]; ; count++) {
            const outcome = await attempt(request, deadline.signal, count);
            const refused = "status" in outcome && outcome.status >= 400;
            const retryAfter = refused ? retryAfterOf(outcome.headers, wallTime(clock)) : undefined;
            const pause = retryPause({ method: request.method, outcome, retryAfter, count }, Math.random());
            if (pause === undefined || clock.now() + pause >= deadline.at) {
                return { outcome, attempts: count, maybeApplied, retryAfter };
            }
            maybeApplied ||= isMaybeApplied(outcome);
            await clock.sleep(pause);
        }
    } finally {
        deadline.end();
    }
}
