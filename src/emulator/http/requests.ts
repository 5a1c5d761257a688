// From a received request to its answer: who calls, whether the request is valid, and the handler's result.
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { Endpoint } from "../../provider/api/endpoint";
import { type EndpointName, endpoints } from "../../provider/api/endpoints";
import { successStatus } from "./successStatus";
import type { Core } from "../core/core";
import type { Disturbance, FaultEffect } from "../core/faults";
import { badRequest, notFound, Refusal } from "../core/refusals";
import { findTopLevel, type TokenRow } from "../core/world";
import { type Call, paramsOfAnother } from "../handlers/call";
import { handlers } from "../handlers/handlers";
import type { Answer } from "./answers";
import type { RequestEntry } from "./journal";
import { bodyOf } from "./records";
import type { Route } from "./router";

function callerOf(core: Core, authorization: string | undefined): TokenRow {
    const [, token = ""] = /^Bearer (\S+)$/i.exec(authorization ?? "") ?? [];
    const caller = core.world.tokens.get(token);
    if (caller) return caller;
    throw new Refusal(401, "UNAUTHORIZED", "A valid token is required: Authorization: Bearer <token>.", {
        "www-authenticate": "Bearer",
    });
}

/** A personal access token always gets 403 for other projects, so it cannot find out whether they exist. */
function checkAccess(core: Core, caller: TokenRow, projectId: string | undefined): void {
    if (projectId === undefined || caller.project_ids.includes(projectId)) return;
    if (caller.type === "oauth" && !core.world.projects.has(projectId)) throw notFound("project", projectId);
    throw new Refusal(403, "FORBIDDEN", `The token has no access to the project ${projectId}.`);
}

const longestBody = 1024 * 1024;
const noFields = z.strictObject({});

/** Validates a value. The refusal names the first violation, as `field: problem`. */
function check<T>(schema: z.ZodType<T>, value: unknown): T {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const [first] = result.error.issues;
    const field = first?.path.join(".") ?? "";
    const problem = first?.message ?? "is not valid";
    throw badRequest("INVALID_REQUEST", field === "" ? problem : `${field}: ${problem}`);
}

/** No body counts as an empty object. */
export function parseJson(text: string, contentType: string | undefined): unknown {
    if (text === "") return {};
    if (text.length > longestBody) throw new Refusal(413, "TOO_LARGE", "The body is too long.");
    if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) {
        throw new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be application/json.");
    }
    try {
        return JSON.parse(text);
    } catch (cause) {
        throw Object.assign(badRequest("INVALID_JSON", "The body is not JSON."), { cause });
    }
}

/** Converts the values of a query parameter to the schema's type: an array, a number or a string. */
function parameter(name: string, schema: z.ZodType | undefined, texts: readonly string[]): unknown {
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    if (inner instanceof z.ZodArray) return texts;
    const [text = ""] = texts;
    if (texts.length > 1) throw badRequest("INVALID_REQUEST", `${name}: given more than once.`);
    return inner instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function checkQuery(schema: z.ZodType, query: Readonly<Record<string, readonly string[]>>): unknown {
    const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
    const values = Object.entries(query).map(([name, texts]) => [name, parameter(name, shape[name], texts)]);
    return check(schema, Object.fromEntries(values));
}

export interface ApiRequest {
    readonly incoming: IncomingMessage;
    readonly route: Route<EndpointName> | Refusal;
    readonly entry: RequestEntry;
    readonly effects: readonly FaultEffect[];
}

/** Calls the endpoint's handler. A refused request changes nothing. */
function call(core: Core, { incoming: { headers }, route, entry, effects }: ApiRequest, text: string): Answer {
    core.settle();
    const caller = callerOf(core, headers.authorization);
    entry.caller = caller.name;
    if (route instanceof Refusal) throw route;
    const { target: name } = route;
    const endpoint: Endpoint = endpoints[name];
    const isRead = endpoint.verb === "GET";
    const isOfAnother = isRead && effects.some(({ kind }) => kind === "anotherRecord");
    const params = isOfAnother ? paramsOfAnother(core, route.params) : route.params;
    checkAccess(core, caller, params.project_id);
    const disturbance = Object.fromEntries(effects.map((effect) => [effect.kind, effect])) as Disturbance;
    const begin: Call<EndpointName>["begin"] = (row, operation, change) =>
        core.begin(row, operation, change, disturbance);
    const given = {
        core,
        caller,
        isRead,
        params,
        // An endpoint without a body accepts none, or an empty object.
        body: check(endpoint.body ?? noFields, parseJson(text, headers["content-type"])),
        query: checkQuery(endpoint.query ?? noFields, entry.query),
        begin,
    } as Call<EndpointName>;
    // TypeScript cannot correlate the name with the types of its handler here.
    const handler = handlers[name] as (given: Call<EndpointName>) => unknown;
    const changed = isRead ? [] : Object.values(params).map((id) => findTopLevel(core.world, id));
    const before = structuredClone(changed.find((row) => row !== undefined));
    const result = handler(given);
    if (before) core.visibility.changed(before);
    const { emptyAnswers, successCodes } = core.quirks;
    const body = emptyAnswers.includes(name)
        ? undefined
        : bodyOf(result, { core, name, projectId: params.project_id ?? "" });
    return { status: successCodes[name] ?? successStatus(name), body };
}

export function answerTo(core: Core, request: ApiRequest, text: string): Answer {
    try {
        return call(core, request, text);
    } catch (error) {
        if (error instanceof Refusal) return error;
        throw error;
    }
}
