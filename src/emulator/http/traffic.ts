import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Clock } from "../../clock";

interface ClientRequest {
    readonly origin?: unknown;
    readonly path?: unknown;
}

const requestOf = (message: unknown): ClientRequest | undefined =>
    typeof message === "object" && message !== null && "request" in message
        ? (message.request as ClientRequest)
        : undefined;

/**
 * Which requests are under way, seen from both ends: those that have arrived here, and those that an undici client of this
 * very process has begun (undici tells of them on diagnostics channels), so that a request between the two counts as well.
 * One that the emulator itself keeps waiting on the clock does not count: it waits for time to move.
 */
export class Traffic {
    readonly #sent = new Set<ClientRequest>();
    #arrived = 0;
    #waiting = 0;
    #origin: string | undefined;

    /** True: nothing moves any more unless time does. */
    get idle(): boolean {
        return this.#arrived <= this.#waiting && this.#sent.size <= this.#waiting;
    }

    arrive(): () => void {
        this.#arrived++;
        return () => {
            this.#arrived--;
        };
    }

    /** Sleeps, for a request that is under way. */
    async wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
        this.#waiting++;
        try {
            if (Number.isFinite(ms)) await clock.sleep(ms, signal);
            else
                await new Promise<void>((_, reject) =>
                    signal.addEventListener("abort", () => reject(signal.reason as Error)),
                );
        } finally {
            this.#waiting--;
        }
    }

    readonly #begun = (message: unknown) => {
        const request = requestOf(message);
        const ours = request?.origin === this.#origin && String(request?.path).startsWith("/v1");
        if (request && ours) this.#sent.add(request);
    };

    readonly #ended = (message: unknown) => {
        const request = requestOf(message);
        if (request) this.#sent.delete(request);
    };

    /** Begins to watch this process's own requests to that origin. */
    watch(origin: string): void {
        this.#origin = origin;
        subscribe("undici:request:create", this.#begun);
        subscribe("undici:request:trailers", this.#ended);
        subscribe("undici:request:error", this.#ended);
    }

    unwatch(): void {
        unsubscribe("undici:request:create", this.#begun);
        unsubscribe("undici:request:trailers", this.#ended);
        unsubscribe("undici:request:error", this.#ended);
        this.#sent.clear();
    }
}
