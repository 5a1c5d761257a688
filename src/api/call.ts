import { buildRequest } from "./request";
import type { Endpoint, EndpointArgs, EndpointResult } from "./endpoint";
import { errorsOf } from "./errors";
import type { Redactor } from "./redact";
import { readAnswer, readRefusal, requestIdOf } from "./response";
import { send, type Sending } from "./send";
import { isNothing } from "./transport";

/** The function that calls an endpoint. `args` is optional if no argument is required. Rejects with an `ApiError`. */
export type Call<E> =
    Partial<EndpointArgs<E>> extends EndpointArgs<E>
        ? (args?: EndpointArgs<E>) => Promise<EndpointResult<E>>
        : (args: EndpointArgs<E>) => Promise<EndpointResult<E>>;

/** Binds an endpoint to a connection. */
export type Caller = <E extends Endpoint>(endpoint: E) => Call<E>;

export function createCaller(connection: Sending & { readonly redactor: Redactor }): Caller {
    const { redactor } = connection;
    const invoke = async (endpoint: Endpoint, args: object = {}): Promise<unknown> => {
        const { verb: method, path } = endpoint;
        redactor.learn(args);
        const request = buildRequest(endpoint, args);
        if ("faults" in request)
            throw errorsOf({ method, path, maybeApplied: false }, redactor).notSent(request.faults);

        const { outcome, attempts, maybeApplied, retryAfter } = await send(request, connection);
        const errors = errorsOf({ ...request, maybeApplied }, redactor);
        if ("cause" in outcome) throw errors.noAnswer(outcome.cause, attempts);
        const { status, headers, json } = outcome;
        if (method === "DELETE" && (status === 404 || status === 410)) return false;
        const requestId = requestIdOf(headers);
        if (status >= 400) throw errors.refused(readRefusal(outcome), { requestId, retryAfter });
        redactor.learn(json);
        if (status >= 300) throw errors.violation("contract", "unexpected redirect", { status, requestId });
        const kind = isNothing(json) ? "unreadable" : "contract";
        const result = readAnswer(endpoint, args, outcome, (detail) =>
            errors.violation(kind, detail, { status, requestId }),
        );
        return method === "DELETE" || result;
    };
    return <E extends Endpoint>(endpoint: E) => ((args?: object) => invoke(endpoint, args)) as Call<E>;
}
