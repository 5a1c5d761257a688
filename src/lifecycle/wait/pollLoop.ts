import type { ApiError } from "../../api";
import type { Clock } from "../../clock";
import { FirstLooks } from "./firstLooks";
import type { Schedule } from "./schedule";
import { isTransient } from "./transient";
import type { Found, Wait } from "./types";

/** @param leaving - those of the ids whose deletion is all that is waited for. */
type Fetch<ApiRecord> = (ids: ReadonlySet<string>, leaving: ReadonlySet<string>) => Promise<Found<ApiRecord>>;

interface Waiter<ApiRecord> {
    readonly id: string;
    readonly leaving: boolean;
    since: number;
    /** When the series of first reads that it shares began. */
    series: number | undefined;
    deadline: number;
    due: number;
    lastError: ApiError | undefined;
    /** What ends the wait, if the record does. */
    look(record: ApiRecord | undefined, at: number): Promise<(() => void) | undefined>;
    fail(error: unknown): void;
    timedOut(lastError: ApiError | undefined): Error;
}

/** Milliseconds: a clock that jumps during a sleep is noticed after this time at most. */
const longestSleep = 15_000;

/**
 * The loop behind all waits of a collection: sleeps until the first waiter is due, then one fetch serves all of them.
 */
export class PollLoop<ApiRecord> {
    readonly #waiters = new Set<Waiter<ApiRecord>>();
    #running = false;
    #lastTick = -Infinity;
    readonly #firstLooks: FirstLooks;
    /** No request before this moment: the server has sent `Retry-After`. */
    #notBefore = -Infinity;
    #askedToWait: ApiError | undefined;
    #latest = -Infinity;
    #wakeUp: AbortController | undefined;

    constructor(
        private readonly clock: Clock,
        private readonly fetch: Fetch<ApiRecord>,
        private readonly schedule: Schedule,
    ) {
        this.#firstLooks = new FirstLooks(schedule);
    }

    wait<Result>(id: string, wait: Wait<ApiRecord, Result>): Promise<Result> {
        return new Promise((resolve, reject) => {
            const since = this.#now();
            const series = this.#firstLooks.join(since, this.#waiters.size === 0);
            this.#waiters.add({
                id,
                leaving: wait.leaving ?? false,
                since,
                series,
                deadline: wait.deadline,
                due: this.#firstLook(since, series),
                lastError: undefined,
                async look(record, at) {
                    const result = await wait.look(record, at);
                    return result === undefined ? undefined : () => resolve(result);
                },
                fail: reject,
                timedOut: (lastError) => wait.timedOut(lastError),
            });
            this.#wakeUp?.abort();
            if (!this.#running) void this.#run();
        });
    }

    /**
     * When a new waiter is due. The first look of a series is put off until nobody has come for a moment, but once only: those who
     * come together, because they were told together, stay together.
     */
    #firstLook(now: number, series: number | undefined): number {
        const { quick, steady } = this.schedule;
        const { firstLook, arrivalGap, shortestPause } = this.#firstLooks.pace;
        const soon = now + quick(0);
        // It takes over the rhythm of the running loop, so that many waiters do not cause many requests.
        if (series === undefined) return Math.max(soon, this.#lastTick + steady(0));
        const earliest = this.#lastTick + shortestPause;
        if (this.#lastTick > series) return Math.max(soon, earliest);
        const complete = Math.max(series + firstLook, now + arrivalGap);
        const due = Math.max(Math.min(complete, series + 2 * quick(0)), earliest);
        for (const waiter of this.#waiters) if (waiter.series === series) waiter.due = due;
        return due;
    }

    #nextLook(now: number, since: number, series: number | undefined): number {
        const { quick, steady, usual } = this.schedule;
        const pause = series === undefined ? steady(now - since) : quick(now - series);
        return Math.max(now + pause, this.#lastTick + usual.shortestPause);
    }

    /** The current time. If the clock was set back, all planned moments move back with it, so that durations stay the same. */
    #now(): number {
        const now = this.clock.now();
        const back = this.#latest - now;
        this.#latest = now;
        if (back > 0 && back < Infinity) {
            this.#lastTick -= back;
            this.#firstLooks.setBack(back);
            this.#notBefore -= back;
            for (const waiter of this.#waiters) {
                waiter.since -= back;
                if (waiter.series !== undefined) waiter.series -= back;
                waiter.due -= back;
                waiter.deadline -= back;
            }
        }
        return now;
    }

    async #run(): Promise<void> {
        this.#running = true;
        while (this.#waiters.size > 0) {
            const now = this.#now();
            const moments = [...this.#waiters].map(({ due, deadline }) =>
                Math.min(Math.max(due, this.#notBefore), deadline),
            );
            const next = Math.min(...moments);
            if (next > now) await this.#sleep(Math.min(next - now, longestSleep));
            else if (now < this.#notBefore) this.#endOverdue(now);
            else await this.#tick(now);
        }
        this.#running = false;
    }

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

    async #tick(now: number): Promise<void> {
        const waiters = [...this.#waiters];
        this.#lastTick = now;
        this.#firstLooks.reads();
        const leaving = new Set(waiters.map(({ id }) => id));
        const ids = new Set(leaving);
        for (const waiter of waiters) if (!waiter.leaving) leaving.delete(waiter.id);
        const fetched = this.fetch(ids, leaving);
        const attend = (waiter: Waiter<ApiRecord>) =>
            this.#attend(waiter, async () => waiter.look(await (await fetched).get(waiter.id), this.clock.now()));
        await Promise.all(waiters.map(attend));
    }

    async #attend(waiter: Waiter<ApiRecord>, look: () => Promise<(() => void) | undefined>): Promise<void> {
        try {
            const finish = await look();
            if (finish !== undefined) {
                this.#waiters.delete(waiter);
                this.#firstLooks.ended(this.#now() - waiter.since);
                finish();
                return;
            }
            waiter.lastError = undefined;
        } catch (error) {
            if (!isTransient(error)) {
                this.#waiters.delete(waiter);
                waiter.fail(error);
                return;
            }
            waiter.lastError = error;
            this.#honourRetryAfter(error);
        }
        const now = this.#now();
        waiter.due = this.#nextLook(now, waiter.since, waiter.series);
        if (now >= waiter.deadline) this.#end(waiter);
    }

    /** Sends no request before the time that the server asks for. */
    #honourRetryAfter(error: ApiError): void {
        const until = this.#now() + (error.retryAfter ?? 0);
        if (until <= this.#notBefore) return;
        this.#notBefore = until;
        this.#askedToWait = error;
    }

    /** Ends waits without a last read, where the server asks for a pause beyond their deadline. */
    #endOverdue(now: number): void {
        for (const waiter of this.#waiters) {
            if (now < waiter.deadline) continue;
            waiter.lastError ??= this.#askedToWait;
            this.#end(waiter);
        }
    }

    #end(waiter: Waiter<ApiRecord>): void {
        this.#waiters.delete(waiter);
        waiter.fail(waiter.timedOut(waiter.lastError));
    }
}
