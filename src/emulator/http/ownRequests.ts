import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { hostOf, isLoopback } from "./loopback";

interface ClientRequest {
    readonly origin?: unknown;
    readonly path?: unknown;
}

/** Whether a request is for the API, rather than the control API, at this port of a loopback address. */
function isTo(port: string, { origin, path }: ClientRequest): boolean {
    const address = String(origin);
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    return url.port === port && isLoopback(hostOf(url.host)) && String(path).startsWith("/v1");
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

    /** Stops tracking. */
    close(): void {
        unsubscribe("undici:request:create", this.#begun);
        unsubscribe("undici:request:trailers", this.#ended);
        unsubscribe("undici:request:error", this.#ended);
        this.#sent.clear();
    }
}
