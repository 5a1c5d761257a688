import type { Call, CallOptions } from "./call";
import type { EndpointArgs, EndpointResult, endpoints } from "./endpoints";

type LogsEndpoint = typeof endpoints.getServiceLogs;
type LogsPage = EndpointResult<LogsEndpoint>;

export interface LogEntry {
    readonly message: string;
    /** A PostgreSQL severity such as `LOG` or `ERROR`; absent where the API sends messages alone. */
    readonly severity?: string;
    /** RFC 3339; absent where the API sends messages alone. */
    readonly timestamp?: string;
}

export type LogEntriesArgs = EndpointArgs<LogsEndpoint> & {
    /** The most entries to give; default: all there are. */
    readonly limit?: number;
};

/** The messages alone where the API, which need not send entries, sends fewer of them. */
const entriesOf = ({ entries = [], logs }: LogsPage): LogEntry[] =>
    entries.length < logs.length ? logs.map((message) => ({ message })) : entries;

/** How many pages in a row may be empty, as those of a search may be, before there is taken to be nothing more. */
const patience = 100;

/** Makes the walk through a service's logs: newest first, page by page, for as long as it is iterated and there are more. */
export const createLogEntries = (getLogs: Call<LogsEndpoint>) =>
    async function* logEntries({ limit = Infinity, ...args }: LogEntriesArgs, options?: CallOptions) {
        const seen = new Set([args.cursor]);
        let left = limit;
        let empty = 0;
        let cursor = args.cursor;
        while (left > 0) {
            const page = await getLogs({ ...args, cursor }, options);
            const entries = entriesOf(page).slice(0, left);
            yield* entries;
            left -= entries.length;
            empty = entries.length === 0 ? empty + 1 : 0;
            cursor = page.lastCursor;
            // A cursor that comes back would walk in circles for ever; what is older cannot be reached then.
            if (cursor === undefined || seen.has(cursor) || empty === patience) return;
            seen.add(cursor);
        }
    };
