import type { FaultEffect } from "../core/faults";
import type { Refusal } from "../core/refusal";

export interface Answer {
    readonly status: number;
    /** A JSON value, or a string that is sent as is; `undefined` for no body. */
    readonly body: unknown;
    readonly headers: Readonly<Record<string, string>>;
}

/** A serialised response. */
export interface WireResponse {
    readonly status: number;
    readonly payload: string;
    readonly headers: Readonly<Record<string, string>>;
}

export const refusalAnswer = ({ status, code, message, headers }: Refusal): Answer => ({
    status,
    body: code === "" && message === "" ? undefined : { code, message },
    headers,
});

const lowerCased = (headers: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The response that a fault returns instead of the real one. */
export function insteadOf(effect: FaultEffect): Answer | undefined {
    switch (effect.kind) {
        case "status":
            return { status: effect.status, body: effect.body, headers: lowerCased(effect.headers) };
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
            return { status: effect.status, body: { code: "BUSY", message: "It is busy; try again." }, headers: {} };
        default:
            return undefined;
    }
}

const bodiless = new Set([204, 205, 304]);

/** @param now - the emulator's time, for the `Date` header that clients compare other dates with. */
export function wireResponse({ status, body, headers }: Answer, requestId: string, now: number): WireResponse {
    const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const payload = bodiless.has(status) ? "" : text;
    return {
        status,
        payload,
        headers: {
            ...(payload !== "" && { "content-type": "application/json; charset=utf-8" }),
            date: new Date(now).toUTCString(),
            "x-request-id": requestId,
            ...headers,
        },
    };
}
