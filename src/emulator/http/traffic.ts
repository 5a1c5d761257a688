// Which requests are in progress, to find out when the emulator is idle.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Clock } from "../../shared/clock";

interface Sent {
    readonly request: { readonly origin: string | URL; readonly path: string };
}

/**
 * Tracks the pending requests to the emulator from undici clients in this process, including `fetch`, through undici's
 * diagnostics channels. This includes requests that have been sent but have not arrived yet.
 */
export class OwnRequests {
    readonly #sent = new Set<Sent["request"]>();
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
        const { request } = message as Sent;
        const isForApi = new URL(request.origin).port === this.#port && request.path.startsWith("/v1");
        if (isForApi) this.#sent.add(request);
    };

    readonly #ended = (message: unknown) => void this.#sent.delete((message as Sent).request);

    close(): void {
        unsubscribe("undici:request:create", this.#begun);
        unsubscribe("undici:request:trailers", this.#ended);
        unsubscribe("undici:request:error", this.#ended);
        this.#sent.clear();
    }
}

/** One for all: each new error would get a stack trace. */
const disconnected = new Error("the connection is closed");

export class Traffic extends OwnRequests {
    #arrived = 0;
    /** Requests that wait for the clock, or forever. */
    #waiting = 0;

    /** Whether no request is in progress or on its way, except those that wait. */
    isIdle(): boolean {
        return this.#arrived === this.#waiting && this.count <= this.#waiting;
    }

    /** Counts a request until its connection is closed, which aborts the signal. */
    follow(outgoing: ServerResponse): AbortSignal {
        const abort = new AbortController();
        const end = () => {
            this.#arrived--;
            abort.abort(disconnected);
        };
        this.#arrived++;
        if (outgoing.destroyed) end();
        else outgoing.once("close", end);
        return abort.signal;
    }

    /** Delays a request by `ms` milliseconds; `Infinity` waits until its connection is closed. */
    async wait(clock: Clock, ms: number, closed: AbortSignal): Promise<void> {
        closed.throwIfAborted();
        await this.waiting(async () => {
            if (Number.isFinite(ms)) await clock.sleep(ms, closed);
            else await once(closed, "abort");
        });
    }

    /** Does work that a request waits for while time goes on. */
    async waiting<Result>(work: () => Promise<Result>): Promise<Result> {
        this.#waiting++;
        try {
            return await work();
        } finally {
            this.#waiting--;
        }
    }
}
