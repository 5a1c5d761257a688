import type { Effect } from "../step";

/**
 * Whether a record shows everything that the create call has asked for, and nothing that was not asked for: all of it, something else,
 * or too little to tell.
 */
export type Match = "same" | "different" | "unclear";

/** Another record of the same collection, and what messages call it. */
export interface Neighbour<ApiRecord = unknown> {
    readonly record: ApiRecord;
    readonly who: string;
}

/** How a record of the collection is recognised as what a create call makes. */
export interface Recognition<ApiRecord = unknown> {
    /** The record's name, or what takes its place, in the spelling of the spec's; undefined where the API does not show it. */
    nameOf(record: ApiRecord): string | undefined;
    /** Compares a record with all that the call says. Default: every record of that name is the same. */
    match?(record: ApiRecord): Match;
    /** When the record was created, in milliseconds since the epoch; NaN where it does not tell. Default: no record does. */
    createdAt?(record: ApiRecord): number;
    /** Identifies what two resources of one program must not both create. Default: the name. */
    readonly key?: string;
    /** Whether any record of that name conflicts (default), or only one that matches as well. */
    readonly uniqueName?: boolean;
    /** The id of the parent, for a type without data of its own. If the program manages the parent, a generated name is sufficient proof. */
    readonly ownedBy?: string;
}

/** What only the answer to a create call tells, such as the initial password. */
export interface AnswerSpec<Observed = Record<string, unknown>, ApiRecord = unknown> {
    /**
     * The values that it tells. `answer` is undefined if it was lost, and may lack the id.
     *
     * @param isProven - whether what was found is certain to be this resource: a name that the program gives does not prove it.
     */
    values(answer: Partial<ApiRecord> | undefined, isProven: boolean): Partial<Observed>;
    /** What is not known of one that was found by its name, because the answer to its creation was lost, and what to do. */
    lost?(answer: Partial<ApiRecord> | undefined): string | undefined;
    /** What is not done to one that only its name proves, and what to do. */
    readonly leftUndone?: string | undefined;
}

/** What a preview says of others of the same type: those that exist, and those that the program creates as well. */
export interface NeighbourSpec<ApiRecord = unknown> {
    /** The record as the creation makes it. */
    readonly planned: ApiRecord;
    /** Why this one does not go together with one of them, though an API may accept it. */
    misfit(others: readonly Neighbour<ApiRecord>[]): string | undefined;
}

/** How one resource is created, and how what exists already is compared with it. */
export interface CreateSpec<Observed = Record<string, unknown>, ApiRecord = unknown> {
    readonly name: string;
    /** For messages: `service "orders"`. */
    readonly label: string;
    /** Progress message: `creating`, `forking`. */
    readonly progress: string;
    /** The API call; undefined where the API answers without a record. */
    create(): Promise<ApiRecord | undefined>;
    /** What the record shows once the creation is done. Default: settled is enough. */
    readonly effect?: Effect<Observed>;
    readonly recognition: Recognition<ApiRecord>;
    readonly answer?: AnswerSpec<Observed, ApiRecord>;
    /**
     * Says that a parent whose backup is needed is paused or being deleted, so that repeating a refused call is useless. By its own GET. Where
     * there is such a parent, a refusal because it has no backup yet is retried until the timeout.
     */
    obstacle?(): Promise<string | undefined>;
    readonly neighbours?: NeighbourSpec<ApiRecord>;
}

/** The match of several fields, each of which is the same, differs, or is not shown. */
export function matchAll(...fields: readonly (boolean | undefined)[]): Match {
    if (fields.includes(false)) return "different";
    return fields.includes(undefined) ? "unclear" : "same";
}

/** Whether a field shows the value that the call has asked for; undefined where it shows none. */
export const shows = <T>(wanted: T, shown: T | undefined, same: (one: T, other: T) => boolean = Object.is) =>
    shown === undefined ? undefined : same(wanted, shown);

/** For the end of a message: what is not known of one whose creation has been answered so. */
export const lostBy = ({ answer }: CreateSpec, answered?: Parameters<NonNullable<AnswerSpec["lost"]>>[0]): string => {
    const text = answer?.lost?.(answered);
    return text === undefined ? "" : `; ${text}`;
};

export const matchOf = ({ recognition }: CreateSpec, record: unknown): Match => recognition.match?.(record) ?? "same";
