import { wallTime, type Clock } from "../clock";
import { mayHaveBeenApplied } from "./errors";
import type { Request } from "./request";
import { retryAfterOf, retryPause } from "./retry";
import { DeadlineExceeded, type Outcome } from "./transport";

export interface Sending {
    readonly clock: Clock;
    /** Deadline of the whole call, in milliseconds. */
    readonly timeout: number;
    /** `count`: 1 for the first attempt. */
    readonly attempt: (request: Request, signal: AbortSignal, count: number) => Promise<Outcome>;
}

/** Why a timer ended early. One for all: an abort without a reason makes an error with a stack trace. */
const ended = new Error("the deadline was released");

/**
 * Sends a request and retries it until it succeeds, must not be repeated, or the next attempt would miss the deadline.
 * Returns the last outcome, the number of attempts, whether the server may have applied one of them, and the
 * `Retry-After` of a refusal in milliseconds.
 */
export async function send(request: Request, { clock, timeout, attempt }: Sending) {
    const [deadline, timer] = [new AbortController(), new AbortController()];
    clock.sleep(timeout, timer.signal).then(
        () => deadline.abort(new DeadlineExceeded(timeout)),
        () => undefined, // ended before the deadline
    );
    const endsAt = clock.now() + timeout;
    try {
        for (let [attempts, maybeApplied] = [1, false]; ; attempts++) {
            const outcome = await attempt(request, deadline.signal, attempts);
            maybeApplied ||= mayHaveBeenApplied(outcome);
            const refused = "status" in outcome && outcome.status >= 400;
            const retryAfter = refused ? retryAfterOf(outcome.headers, wallTime(clock)) : undefined;
            const attempted = { method: request.method, outcome, retryAfter, count: attempts };
            const pause = retryPause(attempted, Math.random());
            if (pause === undefined || clock.now() + pause >= endsAt)
                return { outcome, attempts, maybeApplied, retryAfter };
            await clock.sleep(pause);
        }
    } finally {
        timer.abort(ended);
    }
}
