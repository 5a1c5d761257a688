import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { LogEntry } from "../api";
import {
    idSchema,
    projectSchema,
    textSchema,
    type FunctionOptions,
    type FunctionOutputOptions,
    type InputsOf,
    type ProjectArgs,
} from "./args";
import { defineProjectFunction } from "./defineFunction";

export type { LogEntry } from "../api";

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

const defaultLimit = 500;

const moment = z.iso.datetime({ offset: true });
const words = z.array(textSchema);

const serviceLogs = defineProjectFunction<GetServiceLogsArgs, LogEntry[]>(
    "getServiceLogs",
    z
        .strictObject({
            ...projectSchema,
            serviceId: idSchema,
            node: z.int("must be a whole number").min(0, "must not be negative").optional(),
            search: words.optional(),
            severities: words.optional(),
            since: moment.optional(),
            until: moment.optional(),
            limit: z.int("must be a whole number").min(1, "must be at least 1").optional(),
        })
        .superRefine(({ since, until }, context) => {
            if (since === undefined || until === undefined || Date.parse(since) <= Date.parse(until)) return;
            context.addIssue({ code: "custom", path: ["until"], message: "must not be before since" });
        }),
    async ({ client, id: projectId }, { limit = defaultLimit, ...filters }) => {
        const entries: LogEntry[] = [];
        for await (const entry of client.services.logEntries({ projectId, limit, ...filters })) entries.push(entry);
        return entries;
    },
);

/**
 * Reads the log of a service, newest entry first (`GET /projects/{project_id}/services/{service_id}/logs`). Follows the API's
 * cursor to older entries until there are `limit`. An entry has no severity and no timestamp if the API returns only a message.
 */
export function getServiceLogs(args: GetServiceLogsArgs, _opts?: FunctionOptions): Promise<LogEntry[]> {
    return serviceLogs.promise(args);
}

/** As {@link getServiceLogs}, for arguments that may be outputs. */
export function getServiceLogsOutput(
    args: InputsOf<GetServiceLogsArgs>,
    opts?: FunctionOutputOptions,
): pulumi.Output<LogEntry[]> {
    return serviceLogs.output(args, opts);
}
