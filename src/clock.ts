import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";

/**
 * The only place that touches time, so that a wait of 45 minutes is a millisecond of testing and the exact schedule of a
 * poll can be asserted: tests and the emulator can share one virtual clock.
 */
export interface Clock {
    /** Milliseconds since the epoch. Never goes back, so that a wait that has begun ends on time. */
    now(): number;
    /** Milliseconds since the epoch by the calendar, where that may differ: only to compare with a date that others wrote. */
    wallTime?(): number;
    /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as `signal` is aborted. */
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The machine's own clock. Its time starts with the process, at the date of then, and goes on as the timers do: the date may be set
 * back or forth, by hand or when a laptop wakes up, and no wait gets longer or shorter.
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

/** The calendar's time, in milliseconds since the epoch; where a clock has only one time, that. */
export const wallTime = (clock: Clock): number => clock.wallTime?.() ?? clock.now();
