import type { IncomingHttpHeaders } from "node:http";
import type { EndpointName } from "../../provider/api/endpoints";

/** A received request and its outcome, without tokens and passwords. */
export interface RequestEntry {
    readonly number: number;
    /** Time of arrival by the emulator's clock, in milliseconds since the epoch. */
    readonly at: number;
    readonly method: string;
    /** Without the version segment. */
    readonly path: string;
    readonly query: Readonly<Record<string, readonly string[]>>;
    /** `undefined` if the path or verb is unknown. */
    readonly endpoint: EndpointName | undefined;
    /** The body, if it is JSON. */
    body: unknown;
    readonly headers: Readonly<Record<string, string>>;
    /** The name of the caller's token, if it is valid. */
    caller: string | undefined;
    /** The response's status; `undefined` while there is none, or if the connection was dropped. */
    status: number | undefined;
    /** The kinds of the faults that hit it. */
    readonly faults: string[];
}

/**
 * In-process hooks that run for every request to the API, to do something at an exact moment. If a hook returns
 * `"drop"`, the connection is closed without a response; in `before`, the change is not applied either.
 */
export interface Interceptor {
    /** Runs before the request is processed. */
    before?: (entry: RequestEntry) => unknown;
    /** Runs after the change is applied and before the response is sent. */
    after?: (entry: RequestEntry) => unknown;
    /** Whether a virtual clock goes on while a hook runs. Default: it stands still. */
    readonly letsTimePass?: boolean;
}

const kept = 50_000;
const secretHeaders = new Set(["authorization", "cookie", "proxy-authorization"]);

interface Received extends Pick<RequestEntry, "at" | "method" | "path" | "endpoint"> {
    readonly query: URLSearchParams;
    readonly headers: IncomingHttpHeaders;
}

const hidePassword = (key: string, value: unknown): unknown => (/password/i.test(key) ? "[secret]" : value);

/** The latest requests, in order. */
export class Journal {
    #entries: RequestEntry[] = [];
    #last = 0;

    add({ query, headers, ...received }: Received): RequestEntry {
        const shownHeaders = Object.entries(headers).filter(([name]) => !secretHeaders.has(name));
        const entry: RequestEntry = {
            ...received,
            number: ++this.#last,
            query: Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)])),
            headers: Object.fromEntries(shownHeaders.map(([name, value]) => [name, String(value)])),
            body: undefined,
            caller: undefined,
            status: undefined,
            faults: [],
        };
        this.#entries.push(entry);
        if (this.#entries.length > 2 * kept) this.#entries = this.#entries.slice(-kept);
        return entry;
    }

    /** Notes the body if it is JSON, whatever becomes of the request. */
    noteText(entry: RequestEntry, text: string): void {
        if (text === "") return;
        try {
            entry.body = JSON.parse(JSON.stringify(JSON.parse(text), hidePassword));
        } catch {
            entry.body = undefined;
        }
    }

    list(): RequestEntry[] {
        return this.#entries.slice(-kept);
    }

    clear(): void {
        this.#entries = [];
    }
}
