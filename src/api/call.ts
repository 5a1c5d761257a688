import { readAnswer } from "./answer";
import { apiError } from "./apiError";
import type { Endpoint, EndpointArgs, EndpointResult } from "./endpoints";
import type { Failure } from "./failure";
import { parseJson } from "./json";
import type { Redactor } from "./redact";
import { readRefusal, requestIdOf } from "./refusal";
import { buildRequest, type Request } from "./request";
import { send, type Sending, type Sent } from "./send";

export interface CallOptions {
    /** Ends the call; it then rejects with the signal's reason. */
    readonly signal?: AbortSignal;
}

/** The function that an endpoint becomes. Its arguments may be left out where there are none to give. */
export type Call<E> =
    Partial<EndpointArgs<E>> extends EndpointArgs<E>
        ? (args?: EndpointArgs<E>, options?: CallOptions) => Promise<EndpointResult<E>>
        : (args: EndpointArgs<E>, options?: CallOptions) => Promise<EndpointResult<E>>;

/** Makes the function of an endpoint. */
export type Caller = <E extends Endpoint>(endpoint: E) => Call<E>;

export interface Connection extends Omit<Sending, "signal"> {
    readonly redactor: Redactor;
}

/** What an outcome comes to: the record to give, or why there is none. */
function judge(endpoint: Endpoint, { outcome, attempts, retryAfter }: Sent, redactor: Redactor) {
    if ("cause" in outcome) return { type: "noAnswer", ...outcome, attempts } as const;
    const { status, headers, text } = outcome;
    const isGone = status === 404 || status === 410;
    if (endpoint.verb === "DELETE" && isGone) return { record: false };
    if (status >= 400) return { ...readRefusal(outcome), retryAfter };
    const json = parseJson(text);
    redactor.learn(json);
    const read = status < 300 ? readAnswer(endpoint, json, text === "") : { misfit: "a redirection, which none has" };
    if ("record" in read) return endpoint.verb === "DELETE" ? { record: true } : read;
    return { type: "misfit", status, detail: read.misfit, requestId: requestIdOf(headers) } as const;
}

/** Binds endpoints to a connection. */
export function createCaller(connection: Connection): Caller {
    const { redactor } = connection;
    const invoke = async (endpoint: Endpoint, args: object = {}, { signal }: CallOptions = {}): Promise<unknown> => {
        signal?.throwIfAborted();
        const fail = (request: Pick<Request, "method" | "path">, failure: Failure, doubt = false) =>
            apiError({ ...request, doubt }, failure, (text) => redactor.redact(text));

        redactor.learn(args);
        const request = buildRequest(endpoint, args);
        if ("faults" in request) {
            throw fail({ method: endpoint.verb, path: request.path }, { type: "notSent", faults: request.faults });
        }
        const sent = await send(request, { ...connection, signal });
        const result = judge(endpoint, sent, redactor);
        if ("record" in result) return result.record;
        throw fail(request, result, sent.doubt);
    };
    return <E extends Endpoint>(endpoint: E) =>
        ((args?: object, options?: CallOptions) => invoke(endpoint, args, options)) as Call<E>;
}
