import { requestIdOf } from "./refusal";
import type { Outcome } from "./exchange";
import type { Request } from "./request";
import { faultText } from "./transportFault";

/** One attempt at a request, for logs. It holds no header, no query, no body and no secret. */
export interface Attempt {
    readonly method: string;
    /** Without the base URL and the query. */
    readonly path: string;
    /** 1 for the first attempt. */
    readonly count: number;
    /** Undefined where there was no answer. */
    readonly status: number | undefined;
    /** Why there was no answer. */
    readonly fault: string | undefined;
    readonly milliseconds: number;
    readonly requestId: string | undefined;
}

export const attemptOf = (
    { method, path }: Pick<Request, "method" | "path">,
    outcome: Outcome,
    count: number,
    milliseconds: number,
): Attempt => {
    const about = { method, path, count, milliseconds };
    return "cause" in outcome
        ? { ...about, status: undefined, fault: faultText(outcome.cause), requestId: undefined }
        : { ...about, status: outcome.status, fault: undefined, requestId: requestIdOf(outcome.headers) };
};
