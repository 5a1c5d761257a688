import { readAnswer } from "./answer";
import { apiError } from "./apiError";
import type { Endpoint, EndpointArgs, EndpointResult } from "./endpoints";
import type { Failure } from "./failure";
import { notJson } from "./json";
import { markIncomplete, type UnreadableRecord } from "./lists";
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

/** Where a record in a list breaks the contract, and whose it is. */
function described({ id, name, detail }: UnreadableRecord): string {
    const whose = [id && `id ${id}`, name && `name ${JSON.stringify(name)}`].filter(Boolean).join(", ");
    return whose === "" ? detail : `${detail} (${whose})`;
}

interface List {
    readonly records: readonly unknown[];
    readonly unreadable: readonly UnreadableRecord[];
    /** What it is to a caller who needed that record. */
    readonly failure: (record: UnreadableRecord) => Failure;
}

/** What an outcome comes to: the record or the records to give, or why there is none. */
function resultOf(endpoint: Endpoint, sent: Sent, redactor: Redactor): { readonly record: unknown } | List | Failure {
    const { outcome, attempts, retryAfter } = sent;
    if ("cause" in outcome) return { type: "noAnswer", ...outcome, attempts };
    const { status, headers, text, json } = outcome;
    const isGone = status === 404 || status === 410;
    if (endpoint.verb === "DELETE" && isGone) return { record: false };
    if (status >= 400) return { ...readRefusal(outcome), retryAfter };
    redactor.learn(json);
    const misfit = { type: "misfit", status, unreadable: false, requestId: requestIdOf(headers) } as const;
    if (status >= 300) return { ...misfit, detail: "a redirection, which none has" };
    const read = readAnswer(endpoint, json, text === "");
    if ("misfit" in read) return { ...misfit, detail: read.misfit, unreadable: json === notJson };
    if ("record" in read) return endpoint.verb === "DELETE" ? { record: true } : read;
    return { ...read, failure: (record) => ({ ...misfit, detail: described(record) }) };
}

/** Binds endpoints to a connection. */
export function createCaller(connection: Connection): Caller {
    const { redactor } = connection;
    const invoke = async (endpoint: Endpoint, args: object = {}, { signal }: CallOptions = {}): Promise<unknown> => {
        signal?.throwIfAborted();
        const fail = (request: Pick<Request, "method" | "path">, failure: Failure, doubt = false) =>
            apiError({ ...request, doubt }, failure, (text, isCut) => redactor.redact(text, isCut));

        redactor.learn(args);
        const request = buildRequest(endpoint, args);
        if ("faults" in request) {
            throw fail({ method: endpoint.verb, path: request.path }, { type: "notSent", faults: request.faults });
        }
        const sent = await send(request, { ...connection, signal });
        const result = resultOf(endpoint, sent, redactor);
        if ("type" in result) throw fail(request, result, sent.doubt);
        if ("record" in result) return result.record;
        const { records, unreadable, failure } = result;
        if (unreadable.length > 0) {
            markIncomplete(records, { records: unreadable, failure: (one) => fail(request, failure(one)) });
        }
        return records;
    };
    return <E extends Endpoint>(endpoint: E) =>
        ((args?: object, options?: CallOptions) => invoke(endpoint, args, options)) as Call<E>;
}
