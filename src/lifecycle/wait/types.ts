import type { ApiError } from "../../api";

/** What was found of each id; one that had to be asked for by itself may fail by itself. */
export type Found<ApiRecord> = ReadonlyMap<string, ApiRecord | undefined | Promise<ApiRecord | undefined>>;

export interface Wait<ApiRecord, Result> {
    /** Gets every look at the record; anything but undefined ends the wait. */
    look(record: ApiRecord | undefined, at: number): Result | undefined | Promise<Result | undefined>;
    /** When to give up (milliseconds since the epoch), and what to say then. */
    readonly deadline: number;
    timedOut(lastError: ApiError | undefined): Error;
    /** No look before this moment: the answer of the call that is waited for was the first look. Default: at once. */
    readonly notBefore?: number;
}
