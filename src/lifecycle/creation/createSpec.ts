import type { Effect } from "../step";
import type { Inventory } from "./inventory";

/**
 * Whether a record shows what was asked for and cannot change in place (region, type, parent, CIDR): all of it, something
 * else, or too little to tell.
 */
export type Match = "same" | "different" | "unclear";

/** What is to be created, as far as an existing record can be compared with it. */
export interface CreateTarget<ApiRecord> {
    readonly name: string;
    /** Identifies what two resources of one program must not both create. */
    readonly key: string;
    /** Whether any record of that name conflicts (default), or only one that matches as well. */
    readonly uniqueName?: boolean;
    /** For messages: `service "orders"`. */
    readonly label: string;
    readonly inventory: Inventory<ApiRecord>;
    /** Default: every record of that name is the same. */
    match?(record: ApiRecord): Match;
}

/** How one resource is created. */
export interface CreateSpec<Observed, ApiRecord> extends CreateTarget<ApiRecord> {
    /** Progress message: `creating`, `forking`. */
    readonly progress: string;
    /** The API call; undefined where the API answers without a record. */
    create(): Promise<ApiRecord | undefined>;
    /** Whether the record shows the initial values of arguments that may change later, such as the size. Default: not compared. */
    showsInitialSize?(record: ApiRecord): boolean;
    /** What the record shows once the creation is done. Default: settled is enough. */
    readonly effect?: Effect<Observed>;
    /** What only the answer of the create call tells, such as the initial password. */
    valuesFromAnswer?(record: ApiRecord): Partial<Observed>;
    /** Whether a refusal for want of a backup is retried until the timeout: a new parent has none yet. Default: no. */
    readonly retryUntilBackup?: boolean;
}

export const matchOf = <ApiRecord>(target: CreateTarget<ApiRecord>, record: ApiRecord): Match =>
    target.match?.(record) ?? "same";
