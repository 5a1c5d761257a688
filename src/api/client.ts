import { systemClock, wallTime, type Clock } from "../clock";
import { version } from "../version";
import { attemptOf, type Attempt } from "./attempt";
import { checkApiKey } from "./apiKey";
import { parseBaseUrl } from "./baseUrl";
import { createCaller } from "./call";
import { defaults } from "./defaults";
import { bindFamilies } from "./endpoints";
import { exchange, headerOf, type Headers } from "./exchange";
import { createLogEntries } from "./logEntries";
import { leasePool } from "./pool";
import { createRedactor } from "./redact";
import type { Request } from "./request";

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
    /** Called before every attempt of a POST or DELETE. If it rejects, nothing is sent and the call rejects with it. */
    beforeMutation?: (() => Promise<void>) | undefined;
    /** Called after every attempt, for logs. */
    onAttempt?: ((attempt: Attempt) => void) | undefined;
}

/** The maximum delay of `setTimeout`, in milliseconds. */
const longestTimeout = 2 ** 31 - 1;

function checkNumbers({ maxConcurrency, requestTimeout }: { maxConcurrency: number; requestTimeout: number }) {
    if (!Number.isInteger(maxConcurrency) || maxConcurrency < 1) {
        throw new TypeError(`maxConcurrency must be a whole number of at least 1, not ${maxConcurrency}.`);
    }
    if (!(requestTimeout > 0 && requestTimeout <= longestTimeout)) {
        throw new TypeError(`requestTimeout must be a number of milliseconds above 0, not ${requestTimeout}.`);
    }
}

/** How far the API's clock is ahead of this machine's, in milliseconds. Undefined without a `Date` header. */
function offsetOf(headers: Headers, clock: Clock): number | undefined {
    const date = Date.parse(headerOf(headers, "date") ?? "");
    return Number.isNaN(date) ? undefined : date - wallTime(clock);
}

/**
 * A typed client with one function per endpoint, grouped by resource. The functions reject with an `ApiError`.
 *
 * @throws TypeError - if an option is invalid; the message never contains the key.
 */
export function createClient(options: ClientOptions) {
    const { clock = systemClock, allowInsecureHttp } = options;
    const { maxConcurrency = defaults.maxConcurrency, requestTimeout = defaults.requestTimeout } = options;
    checkNumbers({ maxConcurrency, requestTimeout });
    const base = parseBaseUrl(options.baseUrl, { allowInsecureHttp });
    const apiKey = checkApiKey(options.apiKey);
    const lease = leasePool(base.origin, maxConcurrency);

    const headers = {
        accept: "application/json",
        authorization: `Bearer ${apiKey}`,
        "user-agent": `pulumi-clouddb/${version}`,
    };
    const redactor = createRedactor(apiKey);
    let apiTimeOffset = 0;
    const attempt = async ({ method, path, query, body }: Request, signal: AbortSignal, count: number) => {
        if (method !== "GET") await options.beforeMutation?.();
        const startedAt = clock.now();
        const outcome = await exchange(
            lease.pool(),
            {
                method,
                path: `${base.path}${path}${query}`,
                headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
                body,
            },
            signal,
        );
        if ("headers" in outcome) apiTimeOffset = offsetOf(outcome.headers, clock) ?? apiTimeOffset;
        options.onAttempt?.(
            attemptOf({ method, path }, outcome, { count, milliseconds: clock.now() - startedAt, redactor }),
        );
        return outcome;
    };
    const families = bindFamilies(createCaller({ clock, timeout: requestTimeout, attempt, redactor }));

    return {
        ...families,
        /** The base URL, without a trailing slash. */
        baseUrl: `${base.origin}${base.path}`,
        services: { ...families.services, logEntries: createLogEntries(families.services.logs) },
        /** The API's calendar time, in milliseconds since the epoch: by the last `Date` header; without one, the machine's. */
        now: () => wallTime(clock) + apiTimeOffset,
        /** Redacts a secret that this client has neither sent nor received from all its errors. */
        keepSecret: (password: string) => redactor.learn({ password }),
        /** Closes the connections once calls in progress have finished. Further calls are rejected. */
        close: () => lease.release(),
    };
}

export type Client = ReturnType<typeof createClient>;
