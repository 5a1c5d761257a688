import type { Clock } from "../../../src/clock";

/** A new one each time: what waits for a promise lives as long as it does. */
const never = () => new Promise<never>(() => undefined);

/**
 * The clock of an operation's processes. When they are killed, it stops: nothing that waits in them goes on, and no
 * further change is sent.
 */
export class Life implements Clock {
    readonly #end = new AbortController();
    /** Resolves when they are killed. */
    readonly over: Promise<void>;

    constructor(private readonly clock: Clock) {
        this.over = new Promise((resolve) => {
            this.#end.signal.addEventListener("abort", () => resolve(), { once: true });
        });
    }

    get isOver(): boolean {
        return this.#end.signal.aborted;
    }

    kill(): void {
        this.#end.abort();
    }

    now(): number {
        return this.clock.now();
    }

    wallTime(): number {
        return this.clock.wallTime?.() ?? this.clock.now();
    }

    async sleep(ms: number, signal?: AbortSignal): Promise<void> {
        const { signal: end } = this.#end;
        try {
            await this.clock.sleep(ms, signal ? AbortSignal.any([signal, end]) : end);
        } catch (error) {
            if (!end.aborted) throw error;
        }
        if (end.aborted) await never();
    }

    /** Before a change is sent. */
    readonly beforeMutation = (): Promise<void> => (this.isOver ? never() : Promise.resolve());
}
