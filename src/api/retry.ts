import { defaults } from "./defaults";
import type { Endpoint } from "./endpoint";
import { isNothing, type Answer, type Outcome } from "./exchange";
import { isPermanent } from "./transportFault";

export interface AttemptResult {
    readonly method: Endpoint["verb"];
    readonly outcome: Outcome;
    /** The response's `Retry-After`, in milliseconds. */
    readonly retryAfter?: number;
    /** Number of attempts so far, including this one. */
    readonly count: number;
}

/** A 2xx without JSON (a proxy responded in the server's place, or truncated the body) or with `null`. */
const isUnreadable = ({ status, json }: Answer) => status >= 200 && status < 300 && isNothing(json);

/**
 * Whether the failure is temporary and repeating the request is idempotent. A POST is repeated only if it was never
 * sent: a response of any status, even 429 or 503, may come after the change was applied, so the caller must check
 * first.
 */
function mayRetry({ method, outcome }: AttemptResult): boolean {
    if ("cause" in outcome) return !isPermanent(outcome.cause) && (method !== "POST" || !outcome.sent);
    const { status } = outcome;
    if (method === "POST") return false;
    if (status === 429 || (method === "GET" && isUnreadable(outcome))) return true;
    return method === "GET" ? status >= 500 : status === 502 || status === 503 || status === 504;
}

/** Whether the server asks for a retry. */
const isAskedTo = ({ outcome, retryAfter }: AttemptResult) =>
    retryAfter !== undefined || ("status" in outcome && outcome.status === 429);

/** Exponential back-off with 50 % jitter, so that calls that failed together are not retried together. */
function backOff(count: number, random: number): number {
    const pause = Math.min(defaults.longestPause, defaults.firstPause * 2 ** (count - 1));
    return (pause * (1 + random)) / 2;
}

/**
 * The pause before the next attempt, in milliseconds; `undefined` if the call must not be retried. A positive
 * `Retry-After` is used as is; otherwise the pause backs off exponentially.
 *
 * @param random - in [0, 1).
 */
export function retryPause(attempt: AttemptResult, random: number): number | undefined {
    if (!mayRetry(attempt)) return undefined;
    if (attempt.count >= defaults.maxAttempts && !isAskedTo(attempt)) return undefined;
    return attempt.retryAfter || backOff(attempt.count, random);
}
