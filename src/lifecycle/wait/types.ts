import type { ApiError } from "../../api";

/** The records by id. One that needed a request of its own is a promise, which may fail by itself. */
export type Found<ApiRecord> = ReadonlyMap<string, ApiRecord | undefined | Promise<ApiRecord | undefined>>;

/** A wait for one resource. */
export interface Wait<ApiRecord, Result> {
    /** Called with every record that is read (undefined: not found); a result other than undefined ends the wait. */
    look(record: ApiRecord | undefined, at: number): Result | undefined | Promise<Result | undefined>;
    /** Milliseconds since the epoch. */
    readonly deadline: number;
    /** The error after the deadline. */
    timedOut(lastError: ApiError | undefined): Error;
    /** The API has accepted its deletion: lists may prove that it is gone; see `GoneCheck`. Default: false. */
    readonly leaving?: boolean;
}
