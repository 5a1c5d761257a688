import { type Endpoint, type EndpointName, endpoints } from "../../api/endpoints";
import type { Core } from "../core/core";
import type { Disturbance } from "../core/operations";
import { Refusal } from "../core/refusal";
import { subjectOf } from "../handlers/call";
import { handlers } from "../handlers/handlers";
import { type Answer, refusalAnswer } from "./answer";
import { callerOf, checkReach } from "./auth";
import type { Journal, RequestEntry } from "./journal";
import { checkBody, checkQuery, parseJson } from "./parse";

/** What the path and the verb lead to: an endpoint, or the refusal that there is none. */
export type Target = { readonly name: EndpointName } | { readonly refusal: Refusal };

export interface Asked {
    readonly target: Target;
    readonly params: Readonly<Record<string, string>>;
    readonly authorization: string | undefined;
    readonly contentType: string | undefined;
    readonly text: string;
    readonly entry: RequestEntry;
    readonly disturbance: Disturbance;
}

function answerTo(core: Core, journal: Journal, asked: Asked): Answer {
    const { target, params, entry } = asked;
    core.settle();
    const caller = callerOf(core, asked.authorization);
    entry.caller = caller.name;
    if ("refusal" in target) throw target.refusal;
    checkReach(core, caller, params.project_id);

    const endpoint: Endpoint = endpoints[target.name];
    const json = parseJson(asked.text, asked.contentType);
    journal.noteBody(entry, json);
    const call = {
        core,
        caller,
        params,
        body: checkBody(endpoint, json),
        query: checkQuery(endpoint, entry.query),
        disturbance: asked.disturbance,
    };
    // The table of handlers holds each name to its own types; here any of them may stand.
    const handler = handlers[target.name] as unknown as (given: typeof call) => unknown;
    const changed = endpoint.verb === "GET" || core.lag.reads === 0 ? undefined : subjectOf(core, params);
    const before = changed && structuredClone(changed);
    const body = handler(call);
    if (before) core.sight.changes(before, core.now());

    const { emptyAnswers, successCodes } = core.quirks;
    return {
        status: successCodes[target.name] ?? endpoint.success,
        body: emptyAnswers.includes(target.name) ? undefined : body,
        headers: {},
    };
}

/** Does what is asked, all of it or nothing: the answer, or the refusal. */
export function work(core: Core, journal: Journal, asked: Asked): Answer {
    try {
        return answerTo(core, journal, asked);
    } catch (error) {
        if (error instanceof Refusal) return refusalAnswer(error);
        throw error;
    }
}
