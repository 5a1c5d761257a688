import { z } from "zod";
import type { Endpoint } from "./endpoints";
import { notJson } from "./json";
import type { UnreadableRecord } from "./lists";
import { camelize } from "./keyCase";

export type ParsedAnswer =
    | { readonly record: unknown }
    | { readonly records: readonly unknown[]; readonly unreadable: readonly UnreadableRecord[] }
    | { readonly misfit: string };

/** The first thing in which a value breaks its schema, with the way to it in the API's words. */
function violationOf(error: z.ZodError, start: readonly PropertyKey[] = []): string {
    const [issue] = error.issues;
    const path = [...start, ...(issue?.path ?? [])];
    const place = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
    return `${place.replace(/^\./, "") || "the body"}: ${issue?.message ?? "not as it should be"}`;
}

/** The schema of a list's records; `undefined` of anything else. */
function recordOf(answer: z.ZodType): z.ZodType | undefined {
    const list = answer instanceof z.ZodPipe ? answer.out : answer;
    return list instanceof z.ZodArray ? (list.element as z.ZodType) : undefined;
}

/** The first of these fields that holds a text. */
function textIn(raw: unknown, ...names: string[]): string | undefined {
    const fields = new Map(typeof raw === "object" && raw !== null ? Object.entries(raw) : []);
    return names
        .map((name) => fields.get(name) as unknown)
        .find((value) => typeof value === "string" && value !== "") as string | undefined;
}

/** Reads each record by itself, so that one that breaks the contract does not take the others with it. */
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
 * Reads the body of a success: the endpoint's record in our words, nothing where there may be none, or what breaks the
 * contract, and where.
 *
 * @param json - what the body says, or {@link notJson}.
 */
export function readAnswer(endpoint: Endpoint, json: unknown, isEmpty: boolean): ParsedAnswer {
    if (!endpoint.answer) return { record: undefined };
    const inList = recordOf(endpoint.answer);
    if (inList !== undefined && Array.isArray(json)) return readRecords(inList, json);
    const read = endpoint.answer.safeParse(json);
    if (read.success) return { record: camelize(read.data) };
    if (endpoint.mayBeEmpty) return { record: undefined };
    return { misfit: isEmpty ? "no body" : json === notJson ? "the body is no JSON" : violationOf(read.error) };
}
