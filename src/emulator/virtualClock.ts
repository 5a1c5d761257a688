import { type Clock, systemClock } from "../shared/clock";

/** Number of consecutive idle turns of the event loop after which the process counts as idle. */
const calmTurns = 6;

/**
 * Number of busy turns of the event loop after which the process pauses for a millisecond between two. It waits for other processes then, and
 * leaves them the CPU.
 */
const hastyTurns = 200;

interface Sleeper {
    readonly due: number;
    readonly wake: () => void;
}

type IdleCheck = () => boolean;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Whether the process waits for the operating system (a connect, a DNS lookup, a file read). */
const isSystemBusy = () => process.getActiveResourcesInfo().some((kind) => /Req|Connect|Write|Shutdown/.test(kind));

/**
 * A clock that stands still unless it is advanced, so that a wait of 45 minutes takes milliseconds and every poll
 * happens at its exact time. Share one between the emulator and the code under test.
 *
 * Time advances only while the process is idle: no system call is pending, and no sleep has started for some turns of
 * the event loop. An emulator started with this clock also waits for its own requests. Anything else, such as another
 * process or a real timer, is not detected: register it with {@link addIdleCheck}.
 */
export class VirtualClock implements Clock {
    #now: number;
    #setBackBy = 0;
    readonly #sleepers: Sleeper[] = [];
    readonly #checks = new Set<IdleCheck>();
    readonly #movers = new Set<() => Promise<void>>();
    #begun = 0;
    /** The callers of `autoAdvance` that have not ended it. */
    readonly #drivers = new Set<symbol>();
    #isDriving = false;

    /** @param start - milliseconds since the epoch. Default: 2030-01-01T00:00:00Z. */
    constructor(start: number = Date.UTC(2030, 0, 1)) {
        this.#now = start;
    }

    now(): number {
        return this.#now;
    }

    /** Calendar time, in milliseconds since the epoch; see {@link setBack}. */
    wallTime(): number {
        return this.#now - this.#setBackBy;
    }

    /** Sets the calendar time `ms` milliseconds behind `now()`, from now on; 0 resets it. */
    setBack(ms: number): void {
        this.#setBackBy = ms;
    }

    /** Number of pending sleeps. */
    get sleeping(): number {
        return this.#sleepers.length;
    }

    async sleep(ms: number, signal?: AbortSignal): Promise<void> {
        this.#begun++;
        signal?.throwIfAborted();
        if (ms <= 0) return;
        await new Promise<void>((resolve, reject) => {
            const abort = () => {
                this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
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
            void this.#drive();
        });
    }

    /** Holds time while `check` returns `false`. Returns a function that removes the check. */
    addIdleCheck(check: IdleCheck): () => void {
        this.#checks.add(check);
        return () => this.#checks.delete(check);
    }

    /** Calls `work`, and waits for it, before time moves on. Returns a function that ends this. */
    beforeMove(work: () => Promise<void>): () => void {
        this.#movers.add(work);
        return () => this.#movers.delete(work);
    }

    async #readyToMove(): Promise<void> {
        await this.calm();
        if (this.#movers.size === 0) return;
        for (const work of this.#movers) await work();
        await this.calm();
    }

    /** Resolves once the process is idle. */
    async calm(): Promise<void> {
        for (let calm = 0, busy = 0, begun = this.#begun; calm < calmTurns; begun = this.#begun) {
            await (busy > hastyTurns ? systemClock.sleep(1) : turn());
            const still = this.#begun === begun && !isSystemBusy() && [...this.#checks].every((check) => check());
            calm = still ? calm + 1 : 0;
            busy = still ? 0 : busy + 1;
        }
    }

    #jumpTo(time: number): void {
        this.#now = Math.max(this.#now, time);
        while (this.#sleepers[0] && this.#sleepers[0].due <= this.#now) this.#sleepers.shift()?.wake();
    }

    /**
     * Advances time by `ms` milliseconds. Sleepers wake in order, each at its own time, and run until the process is
     * idle before the next one wakes. Resolves when the process is idle.
     */
    async advance(ms: number): Promise<void> {
        const target = this.#now + ms;
        for (;;) {
            await this.#readyToMove();
            const next = this.#sleepers[0]?.due;
            if (next === undefined || next > target) break;
            this.#jumpTo(next);
        }
        this.#jumpTo(target);
        await this.calm();
    }

    /** Advances time to the next sleeper whenever the process is idle. Returns a function that ends this. */
    autoAdvance(options: { idle?: IdleCheck } = {}): () => void {
        const removeCheck = options.idle && this.addIdleCheck(options.idle);
        const driver = Symbol();
        this.#drivers.add(driver);
        void this.#drive();
        return () => {
            this.#drivers.delete(driver);
            removeCheck?.();
        };
    }

    /** Jumps from sleeper to sleeper until there is none, or nobody asks for it any longer. */
    async #drive(): Promise<void> {
        if (this.#isDriving) return;
        this.#isDriving = true;
        while (this.#drivers.size > 0 && this.#sleepers.length > 0) {
            await this.#readyToMove();
            const next = this.#sleepers[0];
            if (next && this.#drivers.size > 0) this.#jumpTo(next.due);
        }
        this.#isDriving = false;
    }
}
