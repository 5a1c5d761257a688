import type { IncomingHttpHeaders } from "node:http";

export type Headers = IncomingHttpHeaders;

/** A header's text; the first one where it came several times. */
export function headerOf(headers: Headers, name: string): string | undefined {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
}
