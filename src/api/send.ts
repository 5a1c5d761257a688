import { wallTime, type Clock } from "../clock";
import { startDeadline } from "./deadline";
import { isMaybeApplied } from "./errorKind";
import type { Outcome } from "./exchange";
import type { Request } from "./request";
import { retryPause } from "./retry";
import { retryAfterOf } from "./retryAfter";

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
