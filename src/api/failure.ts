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
    /** How long it asks to wait, in milliseconds. */
    readonly retryAfter?: number;
}

/** There was no answer, or not the whole of one. */
export interface NoAnswer {
    readonly type: "noAnswer";
    readonly cause: unknown;
    /** The request, or a part of it, may have reached the server. */
    readonly sent: boolean;
    readonly attempts: number;
}

/** The server said yes, but not as the contract has it. */
export interface Misfit {
    readonly type: "misfit";
    readonly status: number;
    /** Where and how; never a value. */
    readonly detail: string;
    /** There is no JSON at all: it need not be the server that has answered. */
    readonly unreadable: boolean;
    readonly requestId?: string;
}

/** Everything that can go wrong in a call, as data. */
export type Failure = NotSent | Refused | NoAnswer | Misfit;
