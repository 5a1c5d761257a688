import { z } from "zod";
import { headerOf, notJson, type Answer, type Headers } from "./transport";
import type { ApiError, Refusal } from "./errors";
import { type Endpoint, camelize, camelWord, isObject } from "./endpoint";
import type { RecordList, UnreadableRecord } from "./lists";

/** Longer bodies, in characters, are assumed to be a proxy's page and are ignored. */
const longestBody = 65_536;

function textOf(value: unknown): string | undefined {
    if (typeof value === "number") return String(value);
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

const field = (value: unknown, name: string): unknown =>
    isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The contract does not name a header for the request id; these two are common. */
export const requestIdOf = (headers: Headers): string | undefined =>
    textOf(headerOf(headers, "x-request-id")) ?? textOf(headerOf(headers, "request-id"));

/** Parses an error body: `{ code?, message? }`, the same nested in `error`, or plain text. Anything else is ignored. */
export function readRefusal({ status, text, json }: Answer): Refusal {
    const structured = isObject(json);
    if (text.length > longestBody || text.trimStart().startsWith("<")) return { status, structured };
    if (json === notJson) return { status, structured, message: textOf(text) };
    const inner = field(json, "error");
    return {
        status,
        structured,
        code: textOf(field(json, "code")) ?? textOf(field(inner, "code")),
        message: [field(json, "message"), field(inner, "message"), inner, json].map(textOf).find(Boolean),
    };
}

/** The first schema violation, prefixed with the path to the field in the API's names. */
function violationOf(error: z.ZodError, start: readonly PropertyKey[] = []): string {
    const [issue] = error.issues;
    const path = [...start, ...(issue?.path ?? [])];
    const place = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
    return `${place.replace(/^\./, "") || "the body"}: ${issue?.message ?? "invalid"}`;
}

const textIn = (raw: unknown, ...names: string[]): string | undefined =>
    names.map((name) => field(raw, name)).find((value): value is string => typeof value === "string" && value !== "");

/** The same value in which no list, at any depth, repeats an id: two entries of one id are one record. */
function withoutRepeats(value: unknown): unknown {
    if (isObject(value))
        return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutRepeats(item)]));
    if (!Array.isArray(value)) return value;
    const seen = new Set<string>();
    const isNew = (item: unknown) => {
        const ids = [textIn(item, "id"), textIn(item, "service_id")];
        const key = JSON.stringify(ids);
        // What has no id is a record of its own.
        const isRepeat = ids.some(Boolean) && seen.has(key);
        seen.add(key);
        return !isRepeat;
    };
    return value.filter(isNew).map(withoutRepeats);
}

type Violation = (detail: string) => ApiError;

/** Parses each record separately, so that one invalid record does not make the whole list unreadable. */
function readRecords(schema: z.ZodType, raws: readonly unknown[], violation: Violation): RecordList<unknown> {
    const records: unknown[] = [];
    const unreadable: UnreadableRecord[] = [];
    for (const [index, raw] of raws.entries()) {
        const read = schema.safeParse(raw);
        if (read.success) {
            records.push(camelize(read.data));
            continue;
        }
        const [id, name] = [textIn(raw, "id", "service_id"), textIn(raw, "name")];
        const detail = violationOf(read.error, [index]);
        const identity = [id && `id ${id}`, name && `name ${JSON.stringify(name)}`].filter(Boolean).join(", ");
        unreadable.push({ id, name, detail, error: violation(identity ? `${detail} (${identity})` : detail) });
    }
    return { records, unreadable };
}

/** The id of another record than the one that the path names. */
function otherId({ shows }: Endpoint, record: unknown, args: object): string | undefined {
    if (shows === undefined) return undefined;
    const id = textIn(record, "serviceId", "id");
    return id === field(args, camelWord(shows)) ? undefined : id;
}

/** Parses the body of a 2xx: the record or list with camelCase keys. @throws ApiError - if the whole body violates the contract. */
export function readAnswer(endpoint: Endpoint, args: object, sent: Answer, violation: Violation): unknown {
    const [text, json] = [sent.text, withoutRepeats(sent.json)];
    // A proxy's page tells nothing of the API, not even that the call has reached it.
    if (json === notJson && /^\s*</.test(text)) throw violation("the body is not JSON");
    const { answer, mayBeEmpty } = endpoint;
    if (!answer) return undefined;
    if (answer instanceof z.ZodArray && Array.isArray(json))
        return readRecords(answer.element as z.ZodType, json, violation);
    const read = answer.safeParse(json);
    if (read.success) {
        const record = camelize(read.data);
        const other = otherId(endpoint, record, args);
        if (other !== undefined) throw violation(`it is the record of ${other}`);
        return record;
    }
    if (mayBeEmpty) return undefined;
    if (text === "") throw violation("no body");
    throw violation(json === notJson ? "the body is not JSON" : violationOf(read.error));
}
