import { callAfter, systemClock, type Clock } from "../../shared/clock";
import { glance } from "../../shared/duration";
import { version } from "../../shared/packageRoot";
import { createApiTime } from "./apiTime";
import { type AnswerOddity, type Call, createCaller } from "./call";
import type { EndpointArgs } from "./endpoint";
import { bindFamilies, type endpoints } from "./endpoints";
import { isLoopback, proxyOf } from "./proxy";
import { createRedactor } from "./redact";
import type { Request } from "./request";
import { mostRedirects, redirectOf, requestIdOf } from "./response";
import { defaults, faultText, headerOf, leasePool, longestTimeout, type Outcome } from "./transport";

/** Checks that the key is valid in an HTTP header. @throws TypeError - without the key in its message. */
export function checkApiKey(key: string): string {
    if (key === "") throw new TypeError("The API key is empty.");
    if (!/^[\x21-\x7e]+$/.test(key)) {
        throw new TypeError(
            "The API key contains a space, a line break or another character that is not visible ASCII. " +
                "Check for characters that were copied with it.",
        );
    }
    return key;
}

/** The origin and path of the API's base URL. @throws TypeError - which shows the URL only if it cannot contain a secret. */
export function parseBaseUrl(text: string, { allowInsecureHttp = false } = {}) {
    if (!URL.canParse(text)) throw new TypeError("The base address is not a URL; it should look like https://HOST/v1.");
    const url = new URL(text);
    if (url.protocol !== "https:" && url.protocol !== "http:") {
        throw new TypeError(`The base address must begin with https://, not with ${url.protocol}.`);
    }
    if (url.username !== "" || url.password !== "") {
        throw new TypeError(
            "The base address must not contain a user name or a password; the API key is a separate setting.",
        );
    }
    const shown = `${url.origin}${url.pathname}`;
    if (text.includes("?") || text.includes("#")) {
        throw new TypeError(`The base address must end with its path: ${shown} is followed by a query or a fragment.`);
    }
    if (!url.pathname.split("/").some((segment) => /^v\d+$/.test(segment))) {
        throw new TypeError(
            `The base address must include the API's version, as in https://HOST/v1; ${shown} does not.`,
        );
    }
    if (url.protocol === "http:" && !allowInsecureHttp && !isLoopback(url.hostname)) {
        throw new TypeError(
            `The base address ${shown} would send the API key unencrypted. ` +
                "Use https://, or allow it explicitly: `clouddb:allowInsecureHttp`, or the client's option `allowInsecureHttp`.",
        );
    }
    return { origin: url.origin, path: url.pathname.replace(/\/+$/, "") };
}

/** One attempt at a request, for logs. It contains no header, no query, no body and no secret. */
export interface RequestAttempt {
    readonly method: string;
    /** Without the base URL and the query. */
    readonly path: string;
    /** 1 for the first attempt. */
    readonly count: number;
    /** Undefined where there was no answer. */
    readonly status: number | undefined;
    /** Why there was no answer. */
    readonly fault: string | undefined;
    readonly milliseconds: number;
    readonly requestId: string | undefined;
}

/** Why a request is repeated, and after how long. */
export interface RequestPause {
    /** Undefined where there was no answer. */
    readonly status: number | undefined;
    readonly milliseconds: number;
}

/** A request that has had no answer for some seconds. */
export interface UnansweredRequest {
    readonly method: string;
    /** Without the base URL and the query. */
    readonly path: string;
    /** The deadline of the whole call, in milliseconds. */
    readonly limit: number;
}

export interface ClientOptions {
    /** Base URL including the API version, for example `https://api.example.com/v1`. */
    baseUrl: string;
    /** A personal access token or an OAuth user token. */
    apiKey: string;
    /** Default: the system clock. */
    clock?: Clock;
    /** Maximum number of concurrent requests to this origin, shared by all clients with the same limit. Default: 8. */
    maxConcurrency?: number;
    /** Deadline of a call in milliseconds, including queueing, retries and pauses. Default: 120 000. */
    requestTimeout?: number;
    /** Allows plain http to a host other than loopback. Default: `false`. */
    allowInsecureHttp?: boolean;
    /** Called just before every attempt of a POST or DELETE is sent. If it rejects, nothing is sent and the call rejects with it. */
    beforeMutation?: (() => Promise<void>) | undefined;
    /** Called after every attempt, for logs. */
    onAttempt?: ((attempt: RequestAttempt) => void) | undefined;
    /** Called if there is no answer to an attempt after 3 seconds, including the time that it queues. */
    onUnanswered?: ((request: UnansweredRequest) => void) | undefined;
    /** Called before a pause that precedes another attempt. */
    onPause?: ((pause: RequestPause) => void) | undefined;
    /** Called where an answer differs from the contract. */
    onOddity?: ((oddity: AnswerOddity) => void) | undefined;
}

/**
 * A typed client with one function per endpoint, grouped by resource. The functions reject with an `ApiError`.
 *
 * @throws TypeError - if an option is invalid; the message never contains the key.
 */
export function createClient(options: ClientOptions) {
    const { clock = systemClock, allowInsecureHttp } = options;
    const { maxConcurrency = defaults.maxConcurrency, requestTimeout = defaults.requestTimeout } = options;
    if (!Number.isInteger(maxConcurrency) || maxConcurrency < 1)
        throw new TypeError(`maxConcurrency must be a whole number of at least 1, not ${maxConcurrency}.`);
    if (!(requestTimeout > 0 && requestTimeout <= longestTimeout))
        throw new TypeError(`requestTimeout must be a number of milliseconds above 0, not ${requestTimeout}.`);
    const base = parseBaseUrl(options.baseUrl, { allowInsecureHttp });
    const apiKey = checkApiKey(options.apiKey);
    const { host } = new URL(base.origin);
    const proxy = proxyOf(base.origin);
    const lease = leasePool(base.origin, maxConcurrency, proxy?.url);

    const headers = {
        accept: "application/json",
        authorization: `Bearer ${apiKey}`,
        "user-agent": `pulumi-clouddb/${version}`,
    };
    const redactor = createRedactor(apiKey);
    redactor.learn({ password: proxy?.password });
    const apiTime = createApiTime(clock);
    const answerTo = async ({ method, path, query, body }: Request, signal: AbortSignal): Promise<Outcome> => {
        const contentType = body === undefined ? {} : { "content-type": "application/json" };
        const sent = { method, path: `${base.path}${path}${query}`, headers: { ...headers, ...contentType }, body };
        let outcome = await lease.send(sent, signal, method === "GET" ? undefined : options.beforeMutation);
        for (let redirects = 0, at = `${base.origin}${sent.path}`; redirects < mostRedirects; redirects++) {
            const target = method === "GET" ? redirectOf(outcome, at) : undefined;
            if (target?.origin !== base.origin) break;
            at = target.href;
            outcome = await lease.send({ ...sent, path: `${target.pathname}${target.search}` }, signal);
        }
        return outcome;
    };
    const attempt = async (request: Request, signal: AbortSignal, count: number) => {
        const startedAt = clock.now();
        const { method } = request;
        // A program may have a secret in an id, and a server may repeat one in its request id.
        const path = redactor.redact(request.path);
        const tell = () => options.onUnanswered?.({ method, path, limit: requestTimeout });
        const outcome = await answerTo(request, signal).finally(callAfter(clock, glance, tell));
        const answer = "cause" in outcome ? undefined : outcome;
        apiTime.note(answer && headerOf(answer.headers, "date"));
        const requestId = answer && requestIdOf(answer.headers);
        options.onAttempt?.({
            method,
            path,
            count,
            status: answer?.status,
            fault: "cause" in outcome ? redactor.redactForeign(faultText(outcome.cause)) : undefined,
            milliseconds: clock.now() - startedAt,
            requestId: requestId && redactor.redactForeign(requestId),
        });
        return outcome;
    };
    const note = (oddity: AnswerOddity) =>
        options.onOddity?.({ ...oddity, found: redactor.redactForeign(oddity.found) });
    const families = bindFamilies(
        createCaller({
            clock,
            host,
            proxy: proxy?.told,
            address: `${base.origin}${base.path}`,
            timeout: requestTimeout,
            attempt,
            pausing: (outcome, milliseconds) =>
                options.onPause?.({ status: "cause" in outcome ? undefined : outcome.status, milliseconds }),
            note,
            redactor,
        }),
    );

    return {
        ...families,
        /** The base URL, without a trailing slash. */
        baseUrl: `${base.origin}${base.path}`,
        services: { ...families.services, logEntries: createLogEntries(families.services.logs) },
        /** The API's calendar time, in milliseconds since the epoch: by `Date` headers that agree; without them, the machine's. */
        now: () => apiTime.now(),
        /** Redacts a secret that this client has neither sent nor received from all its errors. */
        keepSecret: (password: string) => redactor.learn({ password }),
        /** Closes the connections once calls in progress have finished. Further calls are rejected. */
        close: () => lease.release(),
    };
}

export type Client = ReturnType<typeof createClient>;

type LogsEndpoint = typeof endpoints.getServiceLogs;

export interface LogEntry {
    /** The text of the entry. */
    readonly message: string;
    /** A PostgreSQL severity such as `LOG` or `ERROR`. Absent if the API returns `logs` without `entries`. */
    readonly severity?: string;
    /** RFC 3339. Absent if the API returns `logs` without `entries`. */
    readonly timestamp?: string;
}

export type LogEntriesArgs = EndpointArgs<LogsEndpoint> & {
    /** Maximum number of entries. Default: no limit. */
    readonly limit?: number;
};

/** A filtered search can return empty pages in the middle. After this many in a row the iteration stops. */
const maxEmptyPages = 100;

/** Iterates over a service's log entries, newest first, and fetches pages on demand. */
const createLogEntries = (getLogs: Call<LogsEndpoint>) =>
    async function* logEntries({ limit = Infinity, ...args }: LogEntriesArgs) {
        const seen = new Set([args.cursor]);
        let left = limit;
        let empty = 0;
        let cursor = args.cursor;
        while (left > 0) {
            const { logs = [], entries = [], lastCursor } = await getLogs({ ...args, cursor });
            // `entries` is optional in the contract. If it is absent or shorter than `logs`, only the messages are returned.
            const all: LogEntry[] =
                entries.length < logs.length
                    ? logs.map((message) => ({ message }))
                    : entries.map((entry, index) => ({ ...entry, message: entry.message ?? logs[index] ?? "" }));
            const wanted = all.slice(0, left);
            yield* wanted;
            left -= wanted.length;
            empty = wanted.length === 0 ? empty + 1 : 0;
            cursor = lastCursor;
            // A repeated cursor would loop forever; older entries are unreachable in that case.
            if (cursor === undefined || seen.has(cursor) || empty === maxEmptyPages) return;
            seen.add(cursor);
        }
    };
