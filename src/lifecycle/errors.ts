import type { KnownState } from "./knownState";

/** An error that is meant for the user: a sentence that says what is wrong and, where there is one, the way out. */
export class UserError extends Error {
    override readonly name = "UserError";
}

/** Something went wrong after the thing existed: whoever catches this must keep the id and what is known. */
export class IncompleteError<Observed> extends Error {
    override readonly name = "Unfinished";

    constructor(
        readonly id: string,
        readonly known: KnownState<Observed>,
        override readonly cause: Error,
    ) {
        super(cause.message, { cause });
    }
}

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
