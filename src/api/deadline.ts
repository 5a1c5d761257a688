import type { Clock } from "../clock";

/** The call did not finish within its deadline. */
export class DeadlineExceeded extends Error {
    constructor(ms: number) {
        super(`no answer within ${ms / 1000} s`);
        this.name = "DeadlineExceeded";
    }
}

export interface Deadline {
    /** Aborted with {@link DeadlineExceeded} at the deadline. */
    readonly signal: AbortSignal;
    /** The deadline, in milliseconds since the epoch. */
    readonly at: number;
    /** Releases the timer. */
    end(): void;
}

/** Why a timer ended early. One for all: an abort without a reason makes an error with a stack trace. */
const ended = new Error("the deadline was released");

/** Starts a deadline `ms` milliseconds from now. */
export function startDeadline(clock: Clock, ms: number): Deadline {
    const work = new AbortController();
    const timer = new AbortController();
    clock.sleep(ms, timer.signal).then(
        () => work.abort(new DeadlineExceeded(ms)),
        () => undefined, // ended before the deadline
    );
    return {
        signal: work.signal,
        at: clock.now() + ms,
        end: () => timer.abort(ended),
    };
}
