import type { UnreadableRecord } from "../../api";
import type { Clock } from "../../../shared/clock";
import { sameName } from "../spelling";
import { snapshotIdleLimit } from "../wait/schedule";

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
export class Catalog {
    #asked: { readonly at: number; readonly answer: Promise<Listing> } | undefined;
    /** Settles with the last list, and never fails. */
    #underWay: Promise<void> = Promise.resolve();
    /** The list that begins then. */
    #next: Promise<Listing> | undefined;
    readonly #claimed = new Map<string, { readonly key: string; readonly owner: string }>();
    readonly #reserved = new Map<string, string>();
    readonly #planned = new Map<string, unknown>();

    constructor(
        private readonly clock: Clock,
        private readonly list: () => Promise<Listing>,
    ) {}

    /** What exists, as a list of a moment ago shows it. Lists again if the list has a record of that name. */
    async recent(name: string, key: string): Promise<Listing> {
        const asked = this.#asked;
        if (asked === undefined || this.clock.now() - asked.at >= snapshotIdleLimit) return this.now();
        const madeSince = [...this.#claimed.values()].some((one) => one.key === key);
        const listing = await asked.answer;
        return madeSince || listing.candidates.some((one) => sameName(name, one.name)) ? this.now() : listing;
    }

    /** What exists now. Those that come while a list is under way share the next one, which begins after it. */
    now(): Promise<Listing> {
        this.#next ??= this.#underWay.then(() => this.#begin());
        return this.#next;
    }

    #begin(): Promise<Listing> {
        this.#next = undefined;
        const answer = this.list();
        this.#asked = { at: this.clock.now(), answer };
        this.#underWay = answer.then(
            () => undefined,
            () => void (this.#asked = undefined),
        );
        return answer;
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
