import { headerOf, type Headers } from "./headers";

/**
 * The pause that a server asks for, in milliseconds: its `Retry-After` header is a number of seconds or a date.
 * `undefined` where there is none, or none that can be read.
 */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
    const text = headerOf(headers, "retry-after")?.trim() ?? "";
    if (/^\d+$/.test(text)) return Number(text) * 1000;
    // `Date.parse` takes nearly anything; a date of HTTP begins with its day and ends with its zone.
    if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .* GMT$/.test(text)) return undefined;
    const date = Date.parse(text);
    return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
