import type { IncomingHttpHeaders } from "node:http";
import { types } from "node:util";
import { Semaphore } from "async-mutex";
import type * as Undici from "undici";
import { getOrCreate } from "../../shared/objects";
import { bodyText } from "./bodyText";

export type Verb = "GET" | "POST" | "DELETE";

/** The client's defaults. Times are in milliseconds. */
export const defaults = {
    /** Concurrent requests per origin; further requests queue. */
    maxConcurrency: 8,
    /** Deadline of a call, including queueing, retries and pauses. */
    requestTimeout: 120_000,

    connectTimeout: 10_000,
    /** After this time without a connection to one address of a host, the next one is tried. Node's own 250 ms are too short for slow lines. */
    autoSelectFamilyAttemptTimeout: 2_000,
    /** From the last byte of the request to the end of the response headers. */
    headersTimeout: 60_000,
    /** Between two chunks of a response body. */
    bodyTimeout: 30_000,
    /** Generous because lists are not paginated. */
    maxAnswerBytes: 64 * 1024 * 1024,

    /** Attempts per call, unless the server itself asks for a retry (429 or `Retry-After`). */
    maxAttempts: 5,
    /** The first pause between attempts; doubles each time, up to `longestPause`. */
    firstPause: 250,
    longestPause: 8_000,
} as const;

/** The maximum delay of `setTimeout` in milliseconds, about 25 days. */
export const longestTimeout = 2 ** 31 - 1;

/** The call did not finish within its deadline. */
export class DeadlineExceeded extends Error {
    override readonly name = "DeadlineExceeded";

    constructor(ms: number) {
        super(`no answer within ${ms / 1000} s`);
    }
}

/** Unlike `instanceof`, this also recognises errors from another realm (Jest, `vm`). */
export const isError = (value: unknown): value is Error & { code?: unknown; errors?: unknown } =>
    types.isNativeError(value);

/** The error code, such as `ECONNREFUSED` or `UND_ERR_HEADERS_TIMEOUT`; empty if there is none. */
export function faultCode(cause: unknown): string {
    return isError(cause) && typeof cause.code === "string" ? cause.code : "";
}

/** The error's text. @param host - the server's. */
export function faultText(cause: unknown, host?: string): string {
    if (!isError(cause)) return "the connection failed";
    const code = faultCode(cause);
    // Instead of OpenSSL's texts, which name its source files.
    if (code === "ERR_SSL_WRONG_VERSION_NUMBER")
        return `the server${host === undefined ? "" : ` at ${host}`} does not speak TLS (${code})`;
    if (/^(EPROTO|ERR_SSL_\w+)$/.test(code)) return `the TLS handshake failed (${code})`;
    const [, refused] = /^Proxy response \((\d+)\)/.exec(cause.message) ?? [];
    if (refused !== undefined) return `the proxy answered ${refused} to CONNECT`;
    // If all addresses of a host fail, Node throws an AggregateError with an empty message.
    const within = Array.isArray(cause.errors) ? cause.errors.map((one) => faultText(one, host)) : [];
    return cause.message || within.join("; ") || code || cause.name;
}

/** Whether a response exceeds `maxAnswerBytes`, as it was sent or decoded. */
export const isTooLong = (cause: unknown): boolean =>
    ["UND_ERR_RES_EXCEEDED_MAX_SIZE", "ERR_BUFFER_TOO_LARGE"].includes(faultCode(cause));

const permanent = [
    /CERT|SSL|TLS|UNABLE_TO_|^EPROTO$/, // TLS failures, such as an untrusted certificate
    /^HPE_(?!INVALID_EOF)/, // the response is not HTTP
    /^(Z|ERR__ERROR)_/, // the body is not what its encoding says
    /OVERFLOW/,
    /INVALID_ARG/, // a bug in this package
];

/** Whether retrying cannot help. */
export const isPermanent = (cause: unknown): boolean =>
    isTooLong(cause) ||
    (isError(cause) && /^Proxy response \(4/.test(cause.message)) ||
    permanent.some((pattern) => pattern.test(faultCode(cause)));

const pools = new Map<string, ReturnType<typeof connect>>();

/** A pool, with a slot for each connection, and how many clients share it. @param proxy - its URL, for hosts that NO_PROXY does not exclude. */
function connect(origin: string, connections: number, proxy: string | undefined) {
    // Loaded here, since a program that only registers resources sends nothing.
    // By its file: Bun answers to the bare name with an incomplete copy of its own.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { EnvHttpProxyAgent, Pool } = require("undici/index.js") as typeof Undici;
    const { connectTimeout, headersTimeout, bodyTimeout, maxAnswerBytes, autoSelectFamilyAttemptTimeout } = defaults;
    const timeouts = { connectTimeout, headersTimeout, bodyTimeout, autoSelectFamilyAttemptTimeout };
    const options = { connections, maxResponseSize: maxAnswerBytes, autoSelectFamily: true, ...timeouts };
    const pool =
        proxy === undefined
            ? new Pool(origin, options)
            : new EnvHttpProxyAgent({ ...options, httpProxy: proxy, httpsProxy: proxy });
    return { pool, slots: new Semaphore(connections), users: 0 };
}

/** Leases the connection pool of an origin. Clients with the same limit share it: the limit applies to all of them together. */
export function leasePool(origin: string, connections: number, proxy?: string) {
    const key = JSON.stringify([connections, origin, proxy]);
    const shared = getOrCreate(pools, key, () => connect(origin, connections, proxy));
    shared.users++;
    let released = false;
    return {
        /**
         * Sends a request once a connection is free. `signal`: if it is aborted before that, the request is not sent.
         *
         * @param before - called when the connection is free. If it rejects, nothing is sent.
         * @throws Error - after {@link release}; otherwise only what `before` rejects with.
         */
        async send(request: Undici.Dispatcher.DispatchOptions, signal: AbortSignal, before?: () => Promise<void>) {
            if (released) throw new Error("The client is closed.");
            const free = await takeSlot(shared.slots, signal);
            try {
                if (free !== undefined) await before?.();
                return await exchange(shared.pool, { ...request, origin }, signal);
            } finally {
                free?.();
            }
        },
        /** Releases the lease. The last release closes the connections once requests in progress have finished. */
        async release() {
            if (released) return;
            released = true;
            if (--shared.users > 0) return;
            pools.delete(key);
            // All slots are free only after the requests that queue for one.
            await shared.slots.acquire(connections);
            await shared.pool.close();
        },
    };
}

/** Waits for a slot, and returns what releases it; undefined if `signal` is aborted before that. */
const takeSlot = (slots: Semaphore, signal: AbortSignal) =>
    new Promise<(() => void) | undefined>((resolve) => {
        const abort = () => resolve(undefined);
        signal.addEventListener("abort", abort, { once: true });
        void slots.acquire().then(([, release]) => {
            signal.removeEventListener("abort", abort);
            if (signal.aborted) release();
            resolve(signal.aborted ? undefined : release);
        });
    });

export type Headers = IncomingHttpHeaders;

/** A header's value; the first one if the header is repeated. */
export function headerOf(headers: Headers, name: string): string | undefined {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
}

/** The result of parsing a body that is not JSON; no JSON value equals it. */
export const notJson = Symbol("not JSON");

/** Whether a body says nothing: it is not JSON, or `null`. */
export const isNothing = (json: unknown): boolean => json === notJson || json === null;

export function parseJson(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return notJson;
    }
}

export interface Answer {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string;
    /** The parsed text, or {@link notJson}. */
    readonly json: unknown;
}

/** No response, or only part of one. */
export interface Lost {
    readonly cause: unknown;
    /** At least part of the request may have reached the server. */
    readonly sent: boolean;
}

export type Outcome = Answer | Lost;

/**
 * Sends a request once. Never rejects. If `signal` is aborted, the outcome's cause is the signal's reason, and a
 * request that has not been sent yet never is.
 *
 * Uses undici's low-level `dispatch`: the higher-level functions neither show whether a failed request had left the
 * queue nor remove an aborted request from it.
 */
function exchange(
    dispatcher: Undici.Dispatcher,
    request: Undici.Dispatcher.DispatchOptions,
    signal: AbortSignal,
): Promise<Outcome> {
    if (signal.aborted) return Promise.resolve({ cause: signal.reason as unknown, sent: false });
    return new Promise((resolve) => {
        const chunks: Buffer[] = [];
        let controller: Undici.Dispatcher.DispatchController | undefined;
        let answer: Omit<Answer, "text" | "json"> | undefined;

        const finish = (outcome: Outcome) => {
            signal.removeEventListener("abort", abort);
            resolve(outcome);
        };
        const lose = (cause: unknown) => {
            // An error status counts even if the connection broke before the end of its body.
            if (answer && answer.status >= 400) finish({ ...answer, text: "", json: notJson });
            else finish({ cause, sent: controller !== undefined });
        };
        const abort = () => {
            lose(signal.reason);
            controller?.abort(signal.reason as Error);
        };
        signal.addEventListener("abort", abort, { once: true });

        dispatcher.dispatch(request, {
            onRequestStart(started) {
                if (signal.aborted) started.abort(signal.reason as Error);
                else controller = started;
            },
            onResponseStart(_, status, headers) {
                answer = { status, headers };
            },
            onResponseData(_, chunk) {
                chunks.push(chunk);
            },
            onResponseEnd() {
                if (!answer) return;
                const { headers } = answer;
                let text: string;
                try {
                    const [encoding, type] = ["content-encoding", "content-type"].map((name) =>
                        headerOf(headers, name),
                    );
                    text = bodyText(Buffer.concat(chunks), { encoding, type }, defaults.maxAnswerBytes);
                } catch (error) {
                    lose(error);
                    return;
                }
                finish({ ...answer, text, json: parseJson(text) });
            },
            onResponseError(_, error) {
                lose(error);
            },
        });
    });
}
