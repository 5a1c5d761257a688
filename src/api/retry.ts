import { headerOf, type Headers, defaults, isNothing, type Answer, type Outcome, isPermanent } from "./transport";
import type { Endpoint } from "./endpoint";

/** The maximum delay of `setTimeout` in milliseconds, about 25 days. */
const longest = 2 ** 31 - 1;

/** Parses an HTTP date into milliseconds since the epoch. */
function httpDate(text: string): number | undefined {
    // `Date.parse` accepts almost anything, so the format is checked first.
    if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .* GMT$/.test(text)) return undefined;
    const date = Date.parse(text);
    return Number.isNaN(date) ? undefined : date;
}

const textOf = (headers: Headers, name: string): string => headerOf(headers, name)?.trim() ?? "";

/**
 * Parses `Retry-After`, which is a number of seconds or an HTTP date, into milliseconds. A date is relative to the
 * response's own `Date` header, because the server's clock may differ from the local one. `undefined` if the header is
 * missing or invalid.
 *
 * @param wallTime - used if the response has no `Date` header.
 */
export function retryAfterOf(headers: Headers, wallTime: number): number | undefined {
    const text = textOf(headers, "retry-after");
    const isSeconds = /^\d+$/.test(text);
    const date = httpDate(text);
    if (!isSeconds && date === undefined) return undefined;
    const pause = date === undefined ? Number(text) * 1000 : date - (httpDate(textOf(headers, "date")) ?? wallTime);
    return Math.min(Math.max(0, pause), longest);
}

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
