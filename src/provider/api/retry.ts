import {
    defaults,
    headerOf,
    isNothing,
    isPermanent,
    longestTimeout,
    type Headers,
    type Outcome,
    type Verb,
} from "./transport";

/** Parses an HTTP date into milliseconds since the epoch. */
export function httpDate(text = ""): number | undefined {
    // `Date.parse` accepts almost anything, so the format is checked first.
    if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .* GMT$/.test(text)) return undefined;
    const date = Date.parse(text);
    return Number.isNaN(date) ? undefined : date;
}

/**
 * Parses `Retry-After`, which is a number of seconds or an HTTP date, into milliseconds. A date is relative to the
 * response's own `Date` header if it has one, because the server's clock may differ from the local one.
 */
export function retryAfterOf(headers: Headers, wallTime: number): number | undefined {
    const text = headerOf(headers, "retry-after")?.trim() ?? "";
    const date = httpDate(text);
    if (date === undefined && !/^\d+$/.test(text)) return undefined;
    const now = httpDate(headerOf(headers, "date")?.trim()) ?? wallTime;
    const pause = date === undefined ? Number(text) * 1000 : date - now;
    return Math.min(Math.max(0, pause), longestTimeout);
}

export interface AttemptResult {
    readonly method: Verb;
    readonly outcome: Outcome;
    /** The response's `Retry-After`, in milliseconds. */
    readonly retryAfter?: number;
    /** Number of attempts so far, including this one. */
    readonly count: number;
}

/**
 * Whether the failure is temporary and repeating the request changes nothing. A POST or DELETE is repeated only if it was
 * never sent: a response of any status, even 429 or 503, may come after the change was applied, so the caller must look
 * first.
 */
function mayRetry({ method, outcome }: AttemptResult): boolean {
    if ("cause" in outcome) return !isPermanent(outcome.cause) && (method === "GET" || !outcome.sent);
    if (method !== "GET") return false;
    const { status, json } = outcome;
    // A 2xx without JSON comes from a proxy that responded in the server's place, or truncated the body.
    return status === 429 || status >= 500 || (status < 300 && isNothing(json));
}

/**
 * The pause before the next attempt, in milliseconds; `undefined` if the call must not be retried. A positive
 * `Retry-After` is used as is; otherwise the pause backs off exponentially. Half of it is chance (`random`, below 1), so
 * that calls that failed together are not retried together.
 */
export function retryPause(attempt: AttemptResult, random: number): number | undefined {
    const { outcome, retryAfter, count } = attempt;
    if (!mayRetry(attempt)) return undefined;
    const isAskedTo = retryAfter !== undefined || ("status" in outcome && outcome.status === 429);
    if (count >= defaults.maxAttempts && !isAskedTo) return undefined;
    const backOff = Math.min(defaults.longestPause, defaults.firstPause * 2 ** (count - 1));
    return retryAfter || (backOff * (1 + random)) / 2;
}
