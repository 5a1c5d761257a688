import type { Clock } from "../clock";
import { startDeadline } from "./deadline";
import type { Outcome } from "./exchange";
import { headerOf } from "./refusal";
import type { Request } from "./request";
import { retryPause } from "./retry";
import { parseRetryAfter } from "./retryAfter";

export interface Sending {
    readonly clock: Clock;
    /** The whole call, in milliseconds. */
    readonly timeout: number;
    readonly signal?: AbortSignal;
    /** One attempt. */
    readonly attempt: (request: Request, signal: AbortSignal) => Promise<Outcome>;
}

/** Tries until there is an outcome to keep: an answer, a failure that must not be repeated, or no time for another attempt. */
export async function send(request: Request, sending: Sending): Promise<{ outcome: Outcome; attempts: number }> {
    const { clock, timeout, signal, attempt } = sending;
    const deadline = startDeadline(clock, timeout, signal);
    try {
        for (let count = 1; ; count++) {
            const outcome = await attempt(request, deadline.signal);
            signal?.throwIfAborted();
            const retryAfter =
                "status" in outcome
                    ? parseRetryAfter(headerOf(outcome.headers, "retry-after"), clock.now())
                    : undefined;
            const pause = retryPause({ method: request.method, outcome, retryAfter, count }, Math.random());
            if (pause === undefined || clock.now() + pause >= deadline.at) return { outcome, attempts: count };
            await clock.sleep(pause, signal);
        }
    } finally {
        deadline.end();
    }
}
