import { wallTime, type Clock } from "../../shared/clock";
import { UserError } from "../lifecycle";

/** Ends every wait and every further change once the engine cancels. What was already sent is answered. */
export class Cancellation {
    readonly #controller = new AbortController();

    cancel(): void {
        // After an interrupted `destroy`, an `up` would create anew.
        this.#controller.abort(
            new UserError("The operation was cancelled. Run the same command again: it goes on from here."),
        );
    }

    /** To be called before every mutating request. @throws UserError - after a cancellation. */
    assertNone(): void {
        this.#controller.signal.throwIfAborted();
    }

    /** The same clock, whose sleeps end with an error at a cancellation. */
    clock(clock: Clock): Clock {
        const cancelled = this.#controller.signal;
        const sleep: Clock["sleep"] = (milliseconds, signal) =>
            clock.sleep(milliseconds, signal === undefined ? cancelled : AbortSignal.any([cancelled, signal]));
        return { now: () => clock.now(), wallTime: () => wallTime(clock), sleep };
    }
}
