import type { Clock } from "../../../src/clock";

/** Whether the processes of an operation are still to run. */
export class Life {
    readonly #end = new AbortController();
    readonly signal: AbortSignal = this.#end.signal;
    /** Resolves when they are killed. */
    readonly over = new Promise<void>((resolve) => {
        this.signal.addEventListener("abort", () => resolve(), { once: true });
    });

    get isOver(): boolean {
        return this.signal.aborted;
    }

    kill(): void {
        this.#end.abort();
    }
}

/** A new one each time: what waits for a promise lives as long as it does. */
const never = () => new Promise<never>(() => undefined);

/** The clock of an operation in this process. When it is killed, the clock stops: nothing that waits in it goes on. */
export class MortalClock implements Clock {
    constructor(
        private readonly clock: Clock,
        private readonly life: Life,
    ) {}

    now(): number {
        return this.clock.now();
    }

    wallTime(): number {
        return this.clock.wallTime?.() ?? this.clock.now();
    }

    async sleep(ms: number, signal?: AbortSignal): Promise<void> {
        const { signal: end } = this.life;
        try {
            await this.clock.sleep(ms, signal ? AbortSignal.any([signal, end]) : end);
        } catch (error) {
            if (!end.aborted) throw error;
        }
        if (end.aborted) await never();
    }

    /** Before a change is sent: what is killed sends none. */
    readonly beforeMutation = (): Promise<void> => (this.life.isOver ? never() : Promise.resolve());
}
