import { DeadlineExceeded } from "./deadline";
import type { Endpoint } from "./endpoints";
import { kindOf, mayHaveHappened } from "./errorKind";
import { ApiError } from "./errors";
import type { Failure } from "./failure";
import { faultCode, faultName, faultText } from "./transportFault";

type Redact = (text: string, isCut?: boolean) => string;

/** Longer than any explanation; more is cut off. */
const longestText = 500;
/** More is not even read: escapes and blanks take room, but what makes so little of so much is no explanation. */
const longestRead = 8_192;

/** One line of printable text without secrets: what others wrote ends on a terminal, and in logs. */
function clean(text: string, redact: Redact): string {
    const isCut = text.length > longestRead;
    const line = redact(text.slice(0, longestRead), isCut).replace(/[\p{C}\s]+/gu, " ");
    // Once more, since a secret that was broken up by a line break is whole again now.
    return redact(line.trim(), isCut).slice(0, longestText);
}

/** What is said after method and path. */
function describe(failure: Failure): string {
    switch (failure.type) {
        case "notSent":
            return `was not sent: ${failure.faults.join("; ")}`;
        case "refused": {
            const said = [failure.status, failure.code, failure.message].filter((part) => part !== undefined);
            return `was refused: ${said.join(" ")}`;
        }
        case "noAnswer": {
            const attempts = failure.attempts > 1 ? ` after ${failure.attempts} attempts` : "";
            return `failed${attempts}: ${faultText(failure.cause)}`;
        }
        case "misfit":
            return `was answered ${failure.status}, but not as the contract has it: ${failure.detail}`;
    }
}

/** A copy of an error's words alone. The error itself may hold a socket, or pieces of what went over it. */
function withoutThings(cause: unknown, redact: Redact): Error {
    const words = new Error(clean(faultText(cause), redact));
    words.name = faultName(cause);
    words.stack = `${words.name}: ${words.message}`;
    const code = faultCode(cause);
    return code === "" ? words : Object.assign(words, { code });
}

/** The failure with everything that others wrote cleaned. */
function cleaned(failure: Failure, redact: Redact): Failure {
    const text = (words: string | undefined) => (words === undefined ? undefined : clean(words, redact));
    switch (failure.type) {
        case "notSent":
            return { ...failure, faults: failure.faults.map((fault) => clean(fault, redact)) };
        case "refused": {
            const { code, message, requestId } = failure;
            return { ...failure, code: text(code), message: text(message), requestId: text(requestId) };
        }
        case "noAnswer":
            return failure.cause instanceof DeadlineExceeded
                ? failure
                : { ...failure, cause: withoutThings(failure.cause, redact) };
        case "misfit":
            return { ...failure, detail: clean(failure.detail, redact), requestId: text(failure.requestId) };
    }
}

interface Asked {
    readonly method: Endpoint["verb"];
    readonly path: string;
    /** An earlier attempt at it may have done it. */
    readonly doubt: boolean;
}

/** The only maker of {@link ApiError}s. */
export function apiError(request: Asked, failure: Failure, redact: Redact): ApiError {
    const { method } = request;
    const path = redact(request.path);
    const kind = kindOf(failure);
    const outcomeUnknown = mayHaveHappened(method, failure) || (method !== "GET" && request.doubt);
    const told = cleaned(failure, redact);
    const requestId = "requestId" in told ? told.requestId : undefined;
    const message =
        `${method} ${path} ${describe(told)}` +
        (outcomeUnknown ? "; it may have been carried out all the same" : "") +
        (requestId === undefined ? "" : ` (request id ${requestId})`);
    return new ApiError(message, {
        kind,
        method,
        path,
        outcomeUnknown,
        status: "status" in told ? told.status : undefined,
        code: told.type === "refused" ? told.code : undefined,
        apiMessage: told.type === "refused" ? told.message : undefined,
        requestId,
        retryAfter: told.type === "refused" ? told.retryAfter : undefined,
        cause: told.type === "noAnswer" && told.cause instanceof Error ? told.cause : undefined,
    });
}
