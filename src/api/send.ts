import type { Clock } from "../clock";
import { startDeadline } from "./deadline";
import type { Outcome } from "./exchange";
import type { Request } from "./request";
import { retryPause } from "./retry";
import { retryAfterOf } from "./retryAfter";

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
            // An answer that came before the end is given: there may be a new thing's id in it.
            if ("cause" in outcome) signal?.throwIfAborted();
            const retryAfter = "status" in outcome ? retryAfterOf(outcome.headers, clock.now()) : undefined;
            const pause = retryPause({ method: request.method, outcome, retryAfter, count }, Math.random());
            if (pause === undefined || clock.now() + pause >= deadline.at) return { outcome, attempts: count };
            await clock.sleep(pause, signal);
        }
    } finally {
        deadline.end();
    }
}
