import type { Effect } from "../step";
import type { Inventory } from "./inventory";

/**
 * Whether a record shows everything that the create call has asked for, and nothing that was not asked for: all of it, something else,
 * or too little to tell.
 */
export type Match = "same" | "different" | "unclear";

/** How one resource is created, and how what exists already is compared with it. */
export interface CreateSpec<Observed = Record<string, unknown>, ApiRecord = unknown> {
    readonly name: string;
    /** Identifies what two resources of one program must not both create. */
    readonly key: string;
    /** Whether any record of that name conflicts (default), or only one that matches as well. */
    readonly uniqueName?: boolean;
    /** For messages: `service "orders"`. */
    readonly label: string;
    readonly inventory: Inventory<ApiRecord>;
    /** Compares a record with all that the call says. Default: every record of that name is the same. */
    match?(record: ApiRecord): Match;
    /** When the record was created, in milliseconds since the epoch. Undefined, as by default: no record tells. */
    createdAt?(record: ApiRecord): number | undefined;
    /** The id of the parent, of a type that holds no data of its own: under a parent of this program, a generated name proves enough. */
    readonly ownedBy?: string;
    /** Progress message: `creating`, `forking`. */
    readonly progress: string;
    /** The API call; undefined where the API answers without a record. */
    create(): Promise<ApiRecord | undefined>;
    /** What the record shows once the creation is done. Default: settled is enough. */
    readonly effect?: Effect<Observed>;
    /**
     * What only the answer to the creation tells, such as the initial password. Undefined: the answer was lost.
     *
     * @param isProven - whether what was found is certain to be this resource: a name that the program gives does not prove it.
     */
    valuesFromAnswer?(answer: ApiRecord | undefined, isProven: boolean): Partial<Observed>;
    /** Whether a refusal for want of a backup is retried until the timeout: a new parent has none yet. Default: no. */
    readonly retryUntilBackup?: boolean;
}

export const matchOf = <ApiRecord>(spec: Pick<CreateSpec<never, ApiRecord>, "match">, record: ApiRecord): Match =>
    spec.match?.(record) ?? "same";
