import { IncompleteError, type KnownState } from "../../lifecycle";

/** An operation failed, and the thing exists: its id and its state are to be kept. */
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

/** Does the work; an error of something that exists leaves with its id and its state. */
export async function keepingState<Observed, Result>(
    outsOf: (known: KnownState<Observed>) => { [key: string]: unknown },
    work: () => Promise<Result>,
    onUnfinished: (id: string) => void = () => undefined,
): Promise<Result> {
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof IncompleteError)) throw error;
        const { id, known, cause } = error as IncompleteError<Observed>;
        onUnfinished(id);
        throw new PartialFailure(id, outsOf(known), cause);
    }
}
