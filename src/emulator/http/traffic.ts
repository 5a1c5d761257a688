import { once } from "node:events";
import type { Clock } from "../../clock";

/** The requests that are under way in the emulator, and which of them it keeps waiting. */
export class Traffic {
    #arrived = 0;
    #waiting = 0;

    /** Requests that only time can bring on: the emulator keeps them waiting on the clock, or for good. */
    get waiting(): number {
        return this.#waiting;
    }

    /** Requests that are being worked on. */
    get moving(): number {
        return this.#arrived - this.#waiting;
    }

    /** Counts a request until the connection has done with it. */
    follow(closed: AbortSignal): void {
        if (closed.aborted) return;
        this.#arrived++;
        const leave = () => {
            this.#arrived--;
        };
        closed.addEventListener("abort", leave, { once: true });
    }

    /** Keeps a request waiting; for `Infinity`, until its connection is closed. */
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
