import { headerOf, notJson, type Answer, type Headers } from "./exchange";
import type { Refused } from "./failure";

/** Longer bodies, in characters, are assumed to be a proxy's page and are ignored. */
const longestBody = 65_536;

function wordsOf(value: unknown): string | undefined {
    if (typeof value === "number") return String(value);
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

const field = (value: unknown, name: string): unknown =>
    typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;

/** The contract does not name a header for the request id; these two are common. */
export const requestIdOf = (headers: Headers): string | undefined =>
    wordsOf(headerOf(headers, "x-request-id")) ?? wordsOf(headerOf(headers, "request-id"));

/** Parses an error body: `{ code?, message? }`, the same nested in `error`, or plain text. Anything else is ignored. */
export function readRefusal({ status, headers, text, json }: Answer): Refused {
    const structured = typeof json === "object" && json !== null && !Array.isArray(json);
    const refused = { type: "refused", status, structured, requestId: requestIdOf(headers) } as const;
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
