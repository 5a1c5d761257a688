import type { Clock } from "../clock";

/** Turns of the event loop without anything new after which nothing more is to be expected from it. */
const calmTurns = 6;

interface Sleeper {
    readonly due: number;
    readonly wake: () => void;
}

type IdleCheck = () => boolean;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A request to the operating system that this process waits for (a connect, a look-up, a read of a file). */
const systemIsAsked = () => process.getActiveResourcesInfo().some((kind) => /Req|Connect|Write|Shutdown/.test(kind));

/**
 * A clock whose time stands still until it is told to go on: a wait of 45 minutes takes milliseconds, and every poll happens
 * at its exact time. Share one between the emulator and what waits for it.
 *
 * Time moves only while nothing else does: no request is under way, the operating system owes no answer, and for some
 * turns of the event loop nobody has begun to sleep. An emulator started with this clock adds its own requests to that.
 * What waits on anything else (another process, a real timer) is not seen: use {@link addIdleCheck} for it.
 */
export class VirtualClock implements Clock {
    #now: number;
    #setBackBy = 0;
    readonly #sleepers: Sleeper[] = [];
    readonly #checks = new Set<IdleCheck>();
    #begun = 0;
    #onNextSleeper: (() => void)[] = [];

    /** @param start - milliseconds since the epoch; default: 2030-01-01T00:00:00Z. */
    constructor(start: number = Date.UTC(2030, 0, 1)) {
        this.#now = start;
    }

    now(): number {
        return this.#now;
    }

    /** What the calendar says, which may have been set back. */
    wallTime(): number {
        return this.#now - this.#setBackBy;
    }

    /** Sets the calendar back by so many milliseconds against the time that passes, as it is now and will be; 0: it is right again. */
    setBack(ms: number): void {
        this.#setBackBy = ms;
    }

    /** How many sleep. */
    get sleeping(): number {
        return this.#sleepers.length;
    }

    sleep(ms: number, signal?: AbortSignal): Promise<void> {
        this.#begun++;
        return new Promise((resolve, reject) => {
            if (signal?.aborted) {
                reject(signal.reason as Error);
                return;
            }
            if (ms <= 0) {
                resolve();
                return;
            }
            const abort = () => {
                this.#drop(sleeper);
                reject(signal?.reason as Error);
            };
            const wake = () => {
                signal?.removeEventListener("abort", abort);
                resolve();
            };
            const sleeper: Sleeper = { due: this.#now + ms, wake };
            signal?.addEventListener("abort", abort, { once: true });
            const later = this.#sleepers.findIndex(({ due }) => due > sleeper.due);
            this.#sleepers.splice(later === -1 ? this.#sleepers.length : later, 0, sleeper);
            this.#tellOfSleeper();
        });
    }

    #tellOfSleeper(): void {
        for (const tell of this.#onNextSleeper.splice(0)) tell();
    }

    #drop(sleeper: Sleeper): void {
        const index = this.#sleepers.indexOf(sleeper);
        if (index !== -1) this.#sleepers.splice(index, 1);
    }

    /** Time does not move while `check` says `false`. Gives the function that takes the check away again. */
    addIdleCheck(check: IdleCheck): () => void {
        this.#checks.add(check);
        return () => this.#checks.delete(check);
    }

    /** Resolves once nothing moves any more. */
    async calm(): Promise<void> {
        for (let calm = 0, begun = this.#begun; calm < calmTurns; begun = this.#begun) {
            await turn();
            const still = this.#begun === begun && !systemIsAsked() && [...this.#checks].every((check) => check());
            calm = still ? calm + 1 : 0;
        }
    }

    #jumpTo(time: number): void {
        this.#now = Math.max(this.#now, time);
        while (this.#sleepers[0] && this.#sleepers[0].due <= this.#now) this.#sleepers.shift()?.wake();
    }

    /**
     * Moves time by `ms`, from sleeper to sleeper: each wakes at its own time and does what it has to before the next.
     * Resolves when the last of them has come to rest.
     */
    async advance(ms: number): Promise<void> {
        const target = this.#now + ms;
        for (;;) {
            await this.calm();
            const next = this.#sleepers[0]?.due;
            if (next === undefined || next > target) break;
            this.#jumpTo(next);
        }
        this.#jumpTo(target);
        await this.calm();
    }

    /**
     * From now on, time jumps to the earliest sleeper whenever nothing else moves.
     * @returns the function that ends it.
     */
    autoAdvance(options: { idle?: IdleCheck } = {}): () => void {
        const removeCheck = options.idle ? this.addIdleCheck(options.idle) : () => undefined;
        const ended = new AbortController();
        const goesOn = () => !ended.signal.aborted;
        const run = async () => {
            while (goesOn()) {
                if (this.#sleepers.length === 0) await new Promise<void>((told) => this.#onNextSleeper.push(told));
                await this.calm();
                const next = this.#sleepers[0];
                if (next && goesOn()) this.#jumpTo(next.due);
            }
        };
        void run();
        return () => {
            ended.abort();
            removeCheck();
            this.#tellOfSleeper();
        };
    }
}
