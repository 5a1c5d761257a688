import type { Answer, Headers } from "./exchange";
import type { Refused } from "./failure";
import { notJson, parseJson } from "./json";

/** Longer than any explanation; more is cut off. */
const longestMessage = 500;
/** Far longer than any error's body: it is the page of something on the way. */
const longestBody = 65_536;

/** One line of printable text: a server's words end on a terminal. */
const oneLine = (text: string) =>
    text
        .replace(/[\p{C}\s]+/gu, " ")
        .trim()
        .slice(0, longestMessage);

function wordsOf(value: unknown): string | undefined {
    if (typeof value === "number") return String(value);
    return typeof value === "string" && value.trim() !== "" ? oneLine(value) : undefined;
}

const field = (value: unknown, name: string): unknown =>
    typeof value === "object" && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined;

export function headerOf(headers: Headers, name: string): string | undefined {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
}

/** The contract names no header for it; these two are the usual ones. */
const requestIdOf = (headers: Headers) => wordsOf(headerOf(headers, "x-request-id") ?? headerOf(headers, "request-id"));

/** Reads an error's body: `{ code?, message? }`, the same within `error`, plain text, or anything else and nothing. */
export function readRefusal({ status, headers, text }: Answer): Refused {
    const refused = { type: "refused", status, requestId: requestIdOf(headers) } as const;
    const isPage = text.length > longestBody || text.trimStart().startsWith("<");
    if (isPage) return refused;
    const json = parseJson(text);
    if (json === notJson) return { ...refused, message: wordsOf(text) };
    const inner = field(json, "error");
    return {
        ...refused,
        code: wordsOf(field(json, "code") ?? field(inner, "code")),
        message: wordsOf(field(json, "message") ?? field(inner, "message") ?? inner ?? json),
    };
}
