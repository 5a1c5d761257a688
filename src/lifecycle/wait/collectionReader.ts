import { setImmediate as otherArrivals } from "node:timers/promises";
import { ApiError, complete } from "../../api";
import type { Clock } from "../../clock";
import { snapshotIdleLimit, maxSnapshotAge, pollInterval } from "./schedule";
import { PollLoop } from "./pollLoop";
import type { Found, Wait } from "./types";

/** Where the records of one collection come from. */
export interface Source<ApiRecord> {
    list(): Promise<readonly ApiRecord[]>;
    /** Undefined when the API says that there is none (404), which alone proves little: a wrong address says so of everything. */
    get(id: string): Promise<ApiRecord | undefined>;
    idOf(record: ApiRecord): string;
}

interface Snapshot<ApiRecord> {
    readonly at: number;
    usedAt: number;
    readonly list: readonly ApiRecord[];
    readonly records: ReadonlyMap<string, ApiRecord>;
}

interface ReadOptions {
    /** What is there now, whatever was seen before. */
    readonly fresh?: boolean;
    /** Who reads, where several read the same record: each gets a list's record once. Default: the id. */
    readonly reader?: string;
}

interface Request<ApiRecord> {
    readonly id: string;
    readonly fresh: boolean;
    readonly resolve: (record: ApiRecord | undefined | Promise<ApiRecord | undefined>) => void;
    readonly reject: (reason: unknown) => void;
}

/**
 * Looks at the records of one collection on behalf of all who read or wait for any of them: one request serves everyone,
 * so the cost of waiting and of refreshing does not grow with the number of things. One id alone is a GET of that id,
 * more are one list. A thing counts as gone when both say so: its own GET, and a list that was answered and lacks it.
 */
export class CollectionReader<ApiRecord> {
    readonly #queue: Request<ApiRecord>[] = [];
    #serving = false;
    #snapshot: Snapshot<ApiRecord> | undefined;
    /** Who has read in this round: a refresh reads everything once. */
    readonly #readers = new Set<string>();
    #generation = 0;
    #readAt = -Infinity;
    readonly #pollLoop: PollLoop<ApiRecord>;

    constructor(
        private readonly source: Source<ApiRecord>,
        private readonly clock: Clock,
        random: () => number = Math.random,
    ) {
        this.#pollLoop = new PollLoop(
            clock,
            (ids) => this.#fetch(ids),
            (waited) => pollInterval(waited, random),
        );
    }

    /** The record as its own GET shows it, now. */
    get(id: string): Promise<ApiRecord | undefined> {
        return this.source.get(id);
    }

    /** Says that something was changed: what was seen before no longer counts. */
    changed(): void {
        this.#generation++;
        this.#snapshot = undefined;
        this.#readers.clear();
    }

    /**
     * The record, or undefined when there is none. Reads that arrive together share one request, and a list serves the
     * rest of a refresh, however few reads the engine sends at a time. Whoever reads for the second time begins a new
     * round: he wants to see what has changed since.
     */
    async read(id: string, { fresh = false, reader = id }: ReadOptions = {}): Promise<ApiRecord | undefined> {
        if (!fresh) {
            if (this.#readers.has(reader)) this.changed();
            this.#readers.add(reader);
            const snapshot = this.#usable();
            if (snapshot) return snapshot.records.get(id) ?? (await this.#confirm(id, snapshot.list));
        }
        return new Promise((resolve, reject) => {
            this.#queue.push({ id, fresh, resolve, reject });
            if (!this.#serving) void this.#serve();
        });
    }

    /** Waits until `wait.look` gives a result. All waits share one loop and one request a tick. */
    async until<Result>(id: string, wait: Wait<ApiRecord, Result>): Promise<Result> {
        try {
            return await this.#pollLoop.wait(id, wait);
        } finally {
            // What was seen while it was under way is not what a read is to get after it.
            this.changed();
        }
    }

    #usable(): Snapshot<ApiRecord> | undefined {
        const now = this.clock.now();
        const snapshot = this.#snapshot;
        if (!snapshot || now - snapshot.usedAt >= snapshotIdleLimit || now - snapshot.at >= maxSnapshotAge)
            return undefined;
        snapshot.usedAt = now;
        return snapshot;
    }

    async #serve(): Promise<void> {
        this.#serving = true;
        while (this.#queue.length > 0) {
            await otherArrivals();
            const requests = this.#queue.splice(0);
            try {
                const moreToCome = this.#readIsRecent();
                this.#readAt = this.clock.now();
                const forRefresh = requests.some(({ fresh }) => !fresh);
                const found = await this.#fetch(new Set(requests.map(({ id }) => id)), moreToCome, forRefresh);
                for (const { id, resolve } of requests) resolve(found.get(id));
            } catch (error) {
                for (const { reject } of requests) reject(error);
            }
        }
        this.#serving = false;
    }

    /** A read that follows another one is likely to be followed by more: a refresh, one at a time. */
    #readIsRecent(): boolean {
        return this.clock.now() - this.#readAt < snapshotIdleLimit;
    }

    /** Only a list that was asked for by a refresh serves the rest of one: any other is of the moment. */
    async #fetch(ids: ReadonlySet<string>, moreToCome = false, forRefresh = false): Promise<Found<ApiRecord>> {
        const [only] = ids;
        const alone = only !== undefined && ids.size === 1 && !moreToCome;
        if (alone) {
            const record = await this.source.get(only);
            if (record !== undefined) return new Map([[only, record]]);
        }
        const at = this.clock.now();
        const generation = this.#generation;
        const list = await this.source.list();
        const records = new Map(list.map((record) => [this.source.idOf(record), record]));
        if (forRefresh && generation === this.#generation) this.#snapshot = { at, usedAt: at, list, records };
        if (alone) return records.has(only) ? records : new Map([[only, this.#absent(only, list)]]);
        const missing = [...ids].filter((id) => !records.has(id));
        const confirmed = missing.map((id) => [id, this.#confirm(id, list)] as const);
        await Promise.allSettled(confirmed.map(([, answer]) => answer));
        return new Map<string, ApiRecord | undefined | Promise<ApiRecord | undefined>>([...records, ...confirmed]);
    }

    /** What its own GET says of one that is not among a list's records. */
    async #confirm(id: string, list: readonly ApiRecord[]): Promise<ApiRecord | undefined> {
        return (await this.source.get(id)) ?? this.#absent(id, list);
    }

    /** Nothing, unless the list has it after all, in a record that cannot be read. */
    #absent(id: string, list: readonly ApiRecord[]): ApiRecord | undefined {
        complete(list, (record) => record.id === id);
        return undefined;
    }
}

/** The list of what belongs to a parent; none where the parent is known to be gone. */
export async function listUnder<T>(list: Promise<readonly T[]>, parent: () => Promise<unknown>): Promise<readonly T[]> {
    try {
        return await list;
    } catch (error) {
        if (error instanceof ApiError && error.kind === "notFound" && (await parent()) === undefined) return [];
        throw error;
    }
}

/** The answer, or undefined where the API says that there is no such thing. */
export async function orGone<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
        return await answer;
    } catch (error) {
        if (error instanceof ApiError && error.kind === "notFound") return undefined;
        throw error;
    }
}
