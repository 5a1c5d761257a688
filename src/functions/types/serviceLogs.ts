import type { ProjectArgs } from "../args";

/** The arguments of {@link getServiceLogs}. Returned entries match all filters. */
export interface GetServiceLogsArgs extends ProjectArgs {
    /** The id of the service. */
    serviceId: string;
    /** The node to read from: a whole number, 0 or more. Default: the API's. */
    node?: number;
    /** Texts that a message has to contain, all of them. Matched by the API. Default: none. */
    search?: string[];
    /** The PostgreSQL severities to return, such as `LOG`, `WARNING`, `ERROR` or `FATAL`, in any case. Default: all. */
    severities?: string[];
    /** Returns only entries after this RFC 3339 timestamp. Default: no limit. */
    since?: string;
    /** Returns only entries before this RFC 3339 timestamp; not earlier than `since`. Default: no limit. */
    until?: string;
    /** The maximum number of entries: a whole number, 1 or more. Default: 500, the API's page size. */
    limit?: number;
}
