import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { complete, environments, serviceStatuses, serviceTypes } from "../api";
import { isLeaving, orGone } from "../lifecycle";
import {
    projectSchema,
    textSchema,
    type FunctionOptions,
    type FunctionOutputOptions,
    type InputsOf,
    type ProjectArgs,
} from "./args";
import { defineProjectFunction } from "./defineProjectFunction";
import { lookup, lookupSchema, mayBe, type LookupArgs } from "./lookup";
import { isGone, readService, type ServiceResult, type ServiceSecrets } from "./serviceResult";

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

const services = defineProjectFunction<GetServicesArgs, (ServiceResult & ServiceSecrets)[]>(
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

const service = defineProjectFunction<GetServiceArgs, ServiceResult & ServiceSecrets>(
    "getService",
    lookupSchema,
    async ({ client, id: projectId }, args) => {
        return lookup(
            {
                noun: "service",
                projectId,
                leaving: ({ status }) => isLeaving(status),
                async get(serviceId) {
                    const record = await orGone(client.services.get({ projectId, serviceId }));
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

/** Lists the services of a project that match all filters (`GET /projects/{project_id}/services`). */
export function getServices(args: GetServicesArgs = {}, _opts?: FunctionOptions): Promise<ServiceResult[]> {
    return services.promise(args);
}

/** As {@link getServices}, for arguments that may be outputs. A secret if the API returns a password. */
export function getServicesOutput(
    args: InputsOf<GetServicesArgs> = {},
    opts?: FunctionOutputOptions,
): pulumi.Output<(ServiceResult & ServiceSecrets)[]> {
    return services.output(args, opts);
}

/**
 * Looks up a service by its id (`GET /projects/{project_id}/services/{service_id}`) or by its name
 * (`GET /projects/{project_id}/services`). If there is none, or if several have the name, the error lists what exists.
 */
export function getService(args: GetServiceArgs, _opts?: FunctionOptions): Promise<ServiceResult> {
    return service.promise(args);
}

/** As {@link getService}, for arguments that may be outputs. A secret if the API returns a password. */
export function getServiceOutput(
    args: InputsOf<GetServiceArgs>,
    opts?: FunctionOutputOptions,
): pulumi.Output<ServiceResult & ServiceSecrets> {
    return service.output(args, opts);
}
