import { once } from "node:events";
import type { Clock } from "../../clock";

/** Counts the requests in progress, to find out when the emulator is idle. */
export class Traffic {
    #arrived = 0;
    #waiting = 0;

    /** Requests that wait for the clock, or forever. */
    get waiting(): number {
        return this.#waiting;
    }

    /** Requests that are being processed. */
    get moving(): number {
        return this.#arrived - this.#waiting;
    }

    /** Counts a request until its connection is closed. */
    follow(closed: AbortSignal): void {
        if (closed.aborted) return;
        this.#arrived++;
        const leave = () => {
            this.#arrived--;
        };
        closed.addEventListener("abort", leave, { once: true });
    }

    /** Delays a request by `ms` milliseconds; `Infinity` waits until its connection is closed. */
    async wait(clock: Clock, ms: number, closed: AbortSignal): Promise<void> {
        closed.throwIfAborted();
        this.#waiting++;
        try {
            if (Number.isFinite(ms)) await clock.sleep(ms, closed);
            else await once(closed, "abort");
        } finally {
            this.#waiting--;
        }
    }
}
