import { headerOf, notJson, type Answer, type Headers } from "./transport";
import type { Refused } from "./errors";
import { z } from "zod";
import { type Endpoint, camelize, camelWord } from "./endpoint";
import type { UnreadableRecord } from "./lists";

/** Longer bodies, in characters, are assumed to be a proxy's page and are ignored. */
const longestBody = 65_536;

function textOf(value: unknown): string | undefined {
    if (typeof value === "number") return String(value);
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

const field = (value: unknown, name: string): unknown =>
    typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;

/** The contract does not name a header for the request id; these two are common. */
export const requestIdOf = (headers: Headers): string | undefined =>
    textOf(headerOf(headers, "x-request-id")) ?? textOf(headerOf(headers, "request-id"));

/** Parses an error body: `{ code?, message? }`, the same nested in `error`, or plain text. Anything else is ignored. */
export function readRefusal({ status, headers, text, json }: Answer): Refused {
    const structured = typeof json === "object" && json !== null && !Array.isArray(json);
    const refused = { type: "refused", status, structured, requestId: requestIdOf(headers) } as const;
    const isPage = text.length > longestBody || text.trimStart().startsWith("<");
    if (isPage) return refused;
    if (json === notJson) return { ...refused, message: textOf(text) };
    const inner = field(json, "error");
    return {
        ...refused,
        code: textOf(field(json, "code")) ?? textOf(field(inner, "code")),
        message: [field(json, "message"), field(inner, "message"), inner, json].map(textOf).find(Boolean),
    };
}

export type Unreadable = Omit<UnreadableRecord, "error">;

export type ParsedAnswer =
    | { readonly record: unknown }
    | { readonly records: readonly unknown[]; readonly unreadable: readonly Unreadable[] }
    | { readonly contractViolation: string };

/** The first schema violation, prefixed with the path to the field in the API's names. */
function violationOf(error: z.ZodError, start: readonly PropertyKey[] = []): string {
    const [issue] = error.issues;
    const path = [...start, ...(issue?.path ?? [])];
    const place = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
    return `${place.replace(/^\./, "") || "the body"}: ${issue?.message ?? "invalid"}`;
}

/** The schema of the items if `answer` is a list. */
const recordOf = (answer: z.ZodType): z.ZodType | undefined =>
    answer instanceof z.ZodArray ? (answer.element as z.ZodType) : undefined;

/** The first of these fields that is a non-empty string. */
function textIn(raw: unknown, ...names: string[]): string | undefined {
    const fields = new Map(typeof raw === "object" && raw !== null ? Object.entries(raw) : []);
    return names
        .map((name) => fields.get(name) as unknown)
        .find((value) => typeof value === "string" && value !== "") as string | undefined;
}

/** Parses each record separately, so that one invalid record does not make the whole list unreadable. */
function readRecords(schema: z.ZodType, raws: readonly unknown[]): ParsedAnswer {
    const records: unknown[] = [];
    const unreadable: Unreadable[] = [];
    for (const [index, raw] of raws.entries()) {
        const read = schema.safeParse(raw);
        if (read.success) records.push(camelize(read.data));
        else {
            const id = textIn(raw, "id", "service_id");
            unreadable.push({ id, name: textIn(raw, "name"), detail: violationOf(read.error, [index]) });
        }
    }
    return { records, unreadable };
}

/** The id of another record than the one that the path names. */
function otherId({ shows }: Endpoint, record: unknown, args: object): string | undefined {
    if (shows === undefined) return undefined;
    const asked: unknown = Object.entries(args).find(([name]) => name === camelWord(shows))?.[1];
    const id = textIn(record, "serviceId") ?? textIn(record, "id");
    return id === asked ? undefined : id;
}

/**
 * Parses the body of a 2xx: the record or list with camelCase keys, or the first contract violation and its place.
 *
 * @param body - with the parsed text, or {@link notJson}.
 * @param args - the arguments of the call, which name the record.
 */
export function readAnswer(
    endpoint: Endpoint,
    { text, json }: Pick<Answer, "text" | "json">,
    args: object,
): ParsedAnswer {
    // A proxy's page tells nothing of the API, not even that the call has reached it.
    if (json === notJson && /^\s*</.test(text)) return { contractViolation: "the body is not JSON" };
    if (!endpoint.answer) return { record: undefined };
    const inList = recordOf(endpoint.answer);
    if (inList !== undefined && Array.isArray(json)) return readRecords(inList, json);
    const read = endpoint.answer.safeParse(json);
    if (read.success) {
        const record = camelize(read.data);
        const other = otherId(endpoint, record, args);
        return other === undefined ? { record } : { contractViolation: `it is the record of ${other}` };
    }
    if (endpoint.mayBeEmpty) return { record: undefined };
    if (text === "") return { contractViolation: "no body" };
    return { contractViolation: json === notJson ? "the body is not JSON" : violationOf(read.error) };
}
