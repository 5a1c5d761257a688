import { ApiError } from "../api";
import { explained } from "./explained";
import { asError, Unfinished, UserError } from "../lifecycle";
import { markSecrets } from "./secretMarks";

/** An error that keeps a half-made resource in the state: the engine looks for exactly these three properties. */
export interface InitError extends Error {
    id: string;
    properties: { [key: string]: unknown };
    reasons: string[];
}

export const isInitError = (error: unknown): error is InitError =>
    error instanceof Error && "id" in error && "properties" in error;

/**
 * An error as the host prints it best: as `${error}: ${error.stack}`, with everything; what is meant for a user is its
 * message and nothing else. Anything else is a defect of ours, and keeps its stack.
 */
export function forUser(thrown: unknown): Error {
    const error = thrown instanceof Unfinished ? thrown.cause : asError(thrown);
    if (!(error instanceof UserError) && !(error instanceof ApiError)) return error;
    // An id, a name or a region may hold what moves a terminal's cursor.
    const message = explained(error).replace(/\p{Cc}+/gu, " ");
    const plain = new Error(message);
    plain.stack = "";
    plain.toString = () => message;
    return plain;
}

export function initError(unfinished: Unfinished<unknown>, properties: { [key: string]: unknown }): InitError {
    const error = forUser(unfinished);
    return Object.assign(error, {
        id: unfinished.id,
        properties: markSecrets(properties),
        reasons: [error.message],
    });
}
