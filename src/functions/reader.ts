import { learn, nothingKnown } from "../lifecycle";
import { stripped } from "../provider/unknown";

/** What a function has to know of a kind of resource. */
interface Seen<Observed, Record> {
    readonly silence: Partial<Observed>;
    readonly hidden: readonly (keyof Observed & string)[];
    see(record: Record, expected: Partial<Observed>): { readonly seen: Partial<Observed> };
}

/** What a record does not say of itself. */
interface Place {
    readonly id: string;
    readonly projectId: string;
}

/**
 * Reads records as the resource of their kind does, so that functions and resources have the same words for the same things.
 * The fields that `Result` requires are those that the contract requires: a record has been checked for them.
 */
export const reader =
    <Observed extends object, Record>(kind: Seen<Observed, Record>) =>
    <Result extends Place>(record: Record, place: Place & Partial<Result>): Result => {
        const { observed } = learn(kind, nothingKnown<Observed>(), kind.see(record, {}));
        const visible = Object.entries(observed).filter(([key]) => !(kind.hidden as readonly string[]).includes(key));
        return stripped({ ...Object.fromEntries(visible), ...place }) as Result;
    };
