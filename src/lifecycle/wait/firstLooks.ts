import type { Pace, Schedule } from "./schedule";

/**
 * The series of first reads of a loop. One waiter begins a series, and those that come during it share it. Once a series has paid,
 * that is, has ended a wait, the next waiter begins another one; otherwise this takes some time. So where operations take long, many
 * waiters do not cause many reads, whenever they come. Where the loop's last read was the first of its series and has ended a wait, the
 * API is quick, and the first read of the next series comes sooner.
 */
export class FirstLooks {
    #begunAt = -Infinity;
    #hasPaid = false;
    #hasPaidAtOnce = false;
    #startsEarly = false;
    #reads = 0;

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
            this.#startsEarly = this.#hasPaidAtOnce;
            this.#hasPaid = false;
            this.#hasPaidAtOnce = false;
            this.#reads = 0;
        }
        return now - this.#begunAt < quickPhase ? this.#begunAt : undefined;
    }

    /** How the present series begins. */
    get pace(): Pace {
        return this.#startsEarly ? this.schedule.early : this.schedule.usual;
    }

    /** The loop reads now. */
    reads(): void {
        this.#reads++;
        this.#hasPaidAtOnce = false;
    }

    /** A wait has ended, after `waited` milliseconds. */
    ended(waited: number): void {
        if (waited > this.schedule.quickPhase) return;
        this.#hasPaid = true;
        this.#hasPaidAtOnce ||= this.#reads === 1;
    }

    /** The clock was set back. */
    setBack(ms: number): void {
        this.#begunAt -= ms;
    }
}
