import { defaults } from "./defaults";
import type { Endpoint } from "./endpoints";
import type { Answer, Outcome } from "./exchange";
import { notJson } from "./json";
import { isPermanent } from "./transportFault";

export interface Attempt {
    readonly method: Endpoint["verb"];
    readonly outcome: Outcome;
    /** What the server's `Retry-After` asks for, in milliseconds. */
    readonly retryAfter?: number;
    /** How many attempts there have been, this one included. */
    readonly count: number;
}

/** A success without its record: something on the way answered in the server's place, or cut the answer short. */
const isUnreadable = ({ status, json }: Answer) => status >= 200 && status < 300 && json === notJson;

/**
 * Whether the failure may pass, and repeating the request cannot do the work twice. A POST is repeated only if it never left: an
 * answer of any status may come after the work was done, even one that asks to come back. Who sent it looks first.
 */
function mayRetry({ method, outcome }: Attempt): boolean {
    if ("cause" in outcome) return !isPermanent(outcome.cause) && (method !== "POST" || !outcome.sent);
    const { status } = outcome;
    if (method === "POST") return false;
    if (status === 429 || (method === "GET" && isUnreadable(outcome))) return true;
    return method === "GET" ? status >= 500 : status === 502 || status === 503 || status === 504;
}

/** Whether the server itself says that it is only a matter of time. */
const isAskedTo = ({ outcome, retryAfter }: Attempt) =>
    retryAfter !== undefined || ("status" in outcome && outcome.status === 429);

/** Exponential, with half of it by chance, so that what failed together does not come back together. */
function backOff(count: number, random: number): number {
    const pause = Math.min(defaults.longestPause, defaults.firstPause * 2 ** (count - 1));
    return (pause * (1 + random)) / 2;
}

/**
 * How long to pause before the next attempt, in milliseconds; `undefined`: there is none.
 * A server that names a time is obeyed to the letter; one that names none, or now, is spared by backing off.
 *
 * @param random - in [0, 1).
 */
export function retryPause(attempt: Attempt, random: number): number | undefined {
    if (!mayRetry(attempt)) return undefined;
    if (attempt.count >= defaults.maxAttempts && !isAskedTo(attempt)) return undefined;
    return attempt.retryAfter || backOff(attempt.count, random);
}
