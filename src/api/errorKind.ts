import type { Endpoint } from "./endpoint";
import type { Outcome } from "./exchange";
import type { Failure, Refused } from "./failure";
import { isTooLong } from "./transportFault";

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
export function mayHaveBeenApplied(method: Endpoint["verb"], failure: Failure): boolean {
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
