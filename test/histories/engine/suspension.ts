// A process that is stopped for a while, as by SIGSTOP: another operation runs meanwhile, and no time passes for it.
import type { Clock } from "../../../src/shared/clock";

export class Suspension {
    #resumed: Promise<void> | undefined;
    #since = 0;
    /** Milliseconds for which it has stood still so far. */
    #lost = 0;

    constructor(private readonly clock: Clock) {}

    /** Stands still while the work is done. */
    async during(work: () => Promise<void>): Promise<void> {
        this.#since = this.clock.now();
        const done = work().finally(() => {
            this.#lost += this.clock.now() - this.#since;
            this.#resumed = undefined;
        });
        this.#resumed = done.catch(() => undefined);
        await done;
    }

    /** Resolves when it does not stand still. */
    async over(): Promise<void> {
        await this.#resumed;
    }

    /** The clock of what is suspended. */
    clockOf(clock: Clock): Clock {
        const now = () => (this.#resumed === undefined ? clock.now() : this.#since) - this.#lost;
        return {
            now,
            wallTime: () => (clock.wallTime?.() ?? clock.now()) - (clock.now() - now()),
            sleep: async (ms, signal) => {
                const due = now() + ms;
                do {
                    await clock.sleep(Math.max(due - now(), 0), signal);
                    await this.over();
                } while (now() < due);
            },
        };
    }
}
