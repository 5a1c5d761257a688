import { setMaxListeners } from "node:events";
import type { Clock } from "../clock";

/** Why a call was ended when its time was up. */
export class DeadlineExceeded extends Error {
    constructor(ms: number) {
        super(`no answer within ${ms / 1000} s`);
        this.name = "DeadlineExceeded";
    }
}

export interface Deadline {
    /** Aborted when the time is up, with {@link DeadlineExceeded}, or with `outer`, with its reason. */
    readonly signal: AbortSignal;
    /** When the time is up, in milliseconds since the epoch. */
    readonly at: number;
    /** To be called when the work is done. */
    end(): void;
}

/** Gives the work that begins now `ms` milliseconds. */
export function startDeadline(clock: Clock, ms: number, outer?: AbortSignal): Deadline {
    const work = new AbortController();
    const timer = new AbortController();
    const forward = () => work.abort(outer?.reason);
    if (outer) {
        // One signal may end any number of calls at once; Node would take so many listeners for a leak.
        setMaxListeners(Infinity, outer);
        outer.addEventListener("abort", forward, { once: true });
    }
    clock.sleep(ms, timer.signal).then(
        () => work.abort(new DeadlineExceeded(ms)),
        () => undefined, // the work was done first
    );
    return {
        signal: work.signal,
        at: clock.now() + ms,
        end() {
            outer?.removeEventListener("abort", forward);
            timer.abort();
        },
    };
}
