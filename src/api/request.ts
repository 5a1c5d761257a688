import { z } from "zod";
import { type Endpoint, camelWord, snakeize } from "./endpoint";

/** A request without the common headers. */
export interface Request {
    readonly method: Endpoint["verb"];
    /** Relative to the base URL, without the query; shown in errors. */
    readonly path: string;
    /** Empty, or starting with a question mark. */
    readonly query: string;
    readonly body?: string;
}

/** Why `id` is not a valid path segment; `undefined` if it is valid. */
export function idFault(id: unknown): string | undefined {
    if (typeof id !== "string") return "must be a string";
    if (id === "") return "must not be empty";
    // The API's ids contain none of these characters. They are rejected rather than encoded, since a proxy may decode the
    // path and route the request elsewhere.
    if (id === "." || id === ".." || /[/\\?#%]/.test(id)) return "would change the path of the request";
    if (/\p{Cc}/u.test(id)) return "contains a control character";
    // A lone surrogate.
    if (/\p{Cs}/u.test(id)) return "is not well-formed Unicode";
    return undefined;
}

/** The parameter names of a path template, in snake_case. */
export const pathParameters = (template: string): string[] =>
    Array.from(template.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? "");

/** The template with its parameters replaced by encoded ids. */
export const fillPath = (template: string, ids: Readonly<Record<string, string>>): string =>
    template.replace(/\{(\w+)\}/g, (parameter, name: string) => encodeURIComponent(ids[name] ?? parameter));

/** The violations as `field: problem`, with camelCase names. */
const faultsOf = (error: z.ZodError): string[] =>
    error.issues.map((issue) => {
        if (issue.code === "unrecognized_keys") return `${issue.keys.map(camelWord).join(", ")}: no such argument`;
        return `${issue.path.map((key) => camelWord(String(key))).join(".") || "arguments"}: ${issue.message}`;
    });

function queryText(query: object): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
    }
    return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

/**
 * Splits a call's arguments into path, query and body, and validates them against the contract. The faults contain no
 * values, which may be passwords.
 */
export function buildRequest(endpoint: Endpoint, args: object): Request | { readonly faults: readonly string[] } {
    const given = Object.entries(snakeize(args) as object).filter(([, value]) => value !== undefined);
    const names = pathParameters(endpoint.path);
    const ids = Object.fromEntries(given.filter(([name]) => names.includes(name)));
    const fields = Object.fromEntries(given.filter(([name]) => !names.includes(name)));

    const badIds = names.flatMap((name) => {
        const fault = idFault(ids[name]);
        return fault === undefined ? [] : [`${camelWord(name)}: ${fault}`];
    });
    const read = (endpoint.body ?? endpoint.query ?? z.strictObject({})).safeParse(fields);
    if (badIds.length > 0 || !read.success) return { faults: [...badIds, ...(read.error ? faultsOf(read.error) : [])] };
    return {
        method: endpoint.verb,
        path: fillPath(endpoint.path, ids),
        query: endpoint.query ? queryText(read.data as object) : "",
        body: endpoint.body ? JSON.stringify(read.data) : undefined,
    };
}
