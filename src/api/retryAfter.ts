import { headerOf, type Headers } from "./exchange";

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
