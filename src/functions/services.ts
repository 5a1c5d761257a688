import type * as pulumi from "@pulumi/pulumi";
import type { environments, serviceStatuses, serviceTypes } from "../api";
import type { FunctionOptions, FunctionOutputOptions, InputsOf, LookupArgs, ProjectArgs } from "./args";
import { defineFunction } from "./defineFunction";
import type { ServiceResult, ServiceSecrets } from "./serviceResult";

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

const services = defineFunction<GetServicesArgs, (ServiceResult & ServiceSecrets)[]>("getServices");
const service = defineFunction<GetServiceArgs, ServiceResult & ServiceSecrets>("getService");

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
