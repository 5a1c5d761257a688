import { z } from "zod";
import type { LogEntry } from "../../api";
import type { GetServiceLogsArgs } from "../types/serviceLogs";
import { defineProjectRead } from "./read";
import { idSchema, projectSchema, textSchema } from "./schemas";

const defaultLimit = 500;

const moment = z.iso.datetime({ offset: true });
const words = z.array(textSchema);

export const getServiceLogs = defineProjectRead<GetServiceLogsArgs, LogEntry[]>(
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
