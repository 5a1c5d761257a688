import { wallTime, type Clock } from "../clock";
import { startDeadline } from "./deadline";
import { leavesDoubt } from "./errorKind";
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

export interface Sent {
    readonly outcome: Outcome;
    /** How many there were. */
    readonly attempts: number;
    /** An attempt before the last one may have done what was asked for. */
    readonly doubt: boolean;
    /** How long the answer asks to wait, in milliseconds. */
    readonly retryAfter?: number;
}

/** Tries until there is an outcome to keep: an answer, a failure that must not be repeated, or no time for another attempt. */
export async function send(request: Request, sending: Sending): Promise<Sent> {
    const { clock, timeout, signal, attempt } = sending;
    const deadline = startDeadline(clock, timeout, signal);
    try {
        for (let [count, doubt] = [1, false]; ; count++) {
            const outcome = await attempt(request, deadline.signal);
            // An answer that came before the end is given: there may be a new thing's id in it.
            if ("cause" in outcome) signal?.throwIfAborted();
            const refused = "status" in outcome && outcome.status >= 400;
            const retryAfter = refused ? retryAfterOf(outcome.headers, wallTime(clock)) : undefined;
            const pause = retryPause({ method: request.method, outcome, retryAfter, count }, Math.random());
            if (pause === undefined || clock.now() + pause >= deadline.at) {
                return { outcome, attempts: count, doubt, retryAfter };
            }
            doubt ||= leavesDoubt(outcome);
            await clock.sleep(pause, signal);
        }
    } finally {
        deadline.end();
    }
}
