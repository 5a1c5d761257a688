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
    if (id === "." || id === ".." || /[/\\?#%]/.test(id))
        return "must be an id: it contains one of / \\ ? # %, or is . or ..";
    if (/\p{Cc}/u.test(id)) return "contains a control character";
    // A lone surrogate.
    if (/\p{Cs}/u.test(id)) return "is not well-formed Unicode";
    return undefined;
}

function queryText(query: object): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
    }
    return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

const nothing = z.strictObject({});

/** Splits and validates a call's arguments. The faults contain no values, which may be passwords. */
export function buildRequest(
    { verb: method, path: template, query, body }: Endpoint,
    args: object,
): Request | { readonly faults: readonly string[] } {
    const given = Object.entries(snakeize(args) as object);
    const fields = new Map<string, unknown>(given.filter(([, value]) => value !== undefined));
    const faults: string[] = [];
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
        const id = fields.get(name);
        fields.delete(name);
        const fault = idFault(id);
        if (fault === undefined) return encodeURIComponent(String(id));
        faults.push(`${camelWord(name)}: ${fault}`);
        return "";
    });
    const { data, error } = (body ?? query ?? nothing).safeParse(Object.fromEntries(fields));
    for (const issue of error?.issues ?? []) {
        const isUnknown = issue.code === "unrecognized_keys";
        const names = isUnknown ? issue.keys.join(", ") : issue.path.join(".") || "arguments";
        faults.push(`${camelWord(names)}: ${isUnknown ? "no such argument" : issue.message}`);
    }
    if (faults.length > 0) return { faults };
    return {
        method,
        path,
        query: query ? queryText(data as object) : "",
        body: body ? JSON.stringify(data) : undefined,
    };
}
