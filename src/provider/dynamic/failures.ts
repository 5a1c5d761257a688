import { ApiError } from "../api";
import { withHint } from "../config/hints";
import { asError, UnfinishedError, UserError, type KnownState } from "../lifecycle";
import { markSecrets, type Properties } from "./inputs";

/** An error that keeps a partly created or updated resource in the state. The SDK's host looks for these three properties. */
export interface InitError extends Error {
    id: string;
    properties: Properties;
    reasons: string[];
}

/**
 * Prepares an error for the SDK's host, which returns its message to the engine and also prints `${error}: ${error.stack}`. Of an error
 * that is meant for the user, that line only says where the message is. Any other error is a bug of this package and keeps its stack.
 */
export function forUser(thrown: unknown): Error {
    const error = asError(thrown);
    if (!(error instanceof UserError) && !(error instanceof ApiError)) return error;
    // An id, a name or a region in the message may contain terminal control sequences.
    const message = withHint(error).replace(/\p{Cc}+/gu, " ");
    const plain = new Error(message);
    plain.toString = () => "pulumi-clouddb";
    plain.stack = "an operation failed. Its resource shows the error.";
    return plain;
}

export const isInitError = (error: unknown): error is InitError => error instanceof Error && "reasons" in error;

/** Runs an operation. @throws InitError where it left an existing resource incomplete: the engine then stores its id and state. */
export async function keepingState<Result>(
    outsOf: (known: KnownState) => Properties,
    work: () => Promise<Result>,
    onUnfinished: (id: string, known: KnownState) => void = () => undefined,
): Promise<Result> {
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof UnfinishedError)) throw error;
        const { id, known, cause } = error;
        onUnfinished(id, known);
        const failure = forUser(cause);
        throw Object.assign(failure, { id, properties: markSecrets(outsOf(known)), reasons: [failure.message] });
    }
}
