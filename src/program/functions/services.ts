import type { environments, LogEntry, serviceStatuses, serviceTypes } from "../../provider/api";
import type { ServiceRecordOutput } from "../../provider/lifecycle";
import type { Endpoint } from "../resources/common";
import type { Service } from "../resources/service";
import type { LookupArgs, ProjectArgs } from "./args";
import { defineFunction } from "./defineFunction";
import type { ReadReplicaSetResult } from "./readReplicaSets";
import type { ResultOf } from "./results";

/** The current usage of a service. */
export interface ServiceMetrics {
    /** Used memory in megabytes. API: `memory_mb`. */
    memoryMb?: number;
    /** Used CPU in millicores. API: `milli_cpu`. */
    cpuMillis?: number;
    /** Used storage in megabytes. API: `storage_mb`. */
    storageMb?: number;
}

/** The outputs of which a result knows less than a resource, which has the program's arguments and awaits its own creation. */
type Uncertain = "cpuMillis" | "memoryGbs" | "paused" | "endpoint";

/** A service, with the property names of a `Service`: its outputs, as far as a record shows them. */
export interface ServiceResult extends ResultOf<Service, Exclude<ServiceRecordOutput, Uncertain>> {
    /** The service's id. API: `service_id`. */
    id: string;
    /** CPU in millicores. The API may omit it for a service with shared resources. API: `resources[].spec.cpu_millis`. */
    cpuMillis?: number;
    /** Memory in gigabytes. The API may omit it for a service with shared resources. API: `resources[].spec.memory_gbs`. */
    memoryGbs?: number;
    /** Whether the service is stopped. Undefined while the status does not show it. */
    paused?: boolean;
    /** The endpoint of the database. A service that is being created has none yet. API: `endpoint`. */
    endpoint?: Endpoint;
    /** The current usage. A `Service` has no such output, because it would change with every refresh. */
    metrics?: ServiceMetrics;
    /** The read replica sets, if the API returns them with the service. `getReadReplicaSets` always returns them. */
    readReplicaSets?: ReadReplicaSetResult[];
}

/** Properties that only the Output form of a function returns, as it can mark them as secret. */
export interface ServiceSecrets {
    /** The password that the API generated at creation, if the API still returns it. */
    initialPassword?: string;
}

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

const services = defineFunction<GetServicesArgs | undefined, ServiceResult[], (ServiceResult & ServiceSecrets)[]>(
    "getServices",
);
const service = defineFunction<GetServiceArgs, ServiceResult, ServiceResult & ServiceSecrets>("getService");

/** Lists the services of a project that match all filters (`GET /projects/{project_id}/services`). @function */
export const getServices = services.promise;

/** As {@link getServices}, for arguments that may be outputs. A secret if the API returns a password. @function */
export const getServicesOutput = services.output;

/**
 * Looks up a service by its id (`GET /projects/{project_id}/services/{service_id}`) or by its name
 * (`GET /projects/{project_id}/services`). If no service matches, or several have the name, the error lists the candidates.
 *
 * @function
 */
export const getService = service.promise;

/** As {@link getService}, for arguments that may be outputs. A secret if the API returns a password. @function */
export const getServiceOutput = service.output;

export type { LogEntry } from "../../provider/api";

/** The arguments of {@link getServiceLogs}. Returned entries match all filters. */
export interface GetServiceLogsArgs extends ProjectArgs {
    /** The id of the service. */
    serviceId: string;
    /** The node to read from: a whole number, 0 or more. Default: the API's. */
    node?: number;
    /** Texts that a message must contain, all of them. The API compares them. Default: none. */
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

const serviceLogs = defineFunction<GetServiceLogsArgs, LogEntry[]>("getServiceLogs");

/**
 * Reads the log of a service, newest entry first (`GET /projects/{project_id}/services/{service_id}/logs`). Follows the API's
 * cursor to older entries until it has `limit` entries. An entry has no severity and no timestamp if the API returns only a message.
 *
 * @function
 */
export const getServiceLogs = serviceLogs.promise;

/** As {@link getServiceLogs}, for arguments that may be outputs. @function */
export const getServiceLogsOutput = serviceLogs.output;
