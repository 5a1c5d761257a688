import type { ApiError } from "./errors";

/** A list item that violates the contract. */
export interface UnreadableRecord {
    /** The item's id, if it has a readable one. */
    readonly id?: string;
    /** The item's name, if it has a readable one. */
    readonly name?: string;
    /** The field and the problem, without its value. */
    readonly detail: string;
    /** The error for a caller that needs the record: of the kind `contract`, with its id and name. */
    readonly error: ApiError;
}

/** A list as the API returns it. A record that violates the contract does not make the others unreadable. */
export interface RecordList<ApiRecord> {
    readonly records: readonly ApiRecord[];
    /** The items that are missing from `records`, since they violate the contract. */
    readonly unreadable: readonly UnreadableRecord[];
}

export const noRecords: RecordList<never> = { records: [], unreadable: [] };

/**
 * The records of a list from which no relevant record is missing.
 *
 * @param matters - whether a missing record is relevant. Default: all are.
 * @throws ApiError - of the kind `contract`, naming the first relevant record that could not be read.
 */
export function assertNoUnreadable<ApiRecord>(
    { records, unreadable }: RecordList<ApiRecord>,
    matters: (record: UnreadableRecord) => boolean = () => true,
): readonly ApiRecord[] {
    const first = unreadable.find(matters);
    if (first !== undefined) throw first.error;
    return records;
}
