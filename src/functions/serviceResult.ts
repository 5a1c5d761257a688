import type { ServiceRecord } from "../api";
import { definitions, type ServiceRecordOutput } from "../lifecycle";
import type { Endpoint } from "../resources/common";
import type { Service } from "../resources/service";
import { reader } from "./reader";
import { readReplicaSet, type ReadReplicaSetResult } from "./readReplicaSets";
import type { ResultOf } from "./result";

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
export interface ServiceResult extends ResultOf<Pick<Service, Exclude<ServiceRecordOutput, Uncertain>>> {
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
    /** The current usage. A `Service` has no such output, since it would change with every refresh. */
    metrics?: ServiceMetrics;
    /** The read replica sets, if the API returns them with the service. `getReadReplicaSets` always does. */
    readReplicaSets?: ReadReplicaSetResult[];
}

/** Properties that only the Output form of a function returns, as it can mark them as secret. */
export interface ServiceSecrets {
    /** The password that the API generated at creation, if the API still returns it. */
    initialPassword?: string;
}

const read = reader(definitions.service);

export function readService(record: ServiceRecord, projectId: string): ServiceResult & ServiceSecrets {
    const { serviceId: id, metrics, readReplicaSets: sets, initialPassword } = record;
    return read<ServiceResult & ServiceSecrets>(record, {
        id,
        projectId,
        metrics: metrics && { memoryMb: metrics.memoryMb, cpuMillis: metrics.milliCpu, storageMb: metrics.storageMb },
        readReplicaSets: sets?.map((set) => readReplicaSet(set, id, projectId)),
        initialPassword,
    });
}

/** Whether the record is of a deleted service, which the API may list for a while. */
export const isGone = (record: ServiceRecord): boolean => definitions.service.observe(record, {}).condition === "gone";
