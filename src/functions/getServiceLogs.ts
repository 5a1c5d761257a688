import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { LogEntry } from "../api";
import {
    projectSchema,
    idSchema,
    textSchema,
    type FunctionOptions,
    type FunctionOutputOptions,
    type InputsOf,
    type ProjectArgs,
} from "./args";
import { defineProjectFunction } from "./defineProjectFunction";

export type { LogEntry } from "../api";

/** The arguments of {@link getServiceLogs}: only entries that agree with all filters are given. */
export interface GetServiceLogsArgs extends ProjectArgs {
    /** The service whose log to read. */
    serviceId: string;
    /** The node of the service to read from: a whole number, 0 or more. Default: as the API has it. */
    node?: number;
    /** Words that the API looks for in the messages; of several, all have to be found. */
    search?: string[];
    /** PostgreSQL severities such as `LOG`, `WARNING`, `ERROR`, `FATAL`, in any case; one is enough. Default: all. */
    severities?: string[];
    /** Only entries after this moment, RFC 3339. */
    since?: string;
    /** Only entries before this moment, RFC 3339. */
    until?: string;
    /** The most entries to give: a whole number, 1 or more. Default: 500, the most that one call of the API gives. */
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
 * Reads the log of a service, the newest entry first (`GET /projects/{project_id}/services/{service_id}/logs`); follows the
 * API's cursor to older entries until there are `limit`. An entry has no severity and no timestamp where the API tells the
 * message alone.
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
