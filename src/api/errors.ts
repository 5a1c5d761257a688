import type { Endpoint } from "./endpoints";
import { causeOf, describe, kindOf, mayHaveHappened, type ErrorKind, type Failure } from "./failure";
import { faultCode, faultText } from "./transportFault";

export type { ErrorKind } from "./failure";

interface Details {
    readonly kind: ErrorKind;
    readonly method: Endpoint["verb"];
    readonly path: string;
    readonly outcomeUnknown: boolean;
    readonly status?: number;
    readonly code?: string;
    readonly apiMessage?: string;
    readonly requestId?: string;
    readonly cause?: Error;
}

/**
 * Why a call to the API did not give what it should. Its message, its fields and its cause hold no header, no key, no
 * password and no connection string, even where the server repeated one.
 */
export class ApiError extends Error {
    override readonly name = "ApiError";
    /** What it means: what a caller decides on. */
    readonly kind: ErrorKind;
    readonly method: Endpoint["verb"];
    /** Below the base address; where the path's own parameters were refused, the endpoint's template. */
    readonly path: string;
    /**
     * Whether a change may have been made although no good answer came: the connection broke after the request was sent,
     * the time was up, a gateway gave up, or a success was told in a way that cannot be read. Look before trying again.
     * `false`: it certainly was not made.
     */
    readonly outcomeUnknown: boolean;
    /** The HTTP status, if there was an answer. */
    readonly status?: number;
    /** The answer's own word for the error. */
    readonly code?: string;
    /** The answer's explanation. */
    readonly apiMessage?: string;
    /** The id to name when asking the API's operators about it. */
    readonly requestId?: string;

    constructor(message: string, details: Details) {
        super(message, details.cause && { cause: details.cause });
        this.kind = details.kind;
        this.method = details.method;
        this.path = details.path;
        this.outcomeUnknown = details.outcomeUnknown;
        this.status = details.status;
        this.code = details.code;
        this.apiMessage = details.apiMessage;
        this.requestId = details.requestId;
    }
}

/** Whether this is an {@link ApiError}, and of one of the kinds given, if any is. */
export const isApiError = (error: unknown, ...kinds: ErrorKind[]): error is ApiError =>
    error instanceof ApiError && (kinds.length === 0 || kinds.includes(error.kind));

/** A copy of an error's words. The error itself may hold a socket, or pieces of what went over it. */
function wordsOf(cause: unknown, redact: (text: string) => string): Error | undefined {
    if (cause === undefined) return undefined;
    const words = new Error(redact(faultText(cause)));
    words.name = cause instanceof Error ? cause.name : "Error";
    words.stack = `${words.name}: ${words.message}`;
    const code = faultCode(cause);
    return code === "" ? words : Object.assign(words, { code });
}

/** The only maker of {@link ApiError}s: words, fields and cause, each without secrets. */
export function apiError(
    request: { readonly method: Endpoint["verb"]; readonly path: string },
    failure: Failure,
    redact: (text: string) => string,
): ApiError {
    const clean = (text: string | undefined) => (text === undefined ? undefined : redact(text));
    const path = redact(request.path);
    const requestId = "requestId" in failure ? clean(failure.requestId) : undefined;
    const outcomeUnknown = mayHaveHappened(request.method, failure);
    const message =
        `${request.method} ${path} ${redact(describe(failure))}` +
        (outcomeUnknown ? "; it may have been carried out" : "") +
        (requestId === undefined ? "" : ` (request id ${requestId})`);
    return new ApiError(message, {
        kind: kindOf(failure),
        method: request.method,
        path,
        outcomeUnknown,
        status: "status" in failure ? failure.status : undefined,
        code: failure.type === "refused" ? clean(failure.code) : undefined,
        apiMessage: failure.type === "refused" ? clean(failure.message) : undefined,
        requestId,
        cause: wordsOf(causeOf(failure), redact),
    });
}
