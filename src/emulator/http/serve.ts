// Serves one request to the API, with its faults and interceptors.
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { endpoints } from "../../provider/api/endpoints";
import { endpointName } from "../core/quirks";
import { Refusal } from "../core/refusals";
import type { EmulatorParts } from "../emulator";
import { type Answer, answerOf, type Interruption, interruption, send, type Side } from "./answers";
import { answerTo, type ApiRequest } from "./requests";
import { router } from "./router";

export interface HttpRequest {
    readonly incoming: IncomingMessage;
    readonly outgoing: ServerResponse;
    /** Without the first segment, which selects the API or the control API. */
    readonly path: string;
    readonly query: URLSearchParams;
}

const routeOf = router(
    Object.fromEntries(endpointName.options.map((name) => [`${endpoints[name].verb} ${endpoints[name].path}`, name])),
);

type Sleep = (ms: number) => Promise<void>;

/** Runs the interceptors; resolves to whether one of them closed the connection. */
async function isDropped(parts: EmulatorParts, side: Side, { entry, incoming }: ApiRequest): Promise<boolean> {
    let drop = false;
    for (const interceptor of parts.interceptors) {
        const run = () => Promise.resolve(interceptor[side]?.(entry));
        drop = (await (interceptor.letsTimePass === true ? parts.traffic.waiting(run) : run())) === "drop" || drop;
    }
    if (drop) incoming.socket.destroy();
    return drop;
}

/** The fault's response; `undefined` if it closes the connection. */
async function interrupt(effect: Interruption, incoming: IncomingMessage, sleep: Sleep): Promise<Answer | undefined> {
    if (effect.kind === "hang") await sleep(Infinity);
    else if (effect.kind !== "drop") return answerOf(effect);
    else if (effect.when === "before") incoming.socket.resetAndDestroy();
    else incoming.socket.destroy();
    return undefined;
}

/** The response; `undefined` if the connection is closed without one. */
async function answer(parts: EmulatorParts, request: ApiRequest, sleep: Sleep): Promise<Answer | undefined> {
    const { incoming, entry, effects } = request;
    const text = await readText(incoming);
    parts.journal.noteText(entry, text);
    for (const effect of effects) if (effect.kind === "latency") await sleep(effect.ms);
    if (await isDropped(parts, "before", request)) return undefined;
    const before = interruption(effects, "before");
    if (before) return interrupt(before, incoming, sleep);
    await parts.databases?.keepMoment();
    const real = answerTo(parts.core, request, text);
    await parts.databases?.follow();
    if (incoming.method !== "GET") await parts.save();
    if (await isDropped(parts, "after", request)) return undefined;
    const after = interruption(effects, "after");
    return after ? interrupt(after, incoming, sleep) : real;
}

export async function serveApi(parts: EmulatorParts, { incoming, outgoing, path, query }: HttpRequest): Promise<void> {
    const { method = "", headers } = incoming;
    const route = routeOf(method, path);
    const endpoint = route instanceof Refusal ? undefined : route.target;
    const entry = parts.journal.add({ at: parts.core.now(), method, path, query, endpoint, headers });
    const effects = parts.faults.hit(entry);
    entry.faults.push(...effects.map(({ kind }) => kind));
    const closed = parts.traffic.follow(outgoing);
    const sleep = (ms: number) => parts.traffic.wait(parts.core.clock, ms, closed);
    try {
        const response = await answer(parts, { incoming, route, entry, effects }, sleep);
        if (response) {
            entry.status = response.status;
            // Clients compare other dates with the date of the response, so it is the emulator's time.
            const date = new Date(parts.core.now()).toUTCString();
            const own = { date, "x-request-id": `req-${entry.number}` };
            await send(outgoing, { ...response, headers: { ...own, ...response.headers } }, effects, sleep);
        }
    } catch (error) {
        if (!closed.aborted && !incoming.readableAborted) throw error;
    }
    parts.log(`${method} ${path} ${entry.status ?? "dropped"}`);
}
