import type { Mishap } from "../core/faults";
import type { Refusal } from "../core/refusal";

export interface Answer {
    readonly status: number;
    /** JSON, or a text that is sent as it is; `undefined`: no body. */
    readonly body: unknown;
    readonly headers: Readonly<Record<string, string>>;
}

/** An answer in the form in which it is sent. */
export interface WireResponse {
    readonly status: number;
    readonly payload: string;
    readonly headers: Readonly<Record<string, string>>;
}

export const refusalAnswer = ({ status, code, message, headers }: Refusal): Answer => ({
    status,
    // One that says nothing has no body at all.
    body: code === "" && message === "" ? undefined : { code, message },
    headers,
});

const lowerCased = (headers: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The answer that a fault gives in place of the right one. */
export function insteadOf(mishap: Mishap): Answer | undefined {
    switch (mishap.kind) {
        case "status":
            return { status: mishap.status, body: mishap.body, headers: lowerCased(mishap.headers) };
        case "rateLimit":
            return {
                status: 429,
                body: { code: "RATE_LIMITED", message: "Too many requests." },
                headers: mishap.retryAfter === undefined ? {} : { "retry-after": String(mishap.retryAfter) },
            };
        case "html":
            return {
                status: 200,
                body: "<!doctype html><title>Welcome</title><p>Please sign in to the network.",
                headers: { "content-type": "text/html; charset=utf-8" },
            };
        case "busy":
            return { status: mishap.status, body: { code: "BUSY", message: "It is busy; try again." }, headers: {} };
        default:
            return undefined;
    }
}

const bodiless = new Set([204, 205, 304]);

/** @param now - by the emulator's clock, which may be a virtual one: dates in other headers are read against it. */
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
