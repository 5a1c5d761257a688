import type { z } from "zod";
import type { Endpoint } from "./endpoints";
import type { Misfit } from "./failure";
import { notJson } from "./json";
import { camelize } from "./words";

/** The body of a success. */
export interface Body {
    readonly status: number;
    /** What the body says, or {@link notJson}. */
    readonly json: unknown;
    readonly isEmpty: boolean;
}

/** The first thing in which a value breaks its schema, with the way to it in the API's words. */
function faultOf(error: z.ZodError): string {
    const [issue] = error.issues;
    const place = issue?.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("") ?? "";
    return `${place.replace(/^\./, "") || "the body"}: ${issue?.message ?? "not as it should be"}`;
}

/** What a success gives: the endpoint's record in our words, nothing where it may have none, or what breaks the contract. */
export function readAnswer(endpoint: Endpoint, { status, json, isEmpty }: Body): { readonly record: unknown } | Misfit {
    if (!endpoint.answer) return { record: undefined };
    const read = endpoint.answer.safeParse(json);
    if (read.success) return { record: camelize(read.data) };
    if (endpoint.mayBeEmpty) return { record: undefined };
    const detail = isEmpty ? "no body" : json === notJson ? "the body is no JSON" : faultOf(read.error);
    return { type: "misfit", status, detail };
}
