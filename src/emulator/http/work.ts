import type { Endpoint } from "../../api/endpoint";
import { type EndpointName, endpoints } from "../../api/endpoints";
import type { Core } from "../core/core";
import type { Disturbance } from "../core/operations";
import { Refusal } from "../core/refusal";
import { subjectOf } from "../handlers/call";
import { handlers } from "../handlers/handlers";
import { type Answer, refusalAnswer } from "./answer";
import { callerOf, checkReach } from "./auth";
import type { RequestEntry } from "./journal";
import { checkBody, checkQuery, parseJson } from "./parse";

/** The endpoint for path and verb, or the refusal if there is none. */
export type Target = { readonly name: EndpointName } | { readonly refusal: Refusal };

export interface WorkRequest {
    readonly target: Target;
    readonly params: Readonly<Record<string, string>>;
    readonly authorization: string | undefined;
    readonly contentType: string | undefined;
    readonly text: string;
    readonly entry: RequestEntry;
    readonly disturbance: Disturbance;
}

function answerTo(core: Core, request: WorkRequest): Answer {
    const { target, params, entry } = request;
    core.settle();
    const caller = callerOf(core, request.authorization);
    entry.caller = caller.name;
    if ("refusal" in target) throw target.refusal;
    checkReach(core, caller, params.project_id);

    const endpoint: Endpoint = endpoints[target.name];
    const json = parseJson(request.text, request.contentType);
    const call = {
        core,
        caller,
        params,
        body: checkBody(endpoint, json),
        query: checkQuery(endpoint, entry.query),
        disturbance: request.disturbance,
    };
    // TypeScript cannot correlate the name with the types of its handler here.
    const handler = handlers[target.name] as unknown as (given: typeof call) => unknown;
    const changed = endpoint.verb === "GET" || core.lag.reads === 0 ? undefined : subjectOf(core, params);
    const before = changed && structuredClone(changed);
    const body = handler(call);
    if (before) core.visibility.changed(before, core.now());

    const { emptyAnswers, successCodes } = core.quirks;
    return {
        status: successCodes[target.name] ?? endpoint.success,
        body: emptyAnswers.includes(target.name) ? undefined : body,
        headers: {},
    };
}

/** Processes a request and returns its response, which may be a refusal. A refused request changes nothing. */
export function work(core: Core, request: WorkRequest): Answer {
    try {
        return answerTo(core, request);
    } catch (error) {
        if (error instanceof Refusal) return refusalAnswer(error);
        throw error;
    }
}
