import { Unfinished, type Knowledge } from "../../lifecycle";

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
    outsOf: (knowledge: Knowledge<Observed>) => { [key: string]: unknown },
    work: () => Promise<Result>,
    onUnfinished: (id: string) => void = () => undefined,
): Promise<Result> {
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof Unfinished)) throw error;
        const { id, knowledge, cause } = error as Unfinished<Observed>;
        onUnfinished(id);
        throw new PartialFailure(id, outsOf(knowledge), cause);
    }
}
