// Which requests are in progress, to find out when the emulator is idle.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Clock } from "../../clock";

export class Traffic {
    #arrived = 0;
    #waiting = 0;

    /** Requests that wait for the clock, or forever. */
    get waiting(): number {
        return this.#waiting;
    }

    get moving(): number {
        return this.#arrived - this.#waiting;
    }

    /** Counts a request until its connection is closed. */
    follow(closed: AbortSignal): void {
        if (closed.aborted) return;
        this.#arrived++;
        const leave = () => {
            this.#arrived--;
        };
        closed.addEventListener("abort", leave, { once: true });
    }

    /** Delays a request by `ms` milliseconds; `Infinity` waits until its connection is closed. */
    async wait(clock: Clock, ms: number, closed: AbortSignal): Promise<void> {
        closed.throwIfAborted();
        this.#waiting++;
        try {
            if (Number.isFinite(ms)) await clock.sleep(ms, closed);
            else await once(closed, "abort");
        } finally {
            this.#waiting--;
        }
    }
}

interface ClientRequest {
    readonly origin?: unknown;
    readonly path?: unknown;
}

/** Whether a request is for the API, rather than the control API, at this port. */
function isTo(port: string, { origin, path }: ClientRequest): boolean {
    const address = String(origin);
    return URL.canParse(address) && new URL(address).port === port && String(path).startsWith("/v1");
}

const requestOf = (message: unknown): ClientRequest | undefined =>
    typeof message === "object" && message !== null && "request" in message
        ? (message.request as ClientRequest)
        : undefined;

/**
 * Tracks the pending requests to the emulator from undici clients in this process, including `fetch`, through undici's
 * diagnostics channels. This includes requests that have been sent but have not arrived yet.
 */
export class OwnRequests {
    readonly #sent = new Set<ClientRequest>();
    readonly #port: string;

    constructor(origin: string) {
        this.#port = new URL(origin).port;
        subscribe("undici:request:create", this.#begun);
        subscribe("undici:request:trailers", this.#ended);
        subscribe("undici:request:error", this.#ended);
    }

    get count(): number {
        return this.#sent.size;
    }

    readonly #begun = (message: unknown) => {
        const request = requestOf(message);
        if (request && isTo(this.#port, request)) this.#sent.add(request);
    };

    readonly #ended = (message: unknown) => {
        const request = requestOf(message);
        if (request) this.#sent.delete(request);
    };

    close(): void {
        unsubscribe("undici:request:create", this.#begun);
        unsubscribe("undici:request:trailers", this.#ended);
        unsubscribe("undici:request:error", this.#ended);
        this.#sent.clear();
    }
}
