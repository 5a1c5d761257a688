import { callAfter, wallTime, type Clock } from "../../shared/clock";
import { buildRequest, type Request } from "./request";
import type { Endpoint, EndpointArgs, EndpointResult } from "./endpoint";
import { errorsOf, mayHaveBeenApplied } from "./errors";
import type { Redactor } from "./redact";
import { readAnswer, readRefusal, redirectText, requestIdOf } from "./response";
import type { Oddity } from "./shown";
import { retryAfterOf, retryPause } from "./retry";
import { DeadlineExceeded, isNothing, type Outcome } from "./transport";

/** The function that calls an endpoint. `args` is optional if no argument is required. Rejects with an `ApiError`. */
export type Call<E> =
    Partial<EndpointArgs<E>> extends EndpointArgs<E>
        ? (args?: EndpointArgs<E>) => Promise<EndpointResult<E>>
        : (args: EndpointArgs<E>) => Promise<EndpointResult<E>>;

/** Binds an endpoint to a connection. */
export type Caller = <E extends Endpoint>(endpoint: E) => Call<E>;

/** How a field of an answer differs from the contract. It never contains a secret. */
export interface AnswerOddity extends Oddity {
    readonly method: string;
    /** The template of the endpoint's path. */
    readonly endpoint: string;
}

interface Connection {
    readonly clock: Clock;
    /** For messages: with the port, if it is not the protocol's own. */
    readonly host: string;
    /** The base URL. */
    readonly address: string;
    /** For messages: which proxy is used. */
    readonly proxy: string | undefined;
    readonly redactor: Redactor;
    /** Deadline of a whole call, in milliseconds. */
    readonly timeout: number;
    /** `count`: 1 for the first attempt. */
    readonly attempt: (request: Request, signal: AbortSignal, count: number) => Promise<Outcome>;
    /** Called before a pause, of so many milliseconds, that precedes another attempt. */
    readonly pausing: (outcome: Outcome, pause: number) => void;
    /** Called for each difference of an answer from the contract. `path`: the template. */
    readonly note: (oddity: AnswerOddity) => void;
}

export function createCaller(connection: Connection): Caller {
    const { redactor, host, proxy } = connection;
    const bind =
        (endpoint: Endpoint) =>
        async (args: object = {}) => {
            const { verb: method, path } = endpoint;
            redactor.learn(args);
            const request = buildRequest(endpoint, args);
            if ("faults" in request)
                throw errorsOf({ method, path, maybeApplied: false, host, proxy }, redactor).notSent(request.faults);

            const { outcome, attempts, maybeApplied, retryAfter } = await send(request, connection);
            const errors = errorsOf({ ...request, maybeApplied, host, proxy }, redactor);
            if ("cause" in outcome) throw errors.noAnswer(outcome.cause, attempts);
            const { status, headers, json } = outcome;
            if (method === "DELETE" && (status === 404 || status === 410)) return false;
            const requestId = requestIdOf(headers);
            if (status >= 400) throw errors.refused(readRefusal(outcome), { requestId, retryAfter });
            redactor.learn(json);
            if (status >= 300) {
                const redirect = redirectText(outcome, `${connection.address}${request.path}`);
                throw errors.violation("contract", redirect, { status, requestId });
            }
            const kind = isNothing(json) ? "unreadable" : "contract";
            const result = readAnswer(
                endpoint,
                args,
                outcome,
                (oddity) => connection.note({ ...oddity, method, endpoint: path }),
                (detail, shown) => errors.violation(kind, detail, { status, requestId, shown }),
            );
            return method === "DELETE" || result;
        };
    return <E extends Endpoint>(endpoint: E) => bind(endpoint) as Call<E>;
}

/** Sends a request and retries it until it succeeds, must not be repeated, or the next attempt would miss the deadline. */
async function send(request: Request, { clock, timeout, attempt, pausing }: Connection) {
    const deadline = new AbortController();
    const release = callAfter(clock, timeout, () => deadline.abort(new DeadlineExceeded(timeout)));
    const endsAt = clock.now() + timeout;
    try {
        for (let [attempts, maybeApplied] = [1, false]; ; attempts++) {
            const outcome = await attempt(request, deadline.signal, attempts);
            maybeApplied ||= mayHaveBeenApplied(outcome);
            const refused = "status" in outcome && outcome.status >= 400;
            const retryAfter = refused ? retryAfterOf(outcome.headers, wallTime(clock)) : undefined;
            const attempted = { method: request.method, outcome, retryAfter, count: attempts };
            const pause = retryPause(attempted, Math.random());
            if (pause === undefined || clock.now() + pause >= endsAt)
                return { outcome, attempts, maybeApplied, retryAfter };
            pausing(outcome, pause);
            await clock.sleep(pause);
        }
    } finally {
        release();
    }
}
