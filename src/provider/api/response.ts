import { isObject } from "../../shared/objects";
import { z } from "zod";
import { headerOf, notJson, type Answer, type Headers, type Outcome } from "./transport";
import type { ApiError, Refusal } from "./errors";
import { type Endpoint, camelize, camelWord, type RecordList, type UnreadableRecord } from "./endpoint";
import { idFieldOf, mayBeRecord, type Note, readFields, readShown, withoutRepeats } from "./shown";
import { quoted } from "../../shared/visible";

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

type Violation = (detail: string, shown?: object) => ApiError;

const text = z.string();
const textAt = (raw: unknown, name: string | undefined): string | undefined =>
    name === undefined ? undefined : (readShown(text, field(raw, name), () => undefined) as string | undefined);

/** Reads each record separately, so that one that cannot be read does not make the whole list unreadable. */
function readRecords(
    schema: z.ZodType,
    raws: readonly unknown[],
    note: Note,
    violation: Violation,
): RecordList<unknown> {
    const records: unknown[] = [];
    const unreadable: UnreadableRecord[] = [];
    for (const [index, raw] of raws.entries()) {
        const read = readShown(schema, raw, note);
        if (read !== undefined) records.push(read);
        else if (mayBeRecord(raw)) unreadable.push(unreadableRecord(raw, `[${index}]`, schema, violation));
    }
    return { records: withoutRepeats(schema, records).map(camelize), unreadable };
}

function unreadableRecord(raw: unknown, place: string, schema: z.ZodType, violation: Violation): UnreadableRecord {
    const idField = idFieldOf(schema) ?? "id";
    // A list may have the ids alone.
    const id = typeof raw === "string" ? raw : undefined;
    const name = textAt(raw, "name");
    const detail =
        id === undefined ? `${place}.${idField}: it shows no id that can be read` : `${place}: it is no record`;
    const identity = [id && `id ${id}`, name && `name ${quoted(name)}`].filter(Boolean).join(", ");
    return { id, name, detail, error: violation(identity ? `${detail} (${identity})` : detail) };
}

/** The id of another record than the one that the path names. */
function otherId({ shows }: Endpoint, record: unknown, args: object): string | undefined {
    if (shows === undefined) return undefined;
    const id = textAt(record, "serviceId") ?? textAt(record, "id");
    return id === field(args, camelWord(shows)) ? undefined : id;
}

/** Reads the body of a 2xx: the record or list with camelCase keys. @throws ApiError - if it shows no record, or no list. */
export function readAnswer(
    endpoint: Endpoint,
    args: object,
    { text, json }: Answer,
    note: Note,
    violation: Violation,
): unknown {
    // A proxy's page tells nothing of the API, not even that the call has reached it.
    if (json === notJson && /^\s*</.test(text)) throw violation("the body is not JSON");
    const { answer, mayBeEmpty, shows } = endpoint;
    if (!answer) return undefined;
    if (answer instanceof z.ZodArray && Array.isArray(json))
        return readRecords(answer.element as z.ZodType, json, note, violation);
    const idField = idFieldOf(answer);
    // What a change is answered with, other than the record, tells nothing that is needed.
    const isBeside = mayBeEmpty && shows !== undefined && idField !== undefined && field(json, idField) === undefined;
    const noteOf = isBeside ? () => undefined : note;
    const read = answer instanceof z.ZodArray || json === notJson ? undefined : readShown(answer, json, noteOf);
    if (read !== undefined) {
        const record = camelize(read);
        const other = otherId(endpoint, record, args);
        if (other !== undefined) throw violation(`it is the record of ${other}`);
        return record;
    }
    const fields = answer instanceof z.ZodObject ? readFields(answer, json, () => undefined) : undefined;
    // Of what it creates, an answer may show what no other does.
    const isOfNew = shows === undefined && idField !== undefined && Object.keys(fields ?? {}).length > 0;
    if (mayBeEmpty && !isOfNew) return undefined;
    if (text === "") throw violation("no body");
    if (json === notJson) throw violation("the body is not JSON");
    if (!(answer instanceof z.ZodObject)) throw violation("it is no list");
    if (fields === undefined) throw violation("it is no record");
    throw violation(`it shows no ${idField} that can be read`, camelize(fields));
}

// Only a GET follows a redirect, and only within its origin: the key goes nowhere else, and no change is made twice.
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** How many redirects in a row a GET follows. */
export const mostRedirects = 3;

/** Where an answer redirects to; undefined for any other answer, and where the address cannot be read. */
export function redirectOf(outcome: Outcome, requested: string): URL | undefined {
    const location =
        "status" in outcome && redirects.includes(outcome.status) ? headerOf(outcome.headers, "location") : undefined;
    return location !== undefined && URL.canParse(location, requested) ? new URL(location, requested) : undefined;
}

/** For errors: without the query, which may contain a secret. */
export function redirectText(answer: Answer, requested: string): string {
    const target = redirectOf(answer, requested);
    const to = target === undefined ? "" : ` to ${target.origin}${target.pathname}`;
    return `it is a redirect${to}; the base URL has to be the address of the API itself`;
}
