import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, InputsOf } from "./args";
import { defineFunction } from "./defineFunction";
import type { ServiceResult, ServiceSecrets } from "./serviceResult";
import type * as Reads from "./reads/services";
import type { GetServicesArgs, GetServiceArgs } from "./reads/services";

export type { GetServicesArgs, GetServiceArgs } from "./reads/services";

// eslint-disable-next-line @typescript-eslint/no-require-imports -- see defineFunction
const reads = () => require("./reads/services") as typeof Reads;
const services = defineFunction(() => reads().getServices);
const service = defineFunction(() => reads().getService);

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
