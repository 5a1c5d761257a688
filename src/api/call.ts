import { readAnswer, readRefusal, requestIdOf, type Unreadable } from "./response";
import { apiError, type Failure } from "./errors";
import type { Endpoint, EndpointArgs, EndpointResult } from "./endpoint";
import { isNothing } from "./transport";
import type { Redactor } from "./redact";
import { buildRequest, type Request } from "./request";
import { send, type Sending, type Sent } from "./send";

/** The function that calls an endpoint. `args` is optional if no argument is required. Rejects with an `ApiError`. */
export type Call<E> =
    Partial<EndpointArgs<E>> extends EndpointArgs<E>
        ? (args?: EndpointArgs<E>) => Promise<EndpointResult<E>>
        : (args: EndpointArgs<E>) => Promise<EndpointResult<E>>;

/** Binds an endpoint to a connection. */
export type Caller = <E extends Endpoint>(endpoint: E) => Call<E>;

export interface Connection extends Sending {
    readonly redactor: Redactor;
}

/** The violation of a list item, with the id and name of the record as far as they are readable. */
function described({ id, name, detail }: Unreadable): string {
    const identity = [id && `id ${id}`, name && `name ${JSON.stringify(name)}`].filter(Boolean).join(", ");
    return identity === "" ? detail : `${detail} (${identity})`;
}

interface List {
    readonly records: readonly unknown[];
    readonly unreadable: readonly { readonly record: Unreadable; readonly failure: Failure }[];
}

/** Converts a response into the result of the call. */
function resultOf(
    endpoint: Endpoint,
    sent: Sent,
    args: object,
    redactor: Redactor,
): { readonly record: unknown } | List | Failure {
    const { outcome, attempts, retryAfter } = sent;
    if ("cause" in outcome) return { type: "noAnswer", ...outcome, attempts };
    const { status, headers, text, json } = outcome;
    const isGone = status === 404 || status === 410;
    if (endpoint.verb === "DELETE" && isGone) return { record: false };
    if (status >= 400) return { ...readRefusal(outcome), retryAfter };
    redactor.learn(json);
    const violation = {
        type: "contractViolation",
        status,
        unreadable: false,
        requestId: requestIdOf(headers),
    } as const;
    if (status >= 300) return { ...violation, detail: "unexpected redirect" };
    const read = readAnswer(endpoint, { text, json }, args);
    if ("contractViolation" in read)
        return { ...violation, detail: read.contractViolation, unreadable: isNothing(json) };
    if ("record" in read) return endpoint.verb === "DELETE" ? { record: true } : read;
    const { records, unreadable } = read;
    return {
        records,
        unreadable: unreadable.map((record) => ({ record, failure: { ...violation, detail: described(record) } })),
    };
}

export function createCaller(connection: Connection): Caller {
    const { redactor } = connection;
    const invoke = async (endpoint: Endpoint, args: object = {}): Promise<unknown> => {
        const fail = (request: Pick<Request, "method" | "path">, failure: Failure, maybeApplied = false) =>
            apiError({ ...request, maybeApplied }, failure, redactor);

        redactor.learn(args);
        const request = buildRequest(endpoint, args);
        if ("faults" in request) {
            throw fail({ method: endpoint.verb, path: request.path }, { type: "notSent", faults: request.faults });
        }
        const sent = await send(request, connection);
        const result = resultOf(endpoint, sent, args, redactor);
        if ("type" in result) throw fail(request, result, sent.maybeApplied);
        if ("record" in result) return result.record;
        const { records, unreadable } = result;
        return { records, unreadable: unreadable.map((one) => ({ ...one.record, error: fail(request, one.failure) })) };
    };
    return <E extends Endpoint>(endpoint: E) => ((args?: object) => invoke(endpoint, args)) as Call<E>;
}
