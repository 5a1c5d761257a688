import type { Endpoint } from "./endpoint";
import { wordsOf, type ErrorKind } from "./errorKind";

interface Details {
    readonly kind: ErrorKind;
    readonly method: Endpoint["verb"];
    readonly path: string;
    readonly outcomeUnknown: boolean;
    readonly structured?: boolean;
    readonly status?: number;
    readonly code?: string;
    readonly apiMessage?: string;
    readonly requestId?: string;
    readonly retryAfter?: number;
    readonly cause?: Error;
    /** Code and message as the server wrote them, which may contain a secret. Default: the code and message above. */
    readonly words?: string;
}

/**
 * A failed API call. Message, fields and cause never contain headers, API keys, passwords or connection strings, even
 * if the server's response does.
 */
export class ApiError extends Error {
    override readonly name = "ApiError";
    readonly kind: ErrorKind;
    readonly method: Endpoint["verb"];
    /** Relative to the base URL. The path template if the arguments were invalid and nothing was sent. */
    readonly path: string;
    /**
     * Whether the change may have been applied: the connection broke or timed out after the request was sent, a gateway
     * failed, or the response was unreadable. Read the resource before trying again.
     */
    readonly outcomeUnknown: boolean;
    /**
     * Whether the body of the error response is a JSON object, as the API's own errors are. A 404 without one may come
     * from a proxy, and does not prove that something is gone.
     */
    readonly structured: boolean;
    /** HTTP status; absent if there was no response. */
    readonly status?: number;
    /** `code` of the error response. */
    readonly code?: string;
    /** `message` of the error response. */
    readonly apiMessage?: string;
    /** For support requests to the API's operator. */
    readonly requestId?: string;
    /** The response's `Retry-After`, in milliseconds. */
    readonly retryAfter?: number;

    /** Private, so that no inspection or serialisation shows it. */
    readonly #words: string;

    constructor(message: string, details: Details) {
        super(message, details.cause && { cause: details.cause });
        this.kind = details.kind;
        this.method = details.method;
        this.path = details.path;
        this.outcomeUnknown = details.outcomeUnknown;
        this.structured = details.structured ?? false;
        this.status = details.status;
        this.code = details.code;
        this.apiMessage = details.apiMessage;
        this.requestId = details.requestId;
        this.retryAfter = details.retryAfter;
        this.#words = wordsOf(details.words ?? `${details.code ?? ""} ${details.apiMessage ?? ""}`).trim();
    }

    /** Whether the server gave neither a code nor a message. */
    get saysNothing(): boolean {
        return this.#words === "";
    }

    /** What a pattern finds in the words of the server's code and message: in lower case, without quoted ones, before redaction. */
    wordsLike(pattern: RegExp): readonly string[] {
        return [...this.#words.matchAll(new RegExp(pattern, "g"))].map(([word]) => word);
    }

    /** Whether a pattern finds anything there. */
    says(pattern: RegExp): boolean {
        return pattern.test(this.#words);
    }
}

/** Whether `error` is an {@link ApiError}, of one of `kinds` if any are given. */
export const isApiError = (error: unknown, ...kinds: ErrorKind[]): error is ApiError =>
    error instanceof ApiError && (kinds.length === 0 || kinds.includes(error.kind));
