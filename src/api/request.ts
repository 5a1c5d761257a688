import { z } from "zod";
import type { Endpoint } from "./endpoints";
import { fillPath, idFault, pathParameters } from "./path";
import { camelWord, snakeize } from "./keyCase";

/** What goes to the server, without what every request carries. */
export interface Request {
    readonly method: Endpoint["verb"];
    /** Below the base address, without the query: it is what errors show. */
    readonly path: string;
    /** Empty, or with its question mark. */
    readonly query: string;
    readonly body?: string;
}

/** Arguments that the contract does not take, each with where and why. Never holds a value: it may be a password. */
export interface BadArguments {
    readonly path: string;
    readonly faults: readonly string[];
}

const nothing = z.strictObject({});

const inOurWords = (path: readonly PropertyKey[]) =>
    path.map((key) => (typeof key === "string" ? camelWord(key) : String(key))).join(".");

/** The faults of a value, as `field: what is wrong`, in our words. */
function faultsOf(error: z.ZodError): string[] {
    return error.issues.map((issue) => {
        if (issue.code === "unrecognized_keys") return `${issue.keys.map(camelWord).join(", ")}: no such argument`;
        return `${inOurWords(issue.path) || "arguments"}: ${issue.message}`;
    });
}

function queryText(query: object): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
    }
    return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

/** Splits a call's arguments into path, query and body, and holds each against the contract before anything is sent. */
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
