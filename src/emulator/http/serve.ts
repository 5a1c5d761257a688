// One request, from its arrival to its answer, with what the faults make of both.
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { Core } from "../core/core";
import type { Faults, Mishap } from "../core/faults";
import { type Answer, insteadOf, wireResponse } from "./answer";
import { faultySend, isWireMishap } from "./faultySend";
import type { Interceptors } from "./interceptors";
import type { Journal, RequestEntry } from "./journal";
import { disturbanceOf, type Interruption, interruption, latency } from "./mishaps";
import type { Traffic } from "./traffic";
import { type Target, work } from "./work";

export interface ApiParts {
    readonly core: () => Core;
    readonly faults: Faults;
    readonly interceptors: Interceptors;
    readonly journal: Journal;
    readonly traffic: Traffic;
    /** Resolves when what has been done is kept. */
    readonly save: () => Promise<void>;
    /** Gets a line for every request that has been answered. */
    readonly log?: ((line: string) => void) | undefined;
}

export type ApiContext = Context<{ Bindings: HttpBindings }>;

const forEver = Infinity;

/** Aborted as soon as the connection is closed: nobody waits any more. */
function untilClosed(c: ApiContext): AbortSignal {
    const abort = new AbortController();
    const { outgoing } = c.env;
    if (outgoing.destroyed) abort.abort();
    else outgoing.once("close", () => abort.abort());
    return abort.signal;
}

class Exchange {
    readonly #closed: AbortSignal;

    constructor(
        readonly parts: ApiParts,
        readonly c: ApiContext,
        readonly target: Target,
        readonly entry: RequestEntry,
        readonly mishaps: readonly Mishap[],
    ) {
        this.#closed = untilClosed(c);
        parts.traffic.follow(this.#closed);
    }

    readonly #sleep = (ms: number) => this.parts.traffic.wait(this.parts.core().clock, ms, this.#closed);

    /** What the fault puts in the place of the answer; nothing: the connection was closed. */
    async #interrupt(mishap: Interruption): Promise<Answer | undefined> {
        const { socket } = this.c.env.incoming;
        if (mishap.kind === "hang") await this.#sleep(forEver);
        else if (mishap.kind !== "drop") return insteadOf(mishap);
        else if (mishap.when === "before") socket.resetAndDestroy();
        else socket.destroy();
        return undefined;
    }

    /** Whether code of this process has had the connection closed. */
    async #isDropped(side: "before" | "after"): Promise<boolean> {
        const drop = await this.parts.interceptors.drops(side, this.entry);
        if (drop) this.c.env.incoming.socket.destroy();
        return drop;
    }

    async #answer(): Promise<Answer | undefined> {
        const { parts, c, target, entry, mishaps } = this;
        const text = await c.req.text();
        const wait = latency(mishaps);
        if (wait > 0) await this.#sleep(wait);
        if (await this.#isDropped("before")) return undefined;
        const before = interruption(mishaps, "before");
        if (before) return this.#interrupt(before);
        const answer = work(parts.core(), parts.journal, {
            target,
            params: c.req.param(),
            authorization: c.req.header("authorization"),
            contentType: c.req.header("content-type"),
            text,
            entry,
            disturbance: disturbanceOf(mishaps),
        });
        if (c.req.method !== "GET") await parts.save();
        if (await this.#isDropped("after")) return undefined;
        const after = interruption(mishaps, "after");
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
            const mishap = this.mishaps.find(isWireMishap);
            if (!mishap) return new Response(payload === "" ? null : payload, { status, headers });
            await faultySend(this.c.env.outgoing, { status, payload, headers }, mishap, this.#sleep);
            return RESPONSE_ALREADY_SENT;
        } catch (error) {
            if (this.#closed.aborted) return RESPONSE_ALREADY_SENT;
            throw error;
        }
    }
}

/** Answers one request to the API. */
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
    const mishaps = parts.faults.hit({ endpoint, verb: c.req.method, path }, entry.at);
    entry.faults.push(...mishaps.map(({ kind }) => kind));
    const response = await new Exchange(parts, c, target, entry, mishaps).respond();
    parts.log?.(`${entry.method} ${path} ${entry.status ?? "dropped"}`);
    return response;
}
