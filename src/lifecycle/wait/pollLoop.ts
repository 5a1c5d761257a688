import type { ApiError } from "../../api";
import type { Clock } from "../../clock";
import { isTransient } from "./transient";
import type { Found, Wait } from "./types";

type Fetch<ApiRecord> = (ids: ReadonlySet<string>) => Promise<Found<ApiRecord>>;

interface Waiter<ApiRecord> {
    readonly id: string;
    since: number;
    deadline: number;
    due: number;
    lastError: ApiError | undefined;
    /** Whether the wait has ended. */
    look(record: ApiRecord | undefined, at: number): Promise<boolean>;
    fail(error: unknown): void;
    timedOut(lastError: ApiError | undefined): Error;
}

/** Milliseconds: a clock that jumps during a sleep is noticed after this time at most. */
const longestSleep = 15_000;

/** The loop behind all waits of a collection: sleeps until the first waiter is due, then one fetch serves all of them. */
export class PollLoop<ApiRecord> {
    readonly #waiters = new Set<Waiter<ApiRecord>>();
    #running = false;
    #lastTick = -Infinity;
    /** No request before this moment: the server has sent `Retry-After`. */
    #notBefore = -Infinity;
    #askedToWait: ApiError | undefined;
    #latest = -Infinity;
    #wakeUp: AbortController | undefined;

    constructor(
        private readonly clock: Clock,
        private readonly fetch: Fetch<ApiRecord>,
        private readonly interval: (waited: number) => number,
    ) {}

    wait<Result>(id: string, wait: Wait<ApiRecord, Result>): Promise<Result> {
        return new Promise((resolve, reject) => {
            const since = this.#now();
            this.#waiters.add({
                id,
                since,
                deadline: wait.deadline,
                // A new waiter takes over the rhythm of the running loop, so that many waiters do not cause many requests.
                due: Math.max(since, wait.notBefore ?? since, this.#lastTick + this.interval(0)),
                lastError: undefined,
                async look(record, at) {
                    const result = await wait.look(record, at);
                    if (result !== undefined) resolve(result);
                    return result !== undefined;
                },
                fail: reject,
                timedOut: (lastError) => wait.timedOut(lastError),
            });
            this.#wakeUp?.abort();
            if (!this.#running) void this.#run();
        });
    }

    /** The current time. If the clock was set back, all planned moments move back with it, so that durations stay the same. */
    #now(): number {
        const now = this.clock.now();
        const back = this.#latest - now;
        this.#latest = now;
        if (back > 0 && back < Infinity) {
            this.#lastTick -= back;
            this.#notBefore -= back;
            for (const waiter of this.#waiters) {
                waiter.since -= back;
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
        const fetched = this.fetch(new Set(waiters.map(({ id }) => id)));
        const attend = (waiter: Waiter<ApiRecord>) =>
            this.#attend(waiter, async () => waiter.look(await (await fetched).get(waiter.id), this.clock.now()));
        await Promise.all(waiters.map(attend));
    }

    async #attend(waiter: Waiter<ApiRecord>, look: () => Promise<boolean>): Promise<void> {
        try {
            if (await look()) {
                this.#waiters.delete(waiter);
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
        waiter.due = now + this.interval(now - waiter.since);
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
