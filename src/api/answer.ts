import type { z } from "zod";
import type { Endpoint } from "./endpoints";
import { notJson } from "./json";
import { camelize } from "./words";

/** The first thing in which a value breaks its schema, with the way to it in the API's words. */
function misfitOf(error: z.ZodError): string {
    const [issue] = error.issues;
    const place = issue?.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("") ?? "";
    return `${place.replace(/^\./, "") || "the body"}: ${issue?.message ?? "not as it should be"}`;
}

/**
 * Reads the body of a success: the endpoint's record in our words, nothing where there may be none, or what breaks the
 * contract, and where.
 *
 * @param json - what the body says, or {@link notJson}.
 */
export function readAnswer(
    endpoint: Endpoint,
    json: unknown,
    isEmpty: boolean,
): { readonly record: unknown } | { readonly misfit: string } {
    if (!endpoint.answer) return { record: undefined };
    const read = endpoint.answer.safeParse(json);
    if (read.success) return { record: camelize(read.data) };
    if (endpoint.mayBeEmpty) return { record: undefined };
    return { misfit: isEmpty ? "no body" : json === notJson ? "the body is no JSON" : misfitOf(read.error) };
}
