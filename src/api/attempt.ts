import type { Outcome } from "./exchange";
import type { Redactor } from "./redact";
import { requestIdOf } from "./refusal";
import type { Request } from "./request";
import { faultText } from "./transportFault";

/** One attempt at a request, for logs. It contains no header, no query, no body and no secret. */
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

interface Circumstances extends Pick<Attempt, "count" | "milliseconds"> {
    /** Removes secrets: a server may repeat one in its request id, a program may have one in an id. */
    readonly redactor: Redactor;
}

export function attemptOf(
    { method, path }: Pick<Request, "method" | "path">,
    outcome: Outcome,
    { redactor, count, milliseconds }: Circumstances,
): Attempt {
    const about = { method, path: redactor.redact(path), count, milliseconds };
    if ("cause" in outcome)
        return {
            ...about,
            status: undefined,
            fault: redactor.redactForeign(faultText(outcome.cause)),
            requestId: undefined,
        };
    const requestId = requestIdOf(outcome.headers);
    return {
        ...about,
        status: outcome.status,
        fault: undefined,
        requestId: requestId === undefined ? undefined : redactor.redactForeign(requestId),
    };
}
