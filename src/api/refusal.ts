import type { Answer } from "./exchange";
import type { Refused } from "./failure";
import { headerOf, type Headers } from "./headers";
import { notJson } from "./json";

/** Far longer than any error's body: what is longer is a page of something on the way. */
const longestBody = 65_536;

function wordsOf(value: unknown): string | undefined {
    if (typeof value === "number") return String(value);
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

const field = (value: unknown, name: string): unknown =>
    typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;

/** The contract names no header for it; these two are the usual ones. */
export const requestIdOf = (headers: Headers): string | undefined =>
    wordsOf(headerOf(headers, "x-request-id")) ?? wordsOf(headerOf(headers, "request-id"));

/** Reads an error's body: `{ code?, message? }`, the same within `error`, plain text, or anything else and nothing. */
export function readRefusal({ status, headers, text, json }: Answer): Refused {
    const refused = { type: "refused", status, requestId: requestIdOf(headers) } as const;
    const isPage = text.length > longestBody || text.trimStart().startsWith("<");
    if (isPage) return refused;
    if (json === notJson) return { ...refused, message: wordsOf(text) };
    const inner = field(json, "error");
    return {
        ...refused,
        code: wordsOf(field(json, "code")) ?? wordsOf(field(inner, "code")),
        message: [field(json, "message"), field(inner, "message"), inner, json].map(wordsOf).find(Boolean),
    };
}
