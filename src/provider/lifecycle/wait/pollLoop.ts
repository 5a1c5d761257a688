import type { ApiError } from "../../api";
import type { Clock } from "../../../shared/clock";
import { isTransient } from "../errors";
import { nextRead, sharedPause } from "./schedule";

/** The records by id. One that needed a request of its own is a promise, which may fail by itself. */
export type Found<ApiRecord> = ReadonlyMap<string, ApiRecord | undefined | Promise<ApiRecord | undefined>>;

/** A wait for one resource. */
export interface Wait<ApiRecord, Result> {
    /** Called with every record that is read (undefined: absent); a result other than undefined ends the wait. */
    look(record: ApiRecord | undefined, at: number): Result | undefined | Promise<Result | undefined>;
    /** Milliseconds since the epoch. */
    readonly deadline: number;
    /** The error after the deadline. */
    timedOut(lastError: ApiError | undefined): Error;
}

interface Waiter<ApiRecord> {
    readonly id: string;
    readonly since: number;
    readonly wait: Wait<ApiRecord, unknown>;
    due: number;
    lastError?: ApiError | undefined;
    resolve(result: unknown): void;
    reject(error: unknown): void;
}

/** Milliseconds: a machine that was suspended during a sleep notices it after this time at most. */
const longestSleep = 15_000;

/** The loop behind all waits of a collection: sleeps until the first waiter is due, then one fetch serves all of them. */
export class PollLoop<ApiRecord> {
    readonly #waiters = new Set<Waiter<ApiRecord>>();
    #running = false;
    #lastTick = -Infinity;
    /** No request before this moment: the server has sent `Retry-After`. */
    #notBefore = -Infinity;
    #askedToWait: ApiError | undefined;
    #wakeUp: AbortController | undefined;

    constructor(
        private readonly clock: Clock,
        private readonly fetch: (ids: ReadonlySet<string>) => Promise<Found<ApiRecord>>,
        private readonly random: () => number,
    ) {}

    wait<Result>(id: string, wait: Wait<ApiRecord, Result>): Promise<Result> {
        return new Promise((resolve, reject) => {
            const since = this.clock.now();
            this.#waiters.add({ id, since, wait, due: since + nextRead(0, this.random), resolve, reject });
            this.#wakeUp?.abort();
            if (!this.#running) void this.#run();
        });
    }

    async #run(): Promise<void> {
        this.#running = true;
        while (this.#waiters.size > 0) {
            const now = this.clock.now();
            const pause = this.#waiters.size > 1 ? sharedPause : 0;
            const earliest = Math.max(this.#notBefore, this.#lastTick + pause);
            const moments = [...this.#waiters].map(({ due, wait }) => Math.min(Math.max(due, earliest), wait.deadline));
            const next = Math.min(...moments);
            if (next > now) await this.#sleep(Math.min(next - now, longestSleep)).catch(this.#endAll);
            else if (now < this.#notBefore) this.#endOverdue(now);
            else await this.#tick(now);
        }
        this.#running = false;
    }

    /** The clock does not go on: the operation is cancelled. */
    readonly #endAll = (error: unknown): void => {
        for (const waiter of this.#waiters) waiter.reject(error);
        this.#waiters.clear();
    };

    async #sleep(ms: number): Promise<void> {
        const alarm = new AbortController();
        this.#wakeUp = alarm;
        try {
            await this.clock.sleep(ms, alarm.signal);
        } catch (error) {
            if (!alarm.signal.aborted) throw error;
        } finally {
            this.#wakeUp = undefined;
        }
    }

    /** One fetch for all waiters, whether they are due or not. */
    async #tick(now: number): Promise<void> {
        const waiters = [...this.#waiters];
        this.#lastTick = now;
        const fetched = this.fetch(new Set(waiters.map(({ id }) => id)));
        await Promise.all(waiters.map((waiter) => this.#attend(waiter, fetched)));
    }

    async #attend(waiter: Waiter<ApiRecord>, fetched: Promise<Found<ApiRecord>>): Promise<void> {
        try {
            const record = await (await fetched).get(waiter.id);
            const result = await waiter.wait.look(record, this.clock.now());
            if (result !== undefined) {
                this.#waiters.delete(waiter);
                waiter.resolve(result);
                return;
            }
            waiter.lastError = undefined;
        } catch (error) {
            if (!isTransient(error)) {
                this.#waiters.delete(waiter);
                waiter.reject(error);
                return;
            }
            waiter.lastError = error;
            // No request is sent before the time that the server asks for.
            const until = this.clock.now() + (error.retryAfter ?? 0);
            if (until > this.#notBefore) [this.#notBefore, this.#askedToWait] = [until, error];
        }
        const now = this.clock.now();
        waiter.due = now + nextRead(now - waiter.since, this.random);
        if (now >= waiter.wait.deadline) this.#end(waiter);
    }

    /** Ends waits without a last read, where the server asks for a pause beyond their deadline. */
    #endOverdue(now: number): void {
        for (const waiter of this.#waiters) {
            if (now < waiter.wait.deadline) continue;
            waiter.lastError ??= this.#askedToWait;
            this.#end(waiter);
        }
    }

    #end(waiter: Waiter<ApiRecord>): void {
        this.#waiters.delete(waiter);
        waiter.reject(waiter.wait.timedOut(waiter.lastError));
    }
}
