import { setTimeout as delay } from "node:timers/promises";

/**
 * The only place that touches time, so that a wait of 45 minutes is a millisecond of testing and the exact schedule of a
 * poll can be asserted: tests and the emulator can share one virtual clock.
 */
export interface Clock {
    /** Milliseconds since the epoch. */
    now(): number;
    /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as `signal` is aborted. */
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
    now: () => Date.now(),
    async sleep(ms, signal) {
        try {
            await delay(ms, undefined, { signal });
        } catch (error) {
            throw signal?.aborted ? signal.reason : error;
        }
    },
};
