// Serves one request to the API, with its faults and interceptors.
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { type EndpointName, endpoints } from "../../api/endpoints";
import type { Core } from "../core/core";
import type { Faults } from "../core/faults";
import { Refusal } from "../core/refusals";
import { type Answer, answerOf, type Interruption, interruption, latency, send } from "./answers";
import type { Interceptor, Journal } from "./journal";
import { answerTo, type ApiRequest } from "./requests";
import { Router } from "./router";
import type { Traffic } from "./traffic";

export interface HttpRequest {
    readonly incoming: IncomingMessage;
    readonly outgoing: ServerResponse;
    /** Without the first segment, which selects the API or the control API. */
    readonly path: string;
    readonly query: URLSearchParams;
}

export interface ApiParts {
    readonly core: () => Core;
    readonly faults: Faults;
    readonly interceptors: Set<Interceptor>;
    readonly journal: Journal;
    readonly traffic: Traffic;
    readonly save: () => Promise<void>;
    /** Called with one line per completed request. */
    readonly log: (line: string) => void;
}

const names = Object.keys(endpoints) as EndpointName[];
const router = new Router(names.map((name) => [endpoints[name].verb, endpoints[name].path, name]));

function untilClosed(outgoing: ServerResponse): AbortSignal {
    const abort = new AbortController();
    const close = () => abort.abort(new Error("the connection is closed"));
    if (outgoing.destroyed) close();
    else outgoing.once("close", close);
    return abort.signal;
}

interface Exchange extends Omit<ApiRequest, "text"> {
    readonly incoming: IncomingMessage;
    readonly sleep: (ms: number) => Promise<void>;
}

type Side = "before" | "after";

/** Runs the interceptors; resolves to whether one of them closed the connection. */
async function isDropped({ interceptors }: ApiParts, side: Side, { entry, incoming }: Exchange): Promise<boolean> {
    let drop = false;
    for (const interceptor of interceptors) drop = (await interceptor[side]?.(entry)) === "drop" || drop;
    if (drop) incoming.socket.destroy();
    return drop;
}

/** The fault's response; `undefined` if it closes the connection. */
async function interrupt(effect: Interruption, { incoming, sleep }: Exchange): Promise<Answer | undefined> {
    if (effect.kind === "hang") await sleep(Infinity);
    else if (effect.kind !== "drop") return answerOf(effect);
    else if (effect.when === "before") incoming.socket.resetAndDestroy();
    else incoming.socket.destroy();
    return undefined;
}

/** The response; `undefined` if the connection is closed without one. */
async function answer(parts: ApiParts, exchange: Exchange): Promise<Answer | undefined> {
    const { incoming, entry, effects, sleep } = exchange;
    const text = await readText(incoming);
    parts.journal.noteText(entry, text);
    const delay = latency(effects);
    if (delay > 0) await sleep(delay);
    if (await isDropped(parts, "before", exchange)) return undefined;
    const before = interruption(effects, "before");
    if (before) return interrupt(before, exchange);
    const real = answerTo(parts.core(), { ...exchange, text });
    if (incoming.method !== "GET") await parts.save();
    if (await isDropped(parts, "after", exchange)) return undefined;
    const after = interruption(effects, "after");
    return after ? interrupt(after, exchange) : real;
}

export async function serveApi(parts: ApiParts, { incoming, outgoing, path, query }: HttpRequest): Promise<void> {
    const { method = "", headers } = incoming;
    const route = router.find(method, path);
    const endpoint = route instanceof Refusal ? undefined : route.target;
    const shownHeaders = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    const parameters = [...new Set(query.keys())].map((name) => [name, query.getAll(name)] as const);
    const entry = parts.journal.add({
        at: parts.core().now(),
        method,
        path,
        query: Object.fromEntries(parameters),
        endpoint,
        headers: Object.fromEntries(shownHeaders),
    });
    const effects = parts.faults.hit({ endpoint, verb: method, path }, entry.at);
    entry.faults.push(...effects.map(({ kind }) => kind));
    const closed = untilClosed(outgoing);
    parts.traffic.follow(closed);
    const sleep = (ms: number) => parts.traffic.wait(parts.core().clock, ms, closed);
    try {
        const response = await answer(parts, { incoming, route, headers, entry, effects, sleep });
        if (response) {
            entry.status = response.status;
            // Clients compare other dates with the date of the response, so it is the emulator's time.
            const date = new Date(parts.core().now()).toUTCString();
            const own = { date, "x-request-id": `req-${entry.number}` };
            await send(outgoing, { ...response, headers: { ...own, ...response.headers } }, effects, sleep);
        }
    } catch (error) {
        if (!closed.aborted && !incoming.readableAborted) throw error;
    }
    parts.log(`${method} ${path} ${entry.status ?? "dropped"}`);
}
