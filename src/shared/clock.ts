import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";

/** The only access to time. Tests replace it with a virtual clock, so that long waits are fast and their schedule exact. */
export interface Clock {
    /** Milliseconds since the epoch. Monotonic. */
    now(): number;
    /** Calendar time in milliseconds since the epoch. Use it only to compare with dates from elsewhere. Default: `now`. */
    wallTime?(): number;
    /** Resolves after `ms` milliseconds. Rejects with the signal's reason if `signal` is aborted. */
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The system clock. `now` is monotonic: the date at process start plus the elapsed time, so adjusting the system date
 * does not shorten or lengthen a wait.
 */
export const systemClock: Clock = {
    now: () => Math.floor(performance.timeOrigin + performance.now()),
    wallTime: () => Date.now(),
    async sleep(ms, signal) {
        try {
            await delay(ms, undefined, { signal });
        } catch (error) {
            throw signal?.aborted ? signal.reason : error;
        }
    },
};

/** Calendar time in milliseconds since the epoch, or `now` if the clock does not distinguish the two. */
export const wallTime = (clock: Clock): number => clock.wallTime?.() ?? clock.now();

/** Why a timer has not ended. One for all: an abort without a reason makes an error with a stack trace. */
const cancelled = new Error("the timer was cancelled");

/** Calls `act` after `ms` milliseconds, unless the function that it returns is called before. */
export function callAfter(clock: Clock, ms: number, act: () => void): () => void {
    const timer = new AbortController();
    clock.sleep(ms, timer.signal).then(act, () => undefined);
    return () => timer.abort(cancelled);
}
