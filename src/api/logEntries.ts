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

const entriesOf = ({ entries, logs }: LogsPage): LogEntry[] => entries ?? logs.map((message) => ({ message }));

/** Makes the walk through a service's logs: newest first, page by page, for as long as it is iterated and there are more. */
export const createLogEntries = (getLogs: Call<LogsEndpoint>) =>
    async function* logEntries({ limit = Infinity, ...args }: LogEntriesArgs, options?: CallOptions) {
        const seen = new Set([args.cursor]);
        let left = limit;
        let cursor = args.cursor;
        while (left > 0) {
            const page = await getLogs({ ...args, cursor }, options);
            const entries = entriesOf(page).slice(0, left);
            yield* entries;
            left -= entries.length;
            cursor = page.lastCursor;
            // A cursor that comes back would walk in circles for ever; what is older cannot be reached then.
            if (cursor === undefined || seen.has(cursor)) return;
            seen.add(cursor);
        }
    };
