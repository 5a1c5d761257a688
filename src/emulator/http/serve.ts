// Handles one request, including its faults.
import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { Core } from "../core/core";
import type { Faults, FaultEffect } from "../core/faults";
import { type Answer, insteadOf, type WireResponse, wireResponse } from "./answer";
import { paramsOfAnother } from "../handlers/call";
import { faultySend, isWireEffect } from "./faultySend";
import type { Interceptors } from "./interceptors";
import type { Journal, RequestEntry } from "./journal";
import { disturbanceOf, type Interruption, interruption, isOfAnother, latency } from "./faultEffects";
import type { Traffic } from "./traffic";
import { type Target, work } from "./work";

export interface ApiParts {
    readonly core: () => Core;
    readonly faults: Faults;
    readonly interceptors: Interceptors;
    readonly journal: Journal;
    readonly traffic: Traffic;
    /** Persists the state. */
    readonly save: () => Promise<void>;
    /** Called with one line per completed request. */
    readonly log?: ((line: string) => void) | undefined;
}

const bodiless = new Set(["GET", "HEAD"]);

export type ApiContext = Context<{ Bindings: HttpBindings }>;

/** One for all: an abort without a reason makes an error with a stack trace. */
const closed = new Error("the connection is closed");

/** Aborted when the connection is closed. */
function untilClosed(c: ApiContext): AbortSignal {
    const abort = new AbortController();
    const { outgoing } = c.env;
    if (outgoing.destroyed) abort.abort(closed);
    else outgoing.once("close", () => abort.abort(closed));
    return abort.signal;
}

function send(out: ServerResponse, { status, payload, headers }: WireResponse): void {
    const length = payload === "" ? {} : { "content-length": Buffer.byteLength(payload) };
    out.writeHead(status, { ...length, ...headers });
    out.end(payload);
}

class Exchange {
    readonly #closed: AbortSignal;

    constructor(
        readonly parts: ApiParts,
        readonly c: ApiContext,
        readonly target: Target,
        readonly entry: RequestEntry,
        readonly effects: readonly FaultEffect[],
    ) {
        this.#closed = untilClosed(c);
        parts.traffic.follow(this.#closed);
    }

    readonly #sleep = (ms: number) => this.parts.traffic.wait(this.parts.core().clock, ms, this.#closed);

    /** The fault's response; `undefined` if it closed the connection. */
    async #interrupt(effect: Interruption): Promise<Answer | undefined> {
        const { socket } = this.c.env.incoming;
        if (effect.kind === "hang") await this.#sleep(Infinity);
        else if (effect.kind !== "drop") return insteadOf(effect);
        else if (effect.when === "before") socket.resetAndDestroy();
        else socket.destroy();
        return undefined;
    }

    /** Runs the interceptors; resolves to whether one of them closed the connection. */
    async #isDropped(side: "before" | "after"): Promise<boolean> {
        const drop = await this.parts.interceptors.drops(side, this.entry);
        if (drop) this.c.env.incoming.socket.destroy();
        return drop;
    }

    async #answer(): Promise<Answer | undefined> {
        const { parts, c, target, entry, effects } = this;
        // Hono reads no body of these, but to say so it makes a whole Request.
        const text = bodiless.has(c.req.method) ? "" : await c.req.text();
        parts.journal.noteText(entry, text);
        const wait = latency(effects);
        if (wait > 0) await this.#sleep(wait);
        if (await this.#isDropped("before")) return undefined;
        const before = interruption(effects, "before");
        if (before) return this.#interrupt(before);
        const answer = work(parts.core(), {
            target,
            params:
                c.req.method === "GET" && isOfAnother(effects)
                    ? paramsOfAnother(parts.core(), c.req.param())
                    : c.req.param(),
            authorization: c.req.header("authorization"),
            contentType: c.req.header("content-type"),
            text,
            entry,
            disturbance: disturbanceOf(effects),
        });
        if (c.req.method !== "GET") await parts.save();
        if (await this.#isDropped("after")) return undefined;
        const after = interruption(effects, "after");
        return after ? this.#interrupt(after) : answer;
    }

    async respond(): Promise<Response> {
        try {
            const answer = await this.#answer();
            if (!answer) return RESPONSE_ALREADY_SENT;
            this.entry.status = answer.status;
            const { status, payload, headers } = wireResponse(
                answer,
                `req-${this.entry.number}`,
                this.parts.core().now(),
            );
            const effect = this.effects.find(isWireEffect);
            const { outgoing } = this.c.env;
            // Not by a Response, whose body would be a stream that has to be read again.
            if (!effect) send(outgoing, { status, payload, headers });
            else await faultySend(outgoing, { status, payload, headers }, effect, this.#sleep);
            return RESPONSE_ALREADY_SENT;
        } catch (error) {
            if (this.#closed.aborted) return RESPONSE_ALREADY_SENT;
            throw error;
        }
    }
}

export async function serve(parts: ApiParts, c: ApiContext, target: Target): Promise<Response> {
    const path = new URL(c.req.url).pathname.replace(/^\/v1/, "");
    const endpoint = "name" in target ? target.name : undefined;
    const entry = parts.journal.add({
        at: parts.core().now(),
        method: c.req.method,
        path,
        query: c.req.queries(),
        endpoint,
        headers: c.req.header(),
    });
    const effects = parts.faults.hit({ endpoint, verb: c.req.method, path }, entry.at);
    entry.faults.push(...effects.map(({ kind }) => kind));
    const response = await new Exchange(parts, c, target, entry, effects).respond();
    parts.log?.(`${entry.method} ${path} ${entry.status ?? "dropped"}`);
    return response;
}
