import type { EndpointName } from "../../api/endpoints";

/** A request that the emulator got, and what came of it. No token, and no password. */
export interface RequestEntry {
    readonly number: number;
    /** When it came, in milliseconds since the epoch, by the emulator's clock. */
    readonly at: number;
    readonly method: string;
    /** From `/projects` or `/auth` on. */
    readonly path: string;
    readonly query: Readonly<Record<string, readonly string[]>>;
    /** The endpoint that it reached, if any. */
    readonly endpoint: EndpointName | undefined;
    /** The body, as far as it was JSON. */
    body: unknown;
    readonly headers: Readonly<Record<string, string>>;
    /** The name of the caller's token, where it was a known one. */
    caller: string | undefined;
    /** The answer's status; none where the connection was dropped, or no answer has been given yet. */
    status: number | undefined;
    /** The kinds of the faults that hit it. */
    readonly faults: string[];
}

const kept = 50_000;
const hidden = "[secret]";
const secretHeaders = new Set(["authorization", "cookie", "proxy-authorization"]);

function withoutSecrets(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutSecrets);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, /password/i.test(key) ? hidden : withoutSecrets(field)]),
    );
}

/** The requests that came, in their order; of very many, the latest. */
export class Journal {
    #entries: RequestEntry[] = [];
    #last = 0;

    add(entry: Omit<RequestEntry, "number" | "body" | "caller" | "status" | "faults">): RequestEntry {
        const headers = Object.fromEntries(Object.entries(entry.headers).filter(([name]) => !secretHeaders.has(name)));
        const full: RequestEntry = {
            ...entry,
            headers,
            number: ++this.#last,
            body: undefined,
            caller: undefined,
            status: undefined,
            faults: [],
        };
        this.#entries.push(full);
        if (this.#entries.length > 2 * kept) this.#entries = this.#entries.slice(-kept);
        return full;
    }

    noteBody(entry: RequestEntry, body: unknown): void {
        entry.body = withoutSecrets(body);
    }

    list(): RequestEntry[] {
        return this.#entries.slice(-kept);
    }

    clear(): void {
        this.#entries = [];
    }
}
