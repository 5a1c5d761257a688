// A list with an invalid record still returns the valid ones. The invalid ones are attached to the array, out of band.
import type { ApiError } from "./errors";

/** A list item that violates the contract. */
export interface UnreadableRecord {
    /** The item's id, if it has a readable one. */
    readonly id?: string;
    /** The item's name, if it has a readable one. */
    readonly name?: string;
    /** The field and the problem, without its value. */
    readonly detail: string;
}

interface Incomplete {
    readonly records: readonly UnreadableRecord[];
    /** Creates the error to throw if the caller needs that record. */
    readonly failure: (record: UnreadableRecord) => ApiError;
}

const incomplete = new WeakMap<object, Incomplete>();

export function markIncomplete(list: object, missing: Incomplete): void {
    incomplete.set(list, missing);
}

/** The records that violate the contract and are missing from a list returned by the client. */
export const unreadableIn = (list: readonly unknown[]): readonly UnreadableRecord[] =>
    incomplete.get(list)?.records ?? [];

/**
 * Returns `list` if no relevant record is missing from it.
 *
 * @param matters - whether a missing record is relevant. Default: all are.
 * @throws ApiError - of the kind `contract`, naming the first relevant record that could not be read.
 */
export function complete<List extends readonly unknown[]>(
    list: List,
    matters: (record: UnreadableRecord) => boolean = () => true,
): List {
    const missing = incomplete.get(list);
    const first = missing?.records.find(matters);
    if (missing !== undefined && first !== undefined) throw missing.failure(first);
    return list;
}
