import { setImmediate as otherArrivals } from "node:timers/promises";
import { ApiError, complete } from "../../api";
import type { Clock } from "../../clock";
import { absent, GoneCheck } from "./goneCheck";
import { maxSnapshotAge, scheduleOf, snapshotIdleLimit } from "./schedule";
import { PollLoop } from "./pollLoop";
import { RecentList } from "./recentList";
import { byId, type Source } from "./source";
import type { Found, Wait } from "./types";

interface Snapshot<ApiRecord> {
    readonly at: number;
    usedAt: number;
    readonly list: readonly ApiRecord[];
    readonly records: ReadonlyMap<string, ApiRecord>;
}

interface ReadOptions {
    /** Ignores earlier reads. */
    readonly fresh?: boolean;
    /** Ignores reads that are older than half a second, or older than the last change of the record. Reads a list, which others share. */
    readonly recent?: boolean;
    /** Identifies the reader, where several resources read the same record. Default: the id. */
    readonly reader?: string;
}

interface FetchOptions {
    /** More reads are likely to follow: a list serves them, too. */
    readonly moreToCome?: boolean;
    /** Only a list that was requested by a refresh serves further reads of it. */
    readonly forRefresh?: boolean;
    /** Those of the ids whose deletion was accepted. */
    readonly leaving?: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

interface Request<ApiRecord> {
    readonly id: string;
    readonly fresh: boolean;
    readonly recent: boolean;
    readonly resolve: (record: ApiRecord | undefined | Promise<ApiRecord | undefined>) => void;
    readonly reject: (reason: unknown) => void;
}

/**
 * Reads the records of one collection for all resources that read or wait for them, so that the number of requests does not grow with
 * the number of resources. One id alone is a GET, several are one list. A resource is gone only if both say so: its own GET, and a
 * list that lacks it. For many whose deletion was accepted, lists alone may say so; see `GoneCheck`.
 */
export class CollectionReader<ApiRecord> {
    readonly #queue: Request<ApiRecord>[] = [];
    #serving = false;
    #snapshot: Snapshot<ApiRecord> | undefined;
    /** The readers in this round: a refresh reads every resource once. */
    readonly #readers = new Set<string>();
    readonly #recent = new RecentList<ApiRecord>();
    readonly #goneCheck: GoneCheck<ApiRecord>;
    #generation = 0;
    #readAt = -Infinity;
    readonly #pollLoop: PollLoop<ApiRecord>;

    constructor(
        private readonly source: Source<ApiRecord>,
        private readonly clock: Clock,
        random: () => number = Math.random,
    ) {
        this.#goneCheck = new GoneCheck(source, clock);
        this.#pollLoop = new PollLoop(clock, (ids, leaving) => this.#fetch(ids, { leaving }), scheduleOf(random));
    }

    /** The record, by its own GET. */
    get(id: string): Promise<ApiRecord | undefined> {
        return this.source.get(id);
    }

    /** Something was changed: earlier reads no longer count. `id`: the only record that was. */
    changed(id?: string): void {
        if (id !== undefined) this.#recent.changed(id);
        this.#generation++;
        this.#snapshot = undefined;
        this.#readers.clear();
    }

    /**
     * The record, or undefined where it does not exist. Reads that arrive together share one request, and a list also serves the
     * following reads of a refresh, since the engine may send only few at a time. A reader that reads a second time starts a new
     * round, with a new list.
     */
    async read(
        id: string,
        { fresh = false, recent = false, reader = id }: ReadOptions = {},
    ): Promise<ApiRecord | undefined> {
        const known = recent ? this.#recentRecord(id) : undefined;
        if (known !== undefined) return known;
        if (!fresh && !recent) {
            if (this.#readers.has(reader)) this.changed();
            this.#readers.add(reader);
            const snapshot = this.#usable();
            if (snapshot) return this.#recordIn(snapshot, id);
        }
        return new Promise((resolve, reject) => {
            this.#queue.push({ id, fresh: fresh || recent, recent, resolve, reject });
            if (!this.#serving) void this.#serve();
        });
    }

    /** Waits until `wait.look` returns a result. All waits share one loop, with one request per tick. */
    async until<Result>(id: string, wait: Wait<ApiRecord, Result>): Promise<Result> {
        try {
            return await this.#pollLoop.wait(id, wait);
        } finally {
            // A read after the wait must not get a list from before its end.
            this.changed(id);
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
            const requests = this.#queue.splice(0).filter((request) => !this.#answerFromList(request));
            if (requests.length === 0) continue;
            try {
                const moreToCome = this.#readIsRecent() || requests.some(({ recent }) => recent);
                this.#readAt = this.clock.now();
                const forRefresh = requests.some(({ fresh }) => !fresh);
                const found = await this.#fetch(new Set(requests.map(({ id }) => id)), { moreToCome, forRefresh });
                for (const { id, resolve } of requests) resolve(found.get(id));
            } catch (error) {
                for (const { reject } of requests) reject(error);
            }
        }
        this.#serving = false;
    }

    #recentRecord(id: string): ApiRecord | undefined {
        const record = this.#recent.record(id, this.clock.now());
        if (record !== undefined) this.#goneCheck.listed(id);
        return record;
    }

    #recordIn({ records, list }: Snapshot<ApiRecord>, id: string): ApiRecord | Promise<ApiRecord | undefined> {
        return records.get(id) ?? this.#goneCheck.confirm(id, list);
    }

    /** Whether the list that was under way when a read came answers it. */
    #answerFromList({ id, fresh, recent, resolve }: Request<ApiRecord>): boolean {
        const snapshot = fresh ? undefined : this.#usable();
        const answer = recent ? this.#recentRecord(id) : snapshot && this.#recordIn(snapshot, id);
        if (answer !== undefined) resolve(answer);
        return answer !== undefined;
    }

    /** A read shortly after another one is likely part of a refresh, which the engine may send one by one. */
    #readIsRecent(): boolean {
        return this.clock.now() - this.#readAt < snapshotIdleLimit;
    }

    async #fetch(
        ids: ReadonlySet<string>,
        { moreToCome = false, forRefresh = false, leaving = none }: FetchOptions,
    ): Promise<Found<ApiRecord>> {
        const [only] = ids;
        const alone = only !== undefined && ids.size === 1 && !moreToCome;
        if (alone) {
            const record = await this.source.get(only);
            if (record !== undefined) return new Map([[only, record]]);
        }
        const at = this.clock.now();
        const generation = this.#generation;
        const begun = this.#recent.begin(at);
        const list = await this.source.list();
        const records = byId(this.source, list);
        this.#recent.keep(begun, records);
        if (forRefresh && generation === this.#generation) this.#snapshot = { at, usedAt: at, list, records };
        if (alone) return records.has(only) ? records : new Map([[only, absent(only, list)]]);
        const missing = [...ids].filter((id) => !records.has(id));
        const confirmed = this.#goneCheck.confirmAll(missing, leaving, list);
        for (const id of ids) if (records.has(id)) this.#goneCheck.listed(id);
        await Promise.allSettled(confirmed.values());
        return new Map<string, ApiRecord | undefined | Promise<ApiRecord | undefined>>([...records, ...confirmed]);
    }
}

/** The list of what belongs to a parent; empty where the list is a 404 because the parent is gone. */
export async function listUnder<T>(list: Promise<readonly T[]>, parent: () => Promise<unknown>): Promise<readonly T[]> {
    try {
        return await list;
    } catch (error) {
        if (error instanceof ApiError && error.kind === "notFound" && (await parent()) === undefined) return [];
        throw error;
    }
}

/**
 * The record in a list, for records that have no GET.
 *
 * @throws ApiError where the list has a record that may be it and violates the contract.
 */
export const findIn = <T>(list: readonly T[], id: string, idOf: (record: T) => string): T | undefined =>
    complete(list, (unreadable) => unreadable.id === undefined || unreadable.id === id).find(
        (record) => idOf(record) === id,
    );

/** The answer, or undefined for a 404. */
export async function orGone<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
        return await answer;
    } catch (error) {
        if (error instanceof ApiError && error.kind === "notFound") return undefined;
        throw error;
    }
}
