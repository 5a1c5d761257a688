import { IncompleteError, type AnyKnownState } from "../../lifecycle";

/** An operation failed, but the resource exists: the engine has to store its id and state. */
export class PartialFailure extends Error {
    override readonly name = "PartialFailure";

    constructor(
        readonly id: string,
        readonly outs: { [key: string]: unknown },
        override readonly cause: Error,
    ) {
        super(cause.message, { cause });
    }
}

/** Runs an operation, and converts the error of one that left an existing resource incomplete. */
export async function keepingState<Result>(
    outsOf: (known: AnyKnownState) => { [key: string]: unknown },
    work: () => Promise<Result>,
    onUnfinished: (id: string) => void = () => undefined,
): Promise<Result> {
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof IncompleteError)) throw error;
        const { id, known, cause } = error as IncompleteError<Record<string, unknown>>;
        onUnfinished(id);
        throw new PartialFailure(id, outsOf(known), cause);
    }
}
