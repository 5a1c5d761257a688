import { z } from "zod";
import type { Endpoint } from "./endpoint";
import { notJson } from "./exchange";
import { camelize } from "./keyCase";
import type { UnreadableRecord } from "./lists";

export type ParsedAnswer =
    | { readonly record: unknown }
    | { readonly records: readonly unknown[]; readonly unreadable: readonly UnreadableRecord[] }
    | { readonly contractViolation: string };

/** The first schema violation, prefixed with the path to the field in the API's names. */
function violationOf(error: z.ZodError, start: readonly PropertyKey[] = []): string {
    const [issue] = error.issues;
    const path = [...start, ...(issue?.path ?? [])];
    const place = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
    return `${place.replace(/^\./, "") || "the body"}: ${issue?.message ?? "invalid"}`;
}

/** The schema of the items if `answer` is a list. */
function recordOf(answer: z.ZodType): z.ZodType | undefined {
    const list = answer instanceof z.ZodPipe ? answer.out : answer;
    return list instanceof z.ZodArray ? (list.element as z.ZodType) : undefined;
}

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
    const unreadable: UnreadableRecord[] = [];
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

/**
 * Parses the body of a 2xx: the record or list with camelCase keys, or the first contract violation and its place.
 *
 * @param json - the parsed body, or {@link notJson}.
 */
export function readAnswer(endpoint: Endpoint, json: unknown, isEmpty: boolean): ParsedAnswer {
    if (!endpoint.answer) return { record: undefined };
    const inList = recordOf(endpoint.answer);
    if (inList !== undefined && Array.isArray(json)) return readRecords(inList, json);
    const read = endpoint.answer.safeParse(json);
    if (read.success) return { record: camelize(read.data) };
    if (endpoint.mayBeEmpty) return { record: undefined };
    if (isEmpty) return { contractViolation: "no body" };
    return { contractViolation: json === notJson ? "the body is not JSON" : violationOf(read.error) };
}
