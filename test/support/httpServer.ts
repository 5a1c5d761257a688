import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { OwnRequests } from "../../src/emulator/http/traffic";
import { VirtualClock } from "../../src/emulator";

export interface Received {
    readonly method: string;
    /** With its query. */
    readonly url: string;
    readonly headers: IncomingMessage["headers"];
    readonly body: string;
    /** Time of arrival, by the virtual clock. */
    readonly at: number;
}

export interface TestServer {
    /** The API's base address. */
    readonly baseUrl: string;
    readonly received: Received[];
    /** How many connections there have been. */
    readonly connections: () => number;
    readonly clock: VirtualClock;
}

export type Handler = (request: Received, response: ServerResponse) => void;

/** Answers with JSON. */
export const json =
    (status: number, body?: unknown, headers: Record<string, string> = {}): Handler =>
    (_, response) => {
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(body === undefined ? undefined : JSON.stringify(body));
    };

/** The first handler for the first request, and so on; the last one for all further ones. */
export const inTurn = (...handlers: readonly Handler[]): Handler => {
    let count = 0;
    return (request, response) => handlers[Math.min(count++, handlers.length - 1)]!(request, response);
};

/** Closes the connection without a response. */
export const hangUp: Handler = (_, response) => void response.socket?.destroy();

/** Never responds. */
export const noAnswer: Handler = () => undefined;

/**
 * Runs `use` against a real server on a free port, with a virtual clock that advances to the next sleeper whenever no
 * request is in progress, unless `standing` is set.
 */
export async function withServer<T>(
    handler: Handler,
    use: (server: TestServer) => Promise<T>,
    options: { readonly standing?: boolean } = {},
): Promise<T> {
    const clock = new VirtualClock();
    const received: Received[] = [];
    let connections = 0;

    const receive = async (request: IncomingMessage, response: ServerResponse) => {
        const { method = "", url = "", headers } = request;
        const entry = { method, url, headers, body: await text(request), at: clock.now() };
        received.push(entry);
        response.setHeader("date", new Date(clock.now()).toUTCString());
        handler(entry, response);
    };
    // Requests that the client aborts are ignored.
    const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
    server.on("connection", () => connections++);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const own = new OwnRequests(origin);
    const stop = options.standing ? () => undefined : clock.autoAdvance({ idle: () => own.count === 0 });
    try {
        return await use({ baseUrl: `${origin}/v1`, received, connections: () => connections, clock });
    } finally {
        stop();
        own.close();
        server.closeAllConnections();
        server.close();
        await once(server, "close");
    }
}
