import type { Pace, Schedule } from "./schedule";

/** So many waits that end together are a wave. */
const wave = 3;

/**
 * The series of first reads of a loop. One waiter begins a series, and those that come during it share it. Once a series has paid,
 * that is, has ended a wait, the next waiter begins another one; otherwise this takes some time. So where operations take long, many
 * waiters do not cause many reads, whenever they come. Where the loop's last read was the first of its series and has ended several waits,
 * the API is quick and they come in waves, as the engine sends them: the first read of the next series then comes sooner. Those who come
 * one by one would each cost a read of their own.
 */
export class FirstLooks {
    #begunAt = -Infinity;
    #hasPaid = false;
    /** How many waits the loop's last read has ended, if it was the first one of a series. */
    #endedAtOnce = 0;
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
            this.#startsEarly = this.#endedAtOnce >= wave;
            this.#hasPaid = false;
            this.#endedAtOnce = 0;
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
        this.#endedAtOnce = 0;
    }

    /** A wait has ended, after `waited` milliseconds. */
    ended(waited: number): void {
        if (waited > this.schedule.quickPhase) return;
        this.#hasPaid = true;
        if (this.#reads === 1) this.#endedAtOnce++;
    }

    /** The clock was set back. */
    setBack(ms: number): void {
        this.#begunAt -= ms;
    }
}
