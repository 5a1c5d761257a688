import { DeadlineExceeded } from "./deadline";
import type { Endpoint } from "./endpoint";
import { kindOf, mayHaveBeenApplied } from "./errorKind";
import { ApiError } from "./errors";
import type { Failure } from "./failure";
import type { Redactor } from "./redact";
import { faultCode, faultName, faultText } from "./transportFault";

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
    readonly method: Endpoint["verb"];
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
        structured: safe.type === "refused" && safe.structured,
        status: "status" in safe ? safe.status : undefined,
        code: safe.type === "refused" ? safe.code : undefined,
        apiMessage: safe.type === "refused" ? safe.message : undefined,
        words: failure.type === "refused" ? `${failure.code ?? ""} ${failure.message ?? ""}` : undefined,
        requestId,
        retryAfter: safe.type === "refused" ? safe.retryAfter : undefined,
        cause: safe.type === "noAnswer" && safe.cause instanceof Error ? safe.cause : undefined,
    });
}
