// Responses: how they are sent, and what the faults that hit a request do to it.
import type { ServerResponse } from "node:http";
import type { EffectOf, FaultEffect } from "../core/faults";
import { deform } from "./deform";

export interface Answer {
    readonly status: number;
    /** A JSON value, or a string that is sent as is; `undefined` for no body. */
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
}

/** Before or after the change is applied. */
export type Side = "before" | "after";
export type Interruption = EffectOf<"status" | "rateLimit" | "busy" | "drop" | "hang" | "html">;

/** The first fault that replaces the response on this side. */
export const interruption = (effects: readonly FaultEffect[], side: Side) =>
    effects.find((effect): effect is Interruption =>
        effect.kind === "busy" ? side === "before" : "when" in effect && effect.when === side,
    );

export function answerOf(effect: EffectOf<"status" | "rateLimit" | "busy" | "html">): Answer {
    switch (effect.kind) {
        case "status":
            return effect;
        case "rateLimit":
            return {
                status: 429,
                body: { code: "RATE_LIMITED", message: "Too many requests." },
                headers: effect.retryAfter === undefined ? {} : { "retry-after": String(effect.retryAfter) },
            };
        case "html":
            return {
                status: 200,
                body: "<!doctype html><title>Welcome</title><p>Please sign in to the network.",
                headers: { "content-type": "text/html; charset=utf-8" },
            };
        case "busy":
            return { status: effect.status, body: { code: "BUSY", message: "It is busy; try again." } };
    }
}

type WireEffect = EffectOf<"garbage" | "empty" | "truncate" | "slowBody">;

const isWireEffect = (effect: FaultEffect): effect is WireEffect =>
    ["garbage", "empty", "truncate", "slowBody"].includes(effect.kind);

const bodiless = new Set([204, 205, 304]);

function payloadOf({ status, body }: Answer, effect: WireEffect | undefined): string {
    if (effect?.kind === "garbage") return effect.body;
    if (effect?.kind === "empty" || body === undefined || bodiless.has(status)) return "";
    return typeof body === "string" ? body : JSON.stringify(body);
}

export async function send(
    out: ServerResponse,
    answer: Answer,
    effects: readonly FaultEffect[] = [],
    sleep: (ms: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
    const effect = effects.find(isWireEffect);
    const deformations = answer.status < 300 ? effects.filter((one) => one.kind === "deform") : [];
    const body = deformations.reduce<unknown>(deform, answer.body);
    const bytes = Buffer.from(payloadOf({ ...answer, body }, effect));
    out.writeHead(answer.status, {
        ...(bytes.length > 0 && { "content-type": "application/json; charset=utf-8" }),
        ...((bytes.length > 0 || effect) && { "content-length": bytes.length }),
        ...answer.headers,
    });
    if (effect?.kind === "truncate") {
        await new Promise((sent) => out.write(bytes.subarray(0, Math.floor(bytes.length / 2)), sent));
        out.destroy();
        return;
    }
    if (effect?.kind === "slowBody") {
        out.flushHeaders();
        for (let from = 0; from < bytes.length; from += effect.chunkBytes) {
            await sleep(effect.ms);
            out.write(bytes.subarray(from, from + effect.chunkBytes));
        }
        out.end();
        return;
    }
    out.end(bytes);
}
