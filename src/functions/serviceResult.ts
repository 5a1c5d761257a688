import type { ServiceRecordOutput } from "../lifecycle";
import type { Endpoint } from "../resources/common";
import type { Service } from "../resources/service";
import type { ReadReplicaSetResult } from "./reads/readReplicaSets";
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
