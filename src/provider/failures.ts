import { ApiError } from "../api";
import { withHint } from "../config/hints";
import { asError, UserError } from "../lifecycle";
import { markSecrets } from "./secretMarks";

/** An error that keeps a half-made resource in the state: the engine looks for exactly these three properties. */
export interface InitError extends Error {
    id: string;
    properties: { [key: string]: unknown };
    reasons: string[];
}

/**
 * An error as the host prints it best: as `${error}: ${error.stack}`, with everything; what is meant for a user is its
 * message and nothing else. Anything else is a defect of ours, and keeps its stack.
 */
export function forUser(thrown: unknown): Error {
    const error = asError(thrown);
    if (!(error instanceof UserError) && !(error instanceof ApiError)) return error;
    // An id, a name or a region may hold what moves a terminal's cursor.
    const message = withHint(error).replace(/\p{Cc}+/gu, " ");
    const plain = new Error(message);
    plain.stack = "";
    plain.toString = () => message;
    return plain;
}

export function initError(id: string, cause: Error, properties: { [key: string]: unknown }): InitError {
    const error = forUser(cause);
    return Object.assign(error, {
        id,
        properties: markSecrets(properties),
        reasons: [error.message],
    });
}
