import { z } from "zod";
import {
    assertNoUnreadable,
    environments,
    type LogEntry,
    type ServiceRecord,
    serviceStatuses,
    serviceTypes,
} from "../api";
import { definitions, idText, sameCode, undefinedOn404 } from "../lifecycle";
import { projectFunction, projectSchema, textSchema } from "./definition";
import { lookup, lookupSchema, mayBe, resultOf, type FunctionResult } from "./results";

function serviceResult(record: ServiceRecord, projectId: string): FunctionResult {
    const { serviceId, metrics, readReplicaSets: sets, initialPassword } = record;
    return resultOf(definitions.service, record, {
        projectId,
        metrics: metrics && { memoryMb: metrics.memoryMb, cpuMillis: metrics.milliCpu, storageMb: metrics.storageMb },
        readReplicaSets: sets?.map((set) => resultOf(definitions.readReplicaSet, set, { projectId }, serviceId)),
        initialPassword,
    });
}

/** Whether the record is of a deleted service, which the API may list for a while. */
const isGone = (record: ServiceRecord): boolean => definitions.service.observe(record, {}).condition === "gone";

export const getServices = projectFunction({
    schema: z.strictObject({
        ...projectSchema,
        name: textSchema.optional(),
        regionCode: textSchema.optional(),
        serviceType: z.enum(serviceTypes).optional(),
        environment: z.enum(environments).optional(),
        status: z.enum(serviceStatuses).optional(),
    }),
    list: "services",
    async read({ client, id: projectId }, { regionCode, ...filters }) {
        const wanted = Object.entries(filters);
        const isInRegion = ({ regionCode: shown }: ServiceRecord) =>
            regionCode === undefined || (shown !== undefined && sameCode(regionCode, shown));
        return assertNoUnreadable(await client.services.list({ projectId }))
            .filter((record) => isInRegion(record) && (filters.status !== undefined || !isGone(record)))
            .map((record) => serviceResult(record, projectId))
            .filter((service) => wanted.every(([key, value]) => service[key] === value));
    },
});

export const getService = projectFunction({
    schema: lookupSchema,
    read({ client, id: projectId }, args) {
        const service = {
            noun: "service",
            projectId,
            async get(serviceId: string) {
                const record = await undefinedOn404(client.services.get({ projectId, serviceId }));
                return record === undefined || isGone(record) ? undefined : serviceResult(record, projectId);
            },
            async list() {
                const records = assertNoUnreadable(await client.services.list({ projectId }), mayBe(args));
                return records.filter((record) => !isGone(record)).map((record) => serviceResult(record, projectId));
            },
        };
        return lookup(service, args);
    },
});

const moment = z.iso.datetime({ offset: true });
const words = z.array(textSchema);

export const getServiceLogs = projectFunction({
    schema: z
        .strictObject({
            ...projectSchema,
            serviceId: idText,
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
    list: "entries",
    async read({ client, id: projectId }, { limit = 500, ...filters }) {
        const entries: LogEntry[] = [];
        for await (const entry of client.services.logEntries({ projectId, limit, ...filters })) entries.push(entry);
        return entries;
    },
});
