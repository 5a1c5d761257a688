import { systemClock, type Clock } from "../clock";
import { version } from "../version";
import { checkApiKey } from "./apiKey";
import { parseBaseUrl } from "./baseUrl";
import { createCaller } from "./call";
import { defaults } from "./defaults";
import { exchange } from "./exchange";
import { identity } from "./identity";
import { peerings } from "./peerings";
import { leasePool } from "./pool";
import { createRedactor } from "./redact";
import { replicaSets } from "./replicaSets";
import type { Request } from "./request";
import { services } from "./services";
import { vpcs } from "./vpcs";

export interface ClientOptions {
    /** The API's address with its version, for example `https://api.example.com/v1`. */
    baseUrl: string;
    /** A personal access token or an OAuth user token. */
    apiKey: string;
    /** Default: the machine's. */
    clock?: Clock;
    /** Requests to this server at the same time, over all clients with the same limit. Default: {@link defaults}. */
    maxConcurrency?: number;
    /** Milliseconds for a whole call: queueing, all attempts and the pauses between them. Default: {@link defaults}. */
    requestTimeout?: number;
    /** Whether the key may go over plain http to another machine. Default: no. */
    allowInsecureHttp?: boolean;
    /** Called before each attempt at what is no GET; where it rejects, nothing is sent, and the call rejects with the same. */
    beforeMutation?: (() => Promise<void>) | undefined;
}

/** setTimeout takes no more. */
const longestTimeout = 2 ** 31 - 1;

function checkNumbers({ maxConcurrency, requestTimeout }: { maxConcurrency: number; requestTimeout: number }) {
    if (!Number.isInteger(maxConcurrency) || maxConcurrency < 1) {
        throw new TypeError(`maxConcurrency must be a whole number from 1 on, not ${maxConcurrency}.`);
    }
    if (!(requestTimeout > 0 && requestTimeout <= longestTimeout)) {
        throw new TypeError(`requestTimeout must be a number of milliseconds above 0, not ${requestTimeout}.`);
    }
}

/**
 * The API as functions: one for each endpoint, by family. They reject with an `ApiError`, or with the reason of the signal
 * that ended them.
 *
 * @throws TypeError - where an option cannot be used; its message never shows the key.
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
    const attempt = async ({ method, path, query, body }: Request, signal: AbortSignal) => {
        if (method !== "GET") await options.beforeMutation?.();
        return exchange(
            lease.pool(),
            {
                method,
                path: `${base.path}${path}${query}`,
                headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
                body,
            },
            signal,
        );
    };
    const redactor = createRedactor(apiKey);
    const call = createCaller({ clock, timeout: requestTimeout, attempt, redactor });

    return {
        identity: identity(call),
        vpcs: vpcs(call),
        peerings: peerings(call),
        services: services(call),
        replicaSets: replicaSets(call),
        /** Keeps a secret out of every error that this client makes, though it has not been sent or received by it. */
        keepSecret: (password: string) => redactor.learn({ password }),
        /** Lets go of the connections, after what is under way. A closed client refuses further calls. */
        close: () => lease.release(),
    };
}

export type Client = ReturnType<typeof createClient>;
