import { ApiError } from "../api";
import { withHint } from "../config/hints";
import { asError, UserError } from "../lifecycle";
import { textForHost } from "./echoes";
import { markSecrets } from "./secretMarks";

/** An error that keeps a partly created or updated resource in the state. The SDK's host looks for these three properties. */
export interface InitError extends Error {
    id: string;
    properties: { [key: string]: unknown };
    reasons: string[];
}

/**
 * Prepares an error for the SDK's host, which prints `${error}: ${error.stack}`. An error meant for the user is reduced to its
 * message. Any other error is a bug of this package and keeps its stack.
 */
export function forUser(thrown: unknown): Error {
    const error = asError(thrown);
    if (!(error instanceof UserError) && !(error instanceof ApiError)) return error;
    // An id, a name or a region in the message may contain terminal control sequences.
    const message = withHint(error).replace(/\p{Cc}+/gu, " ");
    const plain = new Error(message);
    plain.stack = "";
    plain.toString = () => textForHost(message);
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
