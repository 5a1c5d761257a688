import { type Outcome, type Verb, isTooLong, faultCode, faultName, faultText } from "./transport";
import { DeadlineExceeded } from "./deadline";
import type { Redactor } from "./redact";

/** Classifies an {@link ApiError} by how a caller should handle it. */
export type ErrorKind =
    | "unauthorised"
    | "forbidden"
    | "notFound"
    | "conflict"
    | "busy"
    | "rateLimited"
    | "invalid"
    | "server"
    | "transport"
    /** A 2xx whose body is empty, `null` or not JSON, for example a proxy's page. */
    | "unreadable"
    /** A 2xx whose JSON violates the contract. */
    | "contract";

/** Longer codes and messages are truncated, to bound the cost of the regular expressions. */
const longest = 1_000;

/**
 * The words of an error code or message, in lower case. Quoted parts are dropped: they are resource names, not status.
 */
export const wordsOf = (text: string): string =>
    text
        .slice(0, longest)
        .replace(/(?<!\w)(["'`]).*?\1(?!\w)/g, " ")
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .replace(/[^a-z]+/g, " ");

/** Whether a refusal is temporary: `SERVICE_BUSY`, `resourceLocked`, "another operation is in progress". */
function saysBusy({ code = "", message = "" }: Refused): boolean {
    return (
        /\b(busy|locked|in ?progress)\b/.test(wordsOf(code)) ||
        /\b((is|s|are|currently|too|still) busy|in progress|(another|ongoing|pending) operation|(try|retry) (it )?(again )?(later|shortly|in))\b/.test(
            wordsOf(message),
        )
    );
}

/** Statuses that count as `busy` if the code or message says so; 423 always does. */
const maybeBusy: readonly number[] = [400, 409, 422];

function kindOfRefusal(refused: Refused): ErrorKind {
    const { status } = refused;
    if (status >= 500) return "server";
    if (status === 401) return "unauthorised";
    if (status === 403) return "forbidden";
    if (status === 404 || status === 410) return "notFound";
    if (status === 423 || (maybeBusy.includes(status) && saysBusy(refused))) return "busy";
    if (status === 409) return "conflict";
    if (status === 429) return "rateLimited";
    return "invalid";
}

export function kindOf(failure: Failure): ErrorKind {
    switch (failure.type) {
        case "notSent":
            return "invalid";
        case "refused":
            return kindOfRefusal(failure);
        case "noAnswer":
            return isTooLong(failure.cause) ? "contract" : "transport";
        case "contractViolation":
            return failure.unreadable ? "unreadable" : "contract";
    }
}

/** Gateway statuses, from which it is unknown what the upstream server did. 520 and above are vendor-specific. */
const isGatewayStatus = (status: number) => status === 502 || status === 504 || status >= 520;

/** Whether an attempt with this outcome may have been applied by the server. */
export const isMaybeApplied = (outcome: Outcome): boolean =>
    "cause" in outcome ? outcome.sent : isGatewayStatus(outcome.status);

/** Whether a failed call may have been applied by the server. */
export function mayHaveBeenApplied(method: Verb, failure: Failure): boolean {
    if (method === "GET") return false;
    switch (failure.type) {
        case "notSent":
            return false;
        case "refused":
            return isGatewayStatus(failure.status);
        case "noAnswer":
            return failure.sent;
        case "contractViolation":
            return true;
    }
}

/** The arguments violate the contract; nothing was sent. */
export interface NotSent {
    readonly type: "notSent";
    readonly faults: readonly string[];
}

/** The server returned an error status. */
export interface Refused {
    readonly type: "refused";
    readonly status: number;
    readonly code?: string;
    readonly message?: string;
    /** The body is a JSON object, as the API's own errors are. */
    readonly structured?: boolean;
    readonly requestId?: string;
    /** The response's `Retry-After`, in milliseconds. */
    readonly retryAfter?: number;
}

/** No response, or only part of one. */
export interface NoAnswer {
    readonly type: "noAnswer";
    readonly cause: unknown;
    /** At least part of the request may have reached the server. */
    readonly sent: boolean;
    readonly attempts: number;
}

/** The server returned a 2xx or 3xx that violates the contract. */
export interface ContractViolation {
    readonly type: "contractViolation";
    readonly status: number;
    /** The field and the problem, without its value, which may be a secret. */
    readonly detail: string;
    /** The body is `null` or not JSON, so the response may come from a proxy. */
    readonly unreadable: boolean;
    readonly requestId?: string;
}

/** Why a call failed. */
export type Failure = NotSent | Refused | NoAnswer | ContractViolation;

/** Server text is truncated to this many characters. */
const longestText = 500;
/** Server text as one printable line without secrets, safe for terminals and logs. */
function clean(text: string, { redactForeign }: Redactor): string {
    const line = redactForeign(text).replace(/[\p{C}\s]+/gu, " ");
    // Redact again: removing line breaks may have joined the two halves of a secret.
    return redactForeign(line.trim()).slice(0, longestText);
}

/** The part of the message that follows method and path. */
function describe(failure: Failure): string {
    switch (failure.type) {
        case "notSent":
            return `was not sent: ${failure.faults.join("; ")}`;
        case "refused": {
            const parts = [failure.status, failure.code, failure.message].filter((part) => part !== undefined);
            return `was refused: ${parts.join(" ")}`;
        }
        case "noAnswer": {
            const attempts = failure.attempts > 1 ? ` after ${failure.attempts} attempts` : "";
            return `failed${attempts}: ${faultText(failure.cause)}`;
        }
        case "contractViolation":
            return `returned ${failure.status}, but the response violates the API contract: ${failure.detail}`;
    }
}

/** A copy with name, message and code only. The original may reference a socket or parts of the payload. */
function sanitizedCause(cause: unknown, redactor: Redactor): Error {
    const copy = new Error(clean(faultText(cause), redactor));
    copy.name = faultName(cause);
    copy.stack = `${copy.name}: ${copy.message}`;
    const code = faultCode(cause);
    return code === "" ? copy : Object.assign(copy, { code });
}

/** The failure with all server text redacted and truncated. */
function sanitized(failure: Failure, redactor: Redactor): Failure {
    const text = (value: string | undefined) => (value === undefined ? undefined : clean(value, redactor));
    switch (failure.type) {
        case "notSent":
            return { ...failure, faults: failure.faults.map((fault) => clean(fault, redactor)) };
        case "refused": {
            const { code, message, requestId } = failure;
            return { ...failure, code: text(code), message: text(message), requestId: text(requestId) };
        }
        case "noAnswer":
            return failure.cause instanceof DeadlineExceeded
                ? failure
                : { ...failure, cause: sanitizedCause(failure.cause, redactor) };
        case "contractViolation":
            return { ...failure, detail: clean(failure.detail, redactor), requestId: text(failure.requestId) };
    }
}

interface FailedRequest {
    readonly method: Verb;
    readonly path: string;
    /** An earlier attempt may have been applied. */
    readonly maybeApplied: boolean;
}

/** The only place that constructs an {@link ApiError}, so that nothing unredacted gets into one. */
export function apiError(request: FailedRequest, failure: Failure, redactor: Redactor): ApiError {
    const { method } = request;
    const path = redactor.redact(request.path);
    const kind = kindOf(failure);
    const outcomeUnknown = mayHaveBeenApplied(method, failure) || (method !== "GET" && request.maybeApplied);
    const safe = sanitized(failure, redactor);
    const requestId = "requestId" in safe ? safe.requestId : undefined;
    const message =
        `${method} ${path} ${describe(safe)}` +
        (outcomeUnknown ? "; it may have been applied anyway" : "") +
        (requestId === undefined ? "" : ` (request id ${requestId})`);
    return new ApiError(message, {
        kind,
        method,
        path,
        outcomeUnknown,
        structured: safe.type === "refused" && safe.structured === true,
        status: "status" in safe ? safe.status : undefined,
        code: safe.type === "refused" ? safe.code : undefined,
        apiMessage: safe.type === "refused" ? safe.message : undefined,
        words: failure.type === "refused" ? `${failure.code ?? ""} ${failure.message ?? ""}` : undefined,
        requestId,
        retryAfter: safe.type === "refused" ? safe.retryAfter : undefined,
        cause: safe.type === "noAnswer" && safe.cause instanceof Error ? safe.cause : undefined,
    });
}

type Field =
    "kind" | "method" | "path" | "outcomeUnknown" | "status" | "code" | "apiMessage" | "requestId" | "retryAfter";

interface Details extends Pick<ApiError, Field> {
    readonly structured?: boolean;
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
    readonly kind!: ErrorKind;
    readonly method!: Verb;
    /** Relative to the base URL. The path template if the arguments were invalid and nothing was sent. */
    readonly path!: string;
    /**
     * Whether the change may have been applied: the connection broke or timed out after the request was sent, a gateway
     * failed, or the response was unreadable. Read the resource before trying again.
     */
    readonly outcomeUnknown!: boolean;
    /**
     * Whether the body of the error response is a JSON object, as the API's own errors are. A 404 without one may come
     * from a proxy, and does not prove that something is gone.
     */
    readonly structured: boolean = false;
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

    constructor(message: string, { cause, words, ...details }: Details) {
        super(message, cause && { cause });
        Object.assign(this, details);
        this.#words = wordsOf(words ?? `${details.code ?? ""} ${details.apiMessage ?? ""}`).trim();
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
