import { DeadlineExceeded, type Outcome, type Verb, faultCode, faultText, isError, isTooLong } from "./transport";
import type { Redactor } from "./redact";
import { duration, glance } from "../../shared/duration";
import { withoutPeriod } from "../../shared/visible";

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

/** The words of an error code or message, in lower case. Quoted parts are dropped: they are resource names, not status. */
const wordsOf = (text: string): string =>
    text
        .slice(0, longest)
        .replace(/(?<!\w)(["'`]).*?\1(?!\w)/g, " ")
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .replace(/[^a-z]+/g, " ");

export interface Refusal {
    readonly status: number;
    readonly code?: string;
    readonly message?: string;
    /** The body is a JSON object, as the API's own errors are. */
    readonly structured?: boolean;
}

/** Whether a refusal is temporary: `SERVICE_BUSY`, `resourceLocked`, "another operation is in progress". */
function saysBusy({ code = "", message = "" }: Refusal): boolean {
    return (
        /\b(busy|locked|in ?progress)\b/.test(wordsOf(code)) ||
        /\b((is|s|are|currently|too|still) busy|in progress|(another|ongoing|pending) operation|(try|retry) (it )?(again )?(later|shortly|in))\b/.test(
            wordsOf(message),
        )
    );
}

/** Whether a plan or a quota is the reason, and not the API key. */
const saysLimit = ({ code = "", message = "" }: Refusal): boolean =>
    /\b(quotas?|plan|subscription|billing|upgrade|limit( (is|was|has been))? (reached|exceeded))\b/.test(
        wordsOf(`${code} ${message}`),
    );

/** Statuses that count as `busy` if the code or message says so; 423 always does. */
const maybeBusy: readonly number[] = [400, 409, 422];

export function kindOf(refusal: Refusal): ErrorKind {
    const { status } = refusal;
    if (status >= 500) return "server";
    if (status === 401) return "unauthorised";
    if (status === 403) return saysLimit(refusal) ? "invalid" : "forbidden";
    if (status === 404 || status === 410) return "notFound";
    if (status === 423 || (maybeBusy.includes(status) && saysBusy(refusal))) return "busy";
    if (status === 409) return "conflict";
    if (status === 429) return "rateLimited";
    return "invalid";
}

/**
 * Whether the server may have applied a request of which this became known: no response, one that cannot be read, or
 * one of a gateway, which does not say what the server behind it did. 520 and above are specific to vendors.
 */
export function mayHaveBeenApplied(outcome: Outcome): boolean {
    if ("cause" in outcome) return outcome.sent;
    const { status } = outcome;
    return status < 400 || status === 502 || status === 504 || status >= 520;
}

/** Server text is truncated to this many characters. */
const longestText = 500;

/** A copy with name, message and code only. The original may reference a socket or parts of the payload. */
function sanitizedCause(cause: unknown, message: string): Error {
    const copy = new Error(message);
    copy.name = isError(cause) ? cause.name : "Error";
    copy.stack = `${copy.name}: ${copy.message}`;
    const code = faultCode(cause);
    return code === "" ? copy : Object.assign(copy, { code });
}

interface FailedCall {
    readonly method: Verb;
    readonly path: string;
    /** An attempt may have been applied. */
    readonly maybeApplied: boolean;
    readonly host: string;
    /** Which proxy is used. */
    readonly proxy?: string | undefined;
}

/** The errors of a call. The only place that constructs an {@link ApiError}, so that nothing unredacted gets into one. */
export function errorsOf({ method, path, maybeApplied, host, proxy }: FailedCall, { redact, redactForeign }: Redactor) {
    /** Server text as one printable line without secrets, safe for terminals and logs. */
    const clean = (text: string): string => {
        const line = redactForeign(text).replace(/[\p{C}\s]+/gu, " ");
        // Redact again: removing line breaks may have joined the two halves of a secret.
        return redactForeign(line.trim()).slice(0, longestText);
    };
    const cleanIfAny = (text: string | undefined) => (text === undefined ? undefined : clean(text));

    const create = (kind: ErrorKind, what: string, details: Partial<Details> = {}): ApiError => {
        const outcomeUnknown = method !== "GET" && maybeApplied;
        const about = { kind, method, path: redact(path), outcomeUnknown, requestId: cleanIfAny(details.requestId) };
        const message =
            `${method} ${about.path} ${what}` +
            (outcomeUnknown ? "; it may have been applied anyway" : "") +
            (about.requestId === undefined ? "" : ` (request id ${about.requestId})`);
        return new ApiError(message, { ...details, ...about });
    };
    return {
        /** The arguments violate the contract. */
        notSent: (faults: readonly string[]) => create("invalid", `was not sent: ${faults.map(clean).join("; ")}`),

        /** No response, or only part of one. */
        noAnswer(cause: unknown, attempts: number) {
            const isOurs = cause instanceof DeadlineExceeded;
            const fault = isOurs ? cause : sanitizedCause(cause, clean(faultText(cause, host)));
            const after = attempts > 1 ? ` after ${attempts} attempts` : "";
            const kind = isTooLong(cause) ? "contract" : "transport";
            const via = proxy === undefined || kind === "contract" ? "" : ` (${redact(proxy)})`;
            return create(kind, `failed${after}: ${faultText(fault, host)}${via}`, { cause: fault });
        },

        /** The server returned an error status. */
        refused(refusal: Refusal, details: Pick<ApiError, "requestId" | "retryAfter">) {
            const { status, structured } = refusal;
            const [code, apiMessage] = [cleanIfAny(refusal.code), cleanIfAny(refusal.message)];
            // Some servers begin the text with the status, as in `404 Not Found`.
            const repeated = new RegExp(String.raw`^${status}\b\W*`);
            const texts = [code, apiMessage].map((text) => text?.replace(repeated, ""));
            const said = withoutPeriod([status, ...texts].filter(Boolean).join(" "));
            const words = `${refusal.code ?? ""} ${refusal.message ?? ""}`;
            const all = { ...details, status, structured, code, apiMessage, words };
            const { retryAfter = 0 } = details;
            const wait = retryAfter > glance ? `; the API asks to wait ${duration(retryAfter)}` : "";
            return create(kindOf(refusal), `was refused: ${said}${wait}`, all);
        },

        /** The server returned a 2xx or 3xx that violates the contract. `detail` lacks the value, which may be a secret. */
        violation(
            kind: "unreadable" | "contract",
            detail: string,
            details: Pick<Details, "status" | "requestId" | "shown">,
        ) {
            const what = `returned ${details.status}, but the response violates the API contract: ${clean(detail)}`;
            return create(kind, what, details);
        },
    };
}

type Field =
    "kind" | "method" | "path" | "outcomeUnknown" | "status" | "code" | "apiMessage" | "requestId" | "retryAfter";

interface Details extends Pick<ApiError, Field> {
    readonly structured?: boolean;
    readonly cause?: Error;
    /** Code and message as the server wrote them, which may contain a secret. Default: the code and message above. */
    readonly words?: string;
    /** What an answer shows that is no record, which may contain a secret. */
    readonly shown?: object | undefined;
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
    readonly #shown: object | undefined;

    constructor(message: string, { cause, words, shown, ...details }: Details) {
        super(message, cause && { cause });
        this.#shown = shown;
        Object.assign(this, details);
        this.#words = wordsOf(words ?? `${details.code ?? ""} ${details.apiMessage ?? ""}`).trim();
    }

    /** What the answer shows of a record without an id, such as the password of a new service. A method, so that no log contains it. */
    shownFields(): object | undefined {
        return this.#shown;
    }

    /** Whether a pattern finds anything in the words of the server's code and message: in lower case, without quoted ones, before redaction. */
    says(pattern: RegExp): boolean {
        return pattern.test(this.#words);
    }
}

/** Whether `error` is an {@link ApiError}, of one of `kinds` if any are given. */
export const isApiError = (error: unknown, ...kinds: ErrorKind[]): error is ApiError =>
    error instanceof ApiError && (kinds.length === 0 || kinds.includes(error.kind));
