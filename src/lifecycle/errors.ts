import type { KnownState } from "./observation";

/** An error for the user: a sentence that says what is wrong and, where possible, what to do. */
export class UserError extends Error {
    override readonly name = "UserError";
}

/** An operation failed, and the resource exists: the id and the known state have to be stored. */
export class UnfinishedError<Observed> extends Error {
    override readonly name = "UnfinishedError";

    constructor(
        readonly id: string,
        readonly known: KnownState<Observed>,
        override readonly cause: Error,
    ) {
        super(cause.message, { cause });
    }
}

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
