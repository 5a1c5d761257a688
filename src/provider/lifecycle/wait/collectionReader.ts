import { setImmediate as otherArrivals } from "node:timers/promises";
import { assertNoUnreadable, isApiError, noRecords, type RecordList } from "../../api";
import type { Clock } from "../../../shared/clock";
import { PollLoop, type Found, type Wait } from "./pollLoop";
import { maxSnapshotAge, snapshotIdleLimit } from "./schedule";

/** Where the records of one collection come from. */
export interface RecordSource<ApiRecord> {
    list(): Promise<RecordList<ApiRecord>>;
    /** Undefined for a 404 in the API's own form. That alone does not prove that the record is gone. */
    get(id: string): Promise<ApiRecord | undefined>;
    idOf(record: ApiRecord): string;
}

type RecordsById<ApiRecord> = ReadonlyMap<string, ApiRecord>;

interface Snapshot<ApiRecord> {
    readonly at: number;
    usedAt: number;
    readonly records: RecordsById<ApiRecord>;
}

interface SharedReadOptions {
    /** Ignores earlier reads. */
    readonly fresh?: boolean;
    /** Identifies the reader, where several resources read the same record. Default: the id. */
    readonly reader?: string;
}

interface QueuedRead<ApiRecord> {
    readonly id: string;
    readonly fresh: boolean;
    readonly resolve: (record: ApiRecord | undefined | Promise<ApiRecord | undefined>) => void;
    readonly reject: (reason: unknown) => void;
}

/**
 * Reads the records of one collection for all resources that read or wait for them, so that the number of requests does not grow with
 * the number of resources. One id alone is a GET, several are one list. A record is absent only if its own GET answers 404, and a list
 * that was requested after that lacks it.
 */
export class CollectionReader<ApiRecord> {
    readonly #queue: QueuedRead<ApiRecord>[] = [];
    #serving = false;
    #snapshot: Snapshot<ApiRecord> | undefined;
    /** The readers in this round: a refresh reads every resource once. */
    readonly #readers = new Set<string>();
    #generation = 0;
    #readAt = -Infinity;
    readonly #pollLoop: PollLoop<ApiRecord>;

    constructor(
        private readonly source: RecordSource<ApiRecord>,
        private readonly clock: Clock,
        random: () => number = Math.random,
    ) {
        this.#pollLoop = new PollLoop(
            clock,
            async (ids) => this.#find(ids, ids.size === 1 ? new Map() : await this.#list()),
            random,
        );
    }

    /** The record by its own GET alone. Undefined for a 404, which does not prove that it is gone. */
    get(id: string): Promise<ApiRecord | undefined> {
        return this.source.get(id);
    }

    /** Something was changed: earlier reads no longer count. */
    changed(): void {
        this.#generation++;
        this.#snapshot = undefined;
        this.#readers.clear();
    }

    /**
     * The record, or undefined where it is absent. Reads that arrive together share one request, and a list also serves the
     * following reads of a refresh, since the engine may send only few at a time. A reader that reads a second time starts a new
     * round, with a new list.
     */
    async read(id: string, { fresh = false, reader = id }: SharedReadOptions = {}): Promise<ApiRecord | undefined> {
        if (!fresh) {
            if (this.#readers.has(reader)) this.changed();
            this.#readers.add(reader);
            const record = this.#snapshotRecord(id);
            if (record !== undefined) return record;
        }
        return new Promise((resolve, reject) => {
            this.#queue.push({ id, fresh, resolve, reject });
            if (!this.#serving) void this.#serve();
        });
    }

    /** Waits until `wait.look` returns a result. All waits share one loop, with one request per tick. */
    async until<Result>(id: string, wait: Wait<ApiRecord, Result>): Promise<Result> {
        try {
            return await this.#pollLoop.wait(id, wait);
        } finally {
            // A read after the wait must not get a list from before its end.
            this.changed();
        }
    }

    #snapshotRecord(id: string): ApiRecord | undefined {
        const now = this.clock.now();
        const snapshot = this.#snapshot;
        if (!snapshot || now - snapshot.usedAt >= snapshotIdleLimit || now - snapshot.at >= maxSnapshotAge)
            return undefined;
        snapshot.usedAt = now;
        return snapshot.records.get(id);
    }

    async #serve(): Promise<void> {
        this.#serving = true;
        while (this.#queue.length > 0) {
            await otherArrivals();
            const requests = this.#queue.splice(0).filter(({ id, fresh, resolve }) => {
                // The list that was under way when the read came may answer it.
                const record = fresh ? undefined : this.#snapshotRecord(id);
                if (record !== undefined) resolve(record);
                return record === undefined;
            });
            if (requests.length === 0) continue;
            try {
                const ids = new Set(requests.map(({ id }) => id));
                const keep = requests.some(({ fresh }) => !fresh);
                const moreToCome = keep && this.#readsAreFrequent();
                const listed = ids.size > 1 || moreToCome ? await this.#list(keep) : new Map<string, ApiRecord>();
                const found = await this.#find(ids, listed);
                for (const { id, resolve } of requests) resolve(found.get(id));
            } catch (error) {
                for (const { reject } of requests) reject(error);
            }
        }
        this.#serving = false;
    }

    /** A read shortly after another one is likely part of a refresh, which the engine may send one by one. */
    #readsAreFrequent(): boolean {
        const now = this.clock.now();
        const isFrequent = now - this.#readAt < snapshotIdleLimit;
        this.#readAt = now;
        return isFrequent;
    }

    /** The records of one list. @param keep - it also serves the following reads of a refresh. */
    async #list(keep = false): Promise<RecordsById<ApiRecord>> {
        const at = this.clock.now();
        const generation = this.#generation;
        const list = await this.source.list();
        const records = new Map(list.records.map((record) => [this.source.idOf(record), record]));
        if (keep && generation === this.#generation) this.#snapshot = { at, usedAt: at, records };
        return records;
    }

    /** Looks for those that are not `listed` by a GET each, and then for those that are not found in one list that is requested afterwards. */
    async #find(ids: ReadonlySet<string>, listed: RecordsById<ApiRecord>): Promise<Found<ApiRecord>> {
        const missing = [...ids].filter((id) => !listed.has(id));
        const own = missing.map((id) => [id, this.source.get(id)] as const);
        await Promise.allSettled(own.map(([, answer]) => answer));
        let afterwards: Promise<RecordList<ApiRecord>> | undefined;
        const confirmed = own.map(([id, answer]) => {
            const inList = async () =>
                assertNoUnreadable(
                    await (afterwards ??= this.source.list()),
                    (unreadable) => unreadable.id === id,
                ).find((record) => this.source.idOf(record) === id);
            const confirm = async () => (await answer) ?? inList();
            return [id, confirm()] as const;
        });
        await Promise.allSettled(confirmed.map(([, answer]) => answer));
        return new Map<string, ApiRecord | undefined | Promise<ApiRecord | undefined>>([...listed, ...confirmed]);
    }
}

/** How often, and how many milliseconds apart, a list is requested that is a 404 although its parent exists. */
const contradictionLooks = { most: 4, pause: 1_000 };

/**
 * The list of what belongs to a parent; empty where the list is a 404 because the parent is gone. Where the parent exists, the answers
 * contradict each other, as those of an API whose replicas lag: the list is requested again.
 */
export async function listUnder<T>(
    clock: Clock,
    list: () => Promise<RecordList<T>>,
    parent: () => Promise<unknown>,
): Promise<RecordList<T>> {
    for (let requests = 1; ; requests++) {
        try {
            return await list();
        } catch (error) {
            if (!isApiError(error, "notFound")) throw error;
            const isOver = requests === contradictionLooks.most;
            if ((requests === 1 || isOver) && (await parent()) === undefined) return noRecords;
            if (isOver) throw error;
            await clock.sleep(contradictionLooks.pause);
        }
    }
}

/**
 * The record in a list, for records that have no GET.
 *
 * @throws ApiError where the list has a record that may be it and violates the contract.
 */
export const findIn = <T>(list: RecordList<T>, id: string, idOf: (record: T) => string): T | undefined =>
    assertNoUnreadable(list, (unreadable) => unreadable.id === undefined || unreadable.id === id).find(
        (record) => idOf(record) === id,
    );

/** The answer, or undefined for a 404 in the API's own form. Any other 404 may come from a proxy, and is an error. */
export async function undefinedOn404<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
        return await answer;
    } catch (error) {
        if (isApiError(error, "notFound") && error.structured) return undefined;
        throw error;
    }
}
