import type { Endpoint } from "./endpoints";
import type { ErrorKind } from "./errorKind";

interface Details {
    readonly kind: ErrorKind;
    readonly method: Endpoint["verb"];
    readonly path: string;
    readonly outcomeUnknown: boolean;
    readonly status?: number;
    readonly code?: string;
    readonly apiMessage?: string;
    readonly requestId?: string;
    readonly retryAfter?: number;
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
    /** Below the base address; where the arguments were refused, the endpoint's template. */
    readonly path: string;
    /**
     * Whether a change may have been made although no good answer came: the connection broke after the request was sent,
     * the time was up, a gateway gave up, or a success was told in a way that cannot be read. Look before trying again.
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
    /** How long the server asks to wait before the next attempt, in milliseconds: its `Retry-After`. */
    readonly retryAfter?: number;

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
        this.retryAfter = details.retryAfter;
    }
}

/** Whether this is an {@link ApiError}, and of one of the kinds given, if any is. */
export const isApiError = (error: unknown, ...kinds: ErrorKind[]): error is ApiError =>
    error instanceof ApiError && (kinds.length === 0 || kinds.includes(error.kind));
