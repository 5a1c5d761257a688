import type { Endpoint } from "./endpoints";
import type { Outcome } from "./exchange";
import type { Failure, Refused } from "./failure";
import { isTooLong } from "./transportFault";

/** What an error means to whoever has to act on it. */
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
    /** A success with an empty body, or one that is no JSON. */
    | "unreadable"
    /** A success with JSON that is not what the contract says. */
    | "contract";

/** No explanation is longer; what reads it takes its time. */
const longest = 1_000;

/** The words of a code or a message, in lower case. What a message quotes is somebody's name for something, and says nothing. */
export const wordsOf = (text: string): string =>
    text
        .slice(0, longest)
        .replace(/(?<!\w)(["'`]).*?\1(?!\w)/g, " ")
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .replace(/[^a-z]+/g, " ");

/** Whether a refusal says that only the moment is wrong: `SERVICE_BUSY`, `resourceLocked`, "another operation is in progress". */
function saysBusy({ code = "", message = "" }: Refused): boolean {
    return (
        /\b(busy|locked|in ?progress)\b/.test(wordsOf(code)) ||
        /\b((is|s|are|currently|too|still) busy|in progress|(another|ongoing|pending) operation|(try|retry) (it )?(again )?(later|shortly|in))\b/.test(
            wordsOf(message),
        )
    );
}

/** Refusals that may be of the moment, if their words say so. */
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
        case "misfit":
            return failure.unreadable ? "unreadable" : "contract";
    }
}

/** Gateways answer with these when they do not know what the server behind them did (some with numbers of their own). */
const isGateways = (status: number) => status === 502 || status === 504 || status >= 520;

/** Whether the attempt at a change that came to this may have made it. */
export const leavesDoubt = (outcome: Outcome): boolean =>
    "cause" in outcome ? outcome.sent : isGateways(outcome.status);

/** Whether a change may have been made although no good answer says so. */
export function mayHaveHappened(method: Endpoint["verb"], failure: Failure): boolean {
    if (method === "GET") return false;
    switch (failure.type) {
        case "notSent":
            return false;
        case "refused":
            return isGateways(failure.status);
        case "noAnswer":
            return failure.sent;
        case "misfit":
            return true;
    }
}
