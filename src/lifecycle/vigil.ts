import type { ApiError } from "../api";
import type { Clock } from "../clock";
import { isPassing } from "./passing";
import type { Found, Wait } from "./watch";

type Fetch<Record> = (ids: ReadonlySet<string>) => Promise<Found<Record>>;

interface Waiter<Record> {
    readonly id: string;
    readonly since: number;
    readonly deadline: number;
    due: number;
    lastError: ApiError | undefined;
    /** True when the wait is over. */
    look(record: Record | undefined, at: number): Promise<boolean>;
    fail(error: unknown): void;
    timedOut(lastError: ApiError | undefined): Error;
}

/** The one loop behind all waits of a collection: sleeps until the first waiter is due, then one fetch serves them all. */
export class Vigil<Record> {
    readonly #waiters = new Set<Waiter<Record>>();
    #running = false;
    #lastTick = -Infinity;
    #alarm: AbortController | undefined;

    constructor(
        private readonly clock: Clock,
        private readonly fetch: Fetch<Record>,
        private readonly interval: (waited: number) => number,
    ) {}

    keep<Result>(id: string, wait: Wait<Record, Result>): Promise<Result> {
        return new Promise((resolve, reject) => {
            const since = this.clock.now();
            this.#waiters.add({
                id,
                since,
                deadline: wait.deadline,
                // Whoever joins a running loop joins its rhythm, so that many arrivals do not make many requests.
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
            this.#alarm?.abort();
            if (!this.#running) void this.#run();
        });
    }

    async #run(): Promise<void> {
        this.#running = true;
        while (this.#waiters.size > 0) {
            const due = Math.min(...[...this.#waiters].map((waiter) => Math.min(waiter.due, waiter.deadline)));
            if (due > this.clock.now()) await this.#sleep(due - this.clock.now());
            else await this.#tick();
        }
        this.#running = false;
    }

    async #sleep(ms: number): Promise<void> {
        const alarm = new AbortController();
        this.#alarm = alarm;
        try {
            await this.clock.sleep(ms, alarm.signal);
        } catch (error) {
            if (!alarm.signal.aborted) throw error;
        } finally {
            this.#alarm = undefined;
        }
    }

    async #tick(): Promise<void> {
        const waiters = [...this.#waiters];
        this.#lastTick = this.clock.now();
        const fetched = this.fetch(new Set(waiters.map(({ id }) => id)));
        const attend = (waiter: Waiter<Record>) =>
            this.#attend(waiter, async () => waiter.look(await (await fetched).get(waiter.id), this.clock.now()));
        await Promise.all(waiters.map(attend));
    }

    async #attend(waiter: Waiter<Record>, look: () => Promise<boolean>): Promise<void> {
        try {
            if (await look()) {
                this.#waiters.delete(waiter);
                return;
            }
            waiter.lastError = undefined;
        } catch (error) {
            if (!isPassing(error)) {
                this.#waiters.delete(waiter);
                waiter.fail(error);
                return;
            }
            waiter.lastError = error;
        }
        const now = this.clock.now();
        waiter.due = now + this.interval(now - waiter.since);
        if (now < waiter.deadline) return;
        this.#waiters.delete(waiter);
        waiter.fail(waiter.timedOut(waiter.lastError));
    }
}
