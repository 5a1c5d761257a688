import { z } from "zod";
import { complete, environments, serviceStatuses, serviceTypes } from "../../api";
import { isLeaving, undefinedOn404 } from "../../lifecycle";
import type { ServiceResult, ServiceSecrets } from "../serviceResult";
import { lookup, lookupSchema, mayBe } from "./lookup";
import { defineProjectRead } from "./read";
import { isGone, readService } from "./readService";
import { projectSchema, textSchema } from "./schemas";
import type { LookupArgs, ProjectArgs } from "../args";

/** The arguments of {@link getServices}. Returned services match all filters. */
export interface GetServicesArgs extends ProjectArgs {
    /** The exact name. */
    name?: string;
    /** The cloud region. */
    regionCode?: string;
    /** `TIMESERIES_DB`, `POSTGRES` or `VECTOR`. */
    serviceType?: (typeof serviceTypes)[number];
    /** `DEV` or `PROD`. */
    environment?: (typeof environments)[number];
    /** The status, as the API reports it. Default: any but `DELETED`. */
    status?: (typeof serviceStatuses)[number];
}

/** The arguments of {@link getService}: its `id` or its `name`. */
export type GetServiceArgs = LookupArgs;

export const getServices = defineProjectRead<GetServicesArgs, (ServiceResult & ServiceSecrets)[]>(
    "getServices",
    z.strictObject({
        ...projectSchema,
        name: textSchema.optional(),
        regionCode: textSchema.optional(),
        serviceType: z.enum(serviceTypes).optional(),
        environment: z.enum(environments).optional(),
        status: z.enum(serviceStatuses).optional(),
    }),
    async ({ client, id: projectId }, filters) => {
        const wanted = Object.entries(filters) as [keyof typeof filters, string][];
        return complete(await client.services.list({ projectId }))
            .filter((record) => filters.status !== undefined || !isGone(record))
            .map((record) => readService(record, projectId))
            .filter((service) => wanted.every(([key, value]) => service[key] === value));
    },
);

export const getService = defineProjectRead<GetServiceArgs, ServiceResult & ServiceSecrets>(
    "getService",
    lookupSchema,
    async ({ client, id: projectId }, args) => {
        return lookup(
            {
                noun: "service",
                projectId,
                leaving: ({ status }) => isLeaving(status),
                async get(serviceId) {
                    const record = await undefinedOn404(client.services.get({ projectId, serviceId }));
                    return record === undefined || isGone(record) ? undefined : readService(record, projectId);
                },
                async list() {
                    const records = complete(await client.services.list({ projectId }), mayBe(args));
                    return records.filter((record) => !isGone(record)).map((record) => readService(record, projectId));
                },
            },
            args,
        );
    },
);
