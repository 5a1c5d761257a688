// One record that cannot be read must not hide all the others: a list gives those that can be, and this tells of the rest.
import type { ApiError } from "./errors";

/** A record in a list that breaks the contract. */
export interface UnreadableRecord {
    /** As far as it says so itself. */
    readonly id?: string;
    /** As far as it says so itself. */
    readonly name?: string;
    /** Where it breaks the contract, and how; never a value. */
    readonly detail: string;
}

interface Incomplete {
    readonly records: readonly UnreadableRecord[];
    /** Makes the error of a call that needed one of them. */
    readonly failure: (record: UnreadableRecord) => ApiError;
}

const incomplete = new WeakMap<object, Incomplete>();

export function markIncomplete(list: object, lacks: Incomplete): void {
    incomplete.set(list, lacks);
}

/** The records that a list, as the client has given it, lacks because they cannot be read. */
export const unreadableIn = (list: readonly unknown[]): readonly UnreadableRecord[] =>
    incomplete.get(list)?.records ?? [];

/**
 * The list, as the client has given it, if it lacks nothing that matters.
 *
 * @param matters - default: every record does.
 * @throws ApiError - of the kind `contract`, that names the first record that matters and cannot be read.
 */
export function complete<List extends readonly unknown[]>(
    list: List,
    matters: (record: UnreadableRecord) => boolean = () => true,
): List {
    const lacks = incomplete.get(list);
    const missed = lacks?.records.find(matters);
    if (lacks !== undefined && missed !== undefined) throw lacks.failure(missed);
    return list;
}
