// How time passes for the API and for what talks to it.
import { type Clock, systemClock } from "../../../src/shared/clock";
import { VirtualClock } from "../../../src/emulator";
import { scaledClock } from "../../support/scaledClock";

export interface Time {
    readonly clock: Clock;
    /** Of processes that this clock is to rule. */
    environment(): Readonly<Record<string, string>>;
    /** Lets the time between two operations pass. */
    pass(ms: number): Promise<void>;
    /** Sets the calendar of this machine back, and not the API's; 0 ends it. */
    setBack(ms: number): void;
    /** Resolves when nothing goes on any more in this process. */
    calm(): Promise<void>;
    stop(): void;
}

/** Nothing takes time: for what runs in this process. */
export function virtualTime(): Time {
    const clock = new VirtualClock();
    const stop = clock.autoAdvance();
    return {
        clock,
        environment: () => ({}),
        pass: (ms) => clock.sleep(ms),
        setBack: (ms) => clock.setBack(ms),
        calm: () => clock.calm(),
        stop,
    };
}

/** How many times as fast as the machine's the clock of processes is: the waits of an operation take a second at most. */
const pace = 60;

/** The machine's, faster, and ahead of it by what has passed between operations. */
export function fastTime(): Time {
    const scaled = scaledClock(pace);
    const { FAST_CLOCK_START: start } = scaled.environment;
    let ahead = 0;
    return {
        clock: { now: () => scaled.now() + ahead, sleep: scaled.sleep },
        // A process reckons from its start: an earlier one puts it ahead.
        environment: () => ({
            ...scaled.environment,
            FAST_CLOCK_START: String(Math.round(Number(start) - ahead / (pace - 1))),
        }),
        pass(ms) {
            ahead += ms;
            return Promise.resolve();
        },
        setBack(ms) {
            if (ms !== 0) throw new Error("the calendar of processes is the machine's");
        },
        calm: () => systemClock.sleep(0),
        stop: () => undefined,
    };
}
