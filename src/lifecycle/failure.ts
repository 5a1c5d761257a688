import type { Knowledge } from "./knowledge";

/** An error that is meant for the user: a sentence that says what is wrong and, where there is one, the way out. */
export class UserError extends Error {
    override readonly name = "UserError";
}

/** Something went wrong after the thing existed: whoever catches this must keep the id and what is known. */
export class Unfinished<Observed> extends Error {
    override readonly name = "Unfinished";

    constructor(
        readonly id: string,
        readonly knowledge: Knowledge<Observed>,
        override readonly cause: Error,
    ) {
        super(cause.message, { cause });
    }
}

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
