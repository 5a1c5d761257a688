import { z } from "zod";
import { type Endpoint, camelWord, snakeize } from "./endpoint";
import { fillPath, idFault, pathParameters } from "./path";

/** A request without the common headers. */
export interface Request {
    readonly method: Endpoint["verb"];
    /** Relative to the base URL, without the query; shown in errors. */
    readonly path: string;
    /** Empty, or starting with a question mark. */
    readonly query: string;
    readonly body?: string;
}

/** Arguments that violate the contract. Contains no values, which may be passwords. */
export interface BadArguments {
    readonly path: string;
    readonly faults: readonly string[];
}

const nothing = z.strictObject({});

const camelPath = (path: readonly PropertyKey[]) =>
    path.map((key) => (typeof key === "string" ? camelWord(key) : String(key))).join(".");

/** The violations as `field: problem`, with camelCase names. */
function faultsOf(error: z.ZodError): string[] {
    return error.issues.map((issue) => {
        if (issue.code === "unrecognized_keys") return `${issue.keys.map(camelWord).join(", ")}: no such argument`;
        return `${camelPath(issue.path) || "arguments"}: ${issue.message}`;
    });
}

function queryText(query: object): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
    }
    return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

/** Splits a call's arguments into path, query and body, and validates them against the contract. */
export function buildRequest(endpoint: Endpoint, args: object): Request | BadArguments {
    const given = Object.entries(snakeize(args) as object).filter(([, value]) => value !== undefined);
    const names = pathParameters(endpoint.path);
    const ids = Object.fromEntries(given.filter(([name]) => names.includes(name)));
    const fields = Object.fromEntries(given.filter(([name]) => !names.includes(name)));

    const badIds = names.flatMap((name) => {
        const fault = idFault(ids[name]);
        return fault === undefined ? [] : [`${camelWord(name)}: ${fault}`];
    });
    const read = (endpoint.body ?? endpoint.query ?? nothing).safeParse(fields);
    if (badIds.length > 0 || !read.success) {
        return { path: endpoint.path, faults: [...badIds, ...(read.success ? [] : faultsOf(read.error))] };
    }
    return {
        method: endpoint.verb,
        path: fillPath(endpoint.path, ids),
        query: endpoint.query ? queryText(read.data as object) : "",
        body: endpoint.body ? JSON.stringify(read.data) : undefined,
    };
}
