import { DeadlineExceeded } from "./deadline";
import type { Endpoint } from "./endpoints";
import { faultCode, faultText } from "./transportFault";

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
    | "contract";

/** The arguments break the contract; nothing was sent. */
export interface NotSent {
    readonly type: "notSent";
    readonly faults: readonly string[];
}

/** The server said no. */
export interface Refused {
    readonly type: "refused";
    readonly status: number;
    readonly code?: string;
    readonly message?: string;
    readonly requestId?: string;
}

/** There was no answer, or not the whole of one. */
export interface NoAnswer {
    readonly type: "noAnswer";
    readonly cause: unknown;
    readonly sent: boolean;
    readonly attempts: number;
}

/** The server said yes, but not as the contract has it. */
export interface Misfit {
    readonly type: "misfit";
    readonly status: number;
    readonly detail: string;
    readonly requestId?: string;
}

/** Everything that can go wrong in a call, as data. */
export type Failure = NotSent | Refused | NoAnswer | Misfit;

/** Whether an error code says that it is only the moment that is wrong: `SERVICE_BUSY`, `resourceLocked`, `IN_PROGRESS`. */
const saysBusy = (code: string) =>
    /(^|_)(busy|locked|in_?progress)(_|$)/.test(code.replace(/([a-z])([A-Z])|[^A-Za-z]+/g, "$1_$2").toLowerCase());

function kindOfRefusal({ status, code = "" }: Refused): ErrorKind {
    if (status >= 500) return "server";
    if (status === 401) return "unauthorised";
    if (status === 403) return "forbidden";
    if (status === 404 || status === 410) return "notFound";
    if (status === 423 || (status === 409 && saysBusy(code))) return "busy";
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
            return faultCode(failure.cause) === "UND_ERR_RES_EXCEEDED_MAX_SIZE" ? "contract" : "transport";
        case "misfit":
            return "contract";
    }
}

/** Gateways answer with these when they do not know what the server behind them did (some with words of their own). */
const fromGateway = (status: number) => status === 502 || status === 504 || status >= 520;

/** Whether a change may have been made although no good answer says so. */
export function mayHaveHappened(method: Endpoint["verb"], failure: Failure): boolean {
    if (method === "GET") return false;
    switch (failure.type) {
        case "notSent":
            return false;
        case "refused":
            return fromGateway(failure.status);
        case "noAnswer":
            return failure.sent;
        case "misfit":
            return true;
    }
}

/** The end of the message: what is said after method and path. */
export function describe(failure: Failure): string {
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
            return `was answered ${failure.status} with what breaks the contract: ${failure.detail}`;
    }
}

/** What a failure leaves of the error behind it, apart from the words that are in the message. */
export const causeOf = (failure: Failure): unknown =>
    failure.type === "noAnswer" && !(failure.cause instanceof DeadlineExceeded) ? failure.cause : undefined;
