import { Mutex } from "async-mutex";
import type { Client } from "../api";
import type { Clock } from "../../shared/clock";
import { getOrCreate } from "../../shared/objects";
import { Catalog, type Listing } from "./creation/catalog";
import { CollectionReader, type RecordSource } from "./wait/collectionReader";

/** What all connections to one project share in this process, whichever key they use: who created what, and the locks. */
export class SharedProject {
    readonly catalogs = new Map<string, Catalog>();
    readonly readers = new Set<CollectionReader<unknown>>();
    readonly #mutexes = new Map<string, Mutex>();

    /** Runs one work at a time per key, in the order of their arrival; earlier reads do not count during and after it. */
    async withLock<T>(key: string, work: () => Promise<T>, onWait?: () => void): Promise<T> {
        const mutex = getOrCreate(this.#mutexes, key, () => new Mutex());
        if (mutex.isLocked()) onWait?.();
        try {
            return await mutex.runExclusive(async () => {
                this.#changed();
                try {
                    return await work();
                } finally {
                    this.#changed();
                }
            });
        } finally {
            if (!mutex.isLocked()) this.#mutexes.delete(key);
        }
    }

    #changed(): void {
        for (const reader of this.readers) reader.changed();
    }
}

/** One project of the API, as one API key sees it. */
export class Project {
    readonly #readers = new Map<string, CollectionReader<unknown>>();
    /** The statuses that the contract does not have, and that have turned out to mean that no operation is in progress. */
    readonly settledWords = new Set<string | undefined>();

    constructor(
        readonly client: Client,
        readonly id: string,
        readonly clock: Clock,
        private readonly random: () => number = Math.random,
        private readonly shared = new SharedProject(),
    ) {}

    /** The reader of a collection: one for all resources in it, so that they share their requests. */
    reader<ApiRecord>(collection: string, source: RecordSource<ApiRecord>): CollectionReader<ApiRecord> {
        // A collection has one record type: its name identifies it.
        return getOrCreate(this.#readers, collection, () => {
            const reader = new CollectionReader(source, this.clock, this.random) as CollectionReader<unknown>;
            this.shared.readers.add(reader);
            return reader;
        }) as CollectionReader<ApiRecord>;
    }

    /** What exists in a collection; `list` is called once for all creates that come together. */
    catalog(collection: string, list: () => Promise<Listing>): Catalog {
        return getOrCreate(this.shared.catalogs, collection, () => new Catalog(this.clock, list));
    }

    /** Whether this process has created the resource. A list may not show it yet. */
    hasCreated(id: string): boolean {
        return [...this.shared.catalogs.values()].some((catalog) => catalog.ownerOf(id) !== undefined);
    }

    /** A resource has been deleted: its name is free. */
    forget(id: string): void {
        for (const catalog of this.shared.catalogs.values()) catalog.forget(id.split("/").at(-1) ?? id);
    }

    /** Makes one mutating call at a time per key. @param onWait - called at once where another one is in progress. */
    withLock<T>(key: string, work: () => Promise<T>, onWait?: () => void): Promise<T> {
        return this.shared.withLock(key, work, onWait);
    }
}
