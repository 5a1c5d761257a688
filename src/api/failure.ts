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
