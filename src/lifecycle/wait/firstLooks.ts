import type { Schedule } from "./schedule";

/**
 * The series of first reads of a loop. One waiter begins a series, and those that come during it share it. Once a series has paid,
 * that is, has ended a wait, the next waiter begins another one; otherwise this takes some time. So where operations take long, many
 * waiters do not cause many reads, whenever they come.
 */
export class FirstLooks {
    #begunAt = -Infinity;
    #hasPaid = false;

    constructor(private readonly schedule: Schedule) {}

    /**
     * The beginning of the series that a waiter shares which comes now; undefined if there is none for it.
     *
     * @param alone - whether nobody else waits.
     */
    join(now: number, alone: boolean): number | undefined {
        const { seriesInterval, quickPhase } = this.schedule;
        if (alone || this.#hasPaid || now - this.#begunAt >= seriesInterval) {
            this.#begunAt = now;
            this.#hasPaid = false;
        }
        return now - this.#begunAt < quickPhase ? this.#begunAt : undefined;
    }

    /** A wait has ended, after `waited` milliseconds. */
    ended(waited: number): void {
        this.#hasPaid ||= waited <= this.schedule.quickPhase;
    }

    /** The clock was set back. */
    setBack(ms: number): void {
        this.#begunAt -= ms;
    }
}
