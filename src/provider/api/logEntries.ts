import type { Call } from "./call";
import type { EndpointArgs } from "./endpoint";
import type { endpoints } from "./endpoints";

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
export const createLogEntries = (getLogs: Call<LogsEndpoint>) =>
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
