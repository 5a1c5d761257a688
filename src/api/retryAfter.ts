import { headerOf, type Headers } from "./headers";

/** What `setTimeout` takes at most, some 25 days: who waits that long can as well wait for ever. */
const longest = 2 ** 31 - 1;

/** A date of HTTP, in milliseconds since the epoch; `undefined` where the text is none. */
function httpDate(text: string): number | undefined {
    // `Date.parse` takes nearly anything; a date of HTTP begins with its day and ends with its zone.
    if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .* GMT$/.test(text)) return undefined;
    const date = Date.parse(text);
    return Number.isNaN(date) ? undefined : date;
}

const textOf = (headers: Headers, name: string): string => headerOf(headers, name)?.trim() ?? "";

/**
 * The pause that a server asks for, in milliseconds: its `Retry-After` header is a number of seconds or a date. A date is counted
 * from the `Date` of the same answer, since the server's clock and this machine's may differ. `undefined` where there is none, or
 * none that can be read.
 *
 * @param wallTime - for a date in an answer that does not say when it was sent.
 */
export function retryAfterOf(headers: Headers, wallTime: number): number | undefined {
    const text = textOf(headers, "retry-after");
    const isSeconds = /^\d+$/.test(text);
    const date = httpDate(text);
    if (!isSeconds && date === undefined) return undefined;
    const pause = date === undefined ? Number(text) * 1000 : date - (httpDate(textOf(headers, "date")) ?? wallTime);
    return Math.min(Math.max(0, pause), longest);
}
