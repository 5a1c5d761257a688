import type { UnreadableRecord } from "../../api";
import type { Clock } from "../../../shared/clock";
import { snapshotIdleLimit } from "../wait/schedule";
import { sameName } from "../spelling";
import type { Effect } from "../step";

/** An existing record, as far as it matters to a create. */
export interface Candidate {
    readonly id: string;
    /** Undefined where the API does not show it. */
    readonly name: string | undefined;
    /** It is being deleted, so its name does not conflict. */
    readonly isDeleting: boolean;
    readonly record: unknown;
}

export interface Listing {
    readonly candidates: readonly Candidate[];
    /** Entries that violate the contract: they may be anything. */
    readonly unreadable: readonly UnreadableRecord[];
}

/**
 * What exists in one collection: listed once for all creates that come together. It also knows what the creates of this process have
 * created or adopted, so that two of them never take the same record.
 */
export class Inventory {
    #asked: { readonly at: number; readonly answer: Promise<Listing> } | undefined;
    readonly #claimed = new Map<string, { readonly key: string; readonly owner: string }>();
    readonly #reserved = new Map<string, string>();
    readonly #planned = new Map<string, unknown>();

    constructor(
        private readonly clock: Clock,
        private readonly list: () => Promise<Listing>,
    ) {}

    /** What exists, at most a few seconds old. Lists again if the list has a record of that name. */
    async recent(name: string, key: string): Promise<Listing> {
        const asked = this.#asked;
        if (asked === undefined || this.clock.now() - asked.at >= snapshotIdleLimit) return this.now();
        const madeSince = [...this.#claimed.values()].some((one) => one.key === key);
        const listing = await asked.answer;
        return madeSince || listing.candidates.some((one) => sameName(name, one.name)) ? this.now() : listing;
    }

    async now(): Promise<Listing> {
        const asked = { at: this.clock.now(), answer: this.list() };
        this.#asked = asked;
        try {
            return await asked.answer;
        } catch (error) {
            if (this.#asked === asked) this.#asked = undefined;
            throw error;
        }
    }

    /** Records which resource of this process has a record. */
    claim(id: string, key: string, owner: string): void {
        this.#claimed.set(id, { key, owner });
    }

    forget(id: string): void {
        this.#claimed.delete(id);
    }

    ownerOf(id: string): string | undefined {
        return this.#claimed.get(id)?.owner;
    }

    /** Another resource of this process that has created, or is creating, the same. A list may not show it yet. */
    otherCreatorOf(key: string, owner: string): string | undefined {
        const claimed = [...this.#claimed.values()].find((one) => one.key === key && one.owner !== owner);
        const reserved = this.#reserved.get(key);
        return claimed?.owner ?? (reserved === owner ? undefined : reserved);
    }

    /** Reserves a key for a create in progress, if it is free. */
    reserve(key: string, owner: string): void {
        if (!this.#reserved.has(key)) this.#reserved.set(key, owner);
    }

    /** Notes the record that a preview announces. Returns those that it has announced for other resources. */
    plan(owner: string, record: unknown): unknown[] {
        this.#planned.set(owner, record);
        return [...this.#planned].flatMap(([other, planned]) => (other === owner ? [] : [planned]));
    }

    release(key: string, owner: string): void {
        if (this.#reserved.get(key) === owner) this.#reserved.delete(key);
    }
}

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

/** How one resource is created, and how what exists already is compared with it. */
export interface CreateSpec<Observed = Record<string, unknown>, ApiRecord = unknown> {
    readonly name: string;
    /** Identifies what two resources of one program must not both create. Default: the name. */
    readonly key?: string;
    /** Whether any record of that name conflicts (default), or only one that matches as well. */
    readonly uniqueName?: boolean;
    /** For messages: `service "orders"`. */
    readonly label: string;
    /** What has a record for its name, in the spelling of `name`; undefined where it does not show it. */
    nameOf(record: ApiRecord): string | undefined;
    /** Compares a record with all that the call says. Default: every record of that name is the same. */
    match?(record: ApiRecord): Match;
    /** When the record was created, in milliseconds since the epoch; NaN where it does not tell. Default: no record does. */
    createdAt?(record: ApiRecord): number;
    /** The id of the parent, for a type without data of its own. If the program manages the parent, a generated name is sufficient proof. */
    readonly ownedBy?: string;
    /** The record as the creation makes it, for the `misfit` of others. */
    readonly planned?: ApiRecord;
    /** For a preview: why this one does not go together with others that exist or are planned, though an API may accept it. */
    misfit?(others: readonly Neighbour<ApiRecord>[]): string | undefined;
    /** Progress message: `creating`, `forking`. */
    readonly progress: string;
    /** The API call; undefined where the API answers without a record. */
    create(): Promise<ApiRecord | undefined>;
    /** What the record shows once the creation is done. Default: settled is enough. */
    readonly effect?: Effect<Observed>;
    /**
     * What only the answer to the creation tells, such as the initial password. Undefined: the answer was lost. It may lack the id.
     *
     * @param isProven - whether what was found is certain to be this resource: a name that the program gives does not prove it.
     */
    valuesFromAnswer?(answer: Partial<ApiRecord> | undefined, isProven: boolean): Partial<Observed>;
    /** What is not known of one that was found by its name, because the answer to its creation was lost, and what to do. */
    lostWithAnswer?(answer: Partial<ApiRecord> | undefined): string | undefined;
    /** Why a call that was refused will be refused for as long as its parent stays as it is: it is paused, or going. Read by the parent's GET. */
    obstacle?(): Promise<string | undefined>;
    /** Whether a refusal because the parent has no backup yet is retried until the timeout. Default: no. */
    readonly retryUntilBackup?: boolean;
}

/** With what exists in the same place. */
export interface ListedSpec<Observed = Record<string, unknown>, ApiRecord = unknown> extends CreateSpec<
    Observed,
    ApiRecord
> {
    readonly key: string;
    readonly inventory: Inventory;
}

/** The match of several fields, each of which is the same, differs, or is not shown. */
export function matchAll(...fields: readonly (boolean | undefined)[]): Match {
    if (fields.includes(false)) return "different";
    return fields.includes(undefined) ? "unclear" : "same";
}

/** Whether a field shows the value that the call has asked for; undefined where it shows none. */
export const shows = <T>(wanted: T, shown: T | undefined, same: (one: T, other: T) => boolean = Object.is) =>
    shown === undefined ? undefined : same(wanted, shown);

export const matchOf = <ApiRecord>(spec: Pick<CreateSpec<never, ApiRecord>, "match">, record: ApiRecord): Match =>
    spec.match?.(record) ?? "same";
