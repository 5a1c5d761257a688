import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parseJson } from "../../../src/provider/api/transport";
import { type EndpointFacts, type Facts, nameOf, shownBy } from "./facts";

interface Exchange {
    readonly method: string;
    /** Below the base address. */
    readonly path: string;
    readonly query: URLSearchParams;
    readonly sent: string;
    readonly status: number;
    readonly received: string;
}

const hopByHop = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "host"]);

/** A reverse proxy that records all exchanges. */
export async function startRecorder(target: string) {
    const exchanges: Exchange[] = [];
    const prefix = "/v1";
    const pass = async (request: IncomingMessage, response: ServerResponse) => {
        const { method = "", url = "" } = request;
        const below = url.slice(prefix.length);
        const sent = await text(request);
        const headers = Object.entries(request.headers).filter(([name]) => !hopByHop.has(name));
        const answer = await fetch(`${target.replace(/\/+$/, "")}${below}`, {
            method,
            headers: headers.map(([name, value]) => [name, String(value)] as [string, string]),
            body: sent === "" ? undefined : sent,
            redirect: "manual",
        });
        const received = await answer.text();
        const { pathname, searchParams } = new URL(below, "http://recorder");
        const { status } = answer;
        exchanges.push({ method, path: pathname, query: searchParams, sent, status, received });
        // fetch has decompressed the body.
        const kept = [...answer.headers].filter(([name]) => !hopByHop.has(name) && name !== "content-encoding");
        response.writeHead(status, kept.flat()).end(received);
    };
    // A broken upstream connection breaks the client's connection too.
    const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()));
    await once(server.listen(0, "127.0.0.1"), "listening");
    return {
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
        exchanges,
        async close() {
            server.closeAllConnections();
            server.close();
            await once(server, "close");
        },
    };
}
export type Recorder = Awaited<ReturnType<typeof startRecorder>>;

/** Whether an exchange is a call of the endpoint. */
export const matches = ({ method, path }: Pick<EndpointFacts, "method" | "path">, exchange: Exchange) =>
    method === exchange.method && new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(exchange.path);

/** The contract's facts that successful exchanges have covered. */
export function shownIn(exchanges: readonly Exchange[], { endpoints, types }: Facts): Set<string> {
    const shown = new Set<string>();
    for (const exchange of exchanges) {
        const endpoint = endpoints.find((candidate) => matches(candidate, exchange));
        if (!endpoint || exchange.status >= 300) continue;
        const name = nameOf(endpoint);
        const { gives } = endpoint;
        shown.add(name);
        const query = Object.fromEntries([...exchange.query.keys()].map((key) => [key, exchange.query.getAll(key)]));
        for (const body of [query, parseJson(exchange.sent)]) {
            for (const statement of shownBy(name, endpoint.takes, types, body)) shown.add(statement);
        }
        const shape = gives && types[gives.type];
        if (!shape) continue;
        for (const statement of shownBy(gives.type, shape, types, parseJson(exchange.received))) shown.add(statement);
    }
    return shown;
}
