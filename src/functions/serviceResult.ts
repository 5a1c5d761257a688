import type { ServiceRecord } from "../api";
import { definitions } from "../lifecycle";
import type { Endpoint } from "../resources/common";
import type { ForkedFrom, VpcEndpoint } from "../resources/service";
import { reader } from "./reader";
import { readReplicaSet, type ReadReplicaSetResult } from "./readReplicaSets";

/** The current usage of a service. */
export interface ServiceMetrics {
    /** Used memory in megabytes. API: `memory_mb`. */
    memoryMb?: number;
    /** Used CPU in millicores. API: `milli_cpu`. */
    cpuMillis?: number;
    /** Used storage in megabytes. API: `storage_mb`. */
    storageMb?: number;
}

/** A service, with the property names of a `Service`. */
export interface ServiceResult {
    /** The service's id. API: `service_id`. */
    id: string;
    /** The service's name. */
    name: string;
    /** The project of the service. API: `project_id`. */
    projectId: string;
    /** The cloud region. API: `region_code`. */
    regionCode: string;
    /** `TIMESERIES_DB`, `POSTGRES` or `VECTOR`. */
    serviceType: string;
    /** The status, as the API reports it: `READY`, `CONFIGURING`, `PAUSED` and others. */
    status: string;
    /** When the service was created, as an RFC 3339 timestamp. */
    created: string;
    /** The storage type. API: `resources[].spec.volume_type`. */
    volumeType?: string;
    /** CPU in millicores. The API may omit it for a service with shared resources. */
    cpuMillis?: number;
    /** Memory in gigabytes. The API may omit it for a service with shared resources. */
    memoryGbs?: number;
    /** `DEV` or `PROD`. */
    environment?: string;
    /** The number of high-availability replicas. */
    replicaCount: number;
    /** The number of synchronous HA replicas. */
    syncReplicaCount: number;
    /** Whether the service has a connection pooler. */
    connectionPooler: boolean;
    /** The id of the VPC that the service is attached to, if any. */
    vpcId?: string;
    /** Whether the service is stopped. Undefined while the status does not show it. */
    paused?: boolean;
    /** The endpoint of the database. */
    endpoint?: Endpoint;
    /** The connection pooler's endpoint, if the service has a pooler. */
    poolerEndpoint?: Endpoint;
    /** The endpoint inside the VPC, if the service is attached to one. */
    vpcEndpoint?: VpcEndpoint;
    /** The parent of a fork. API: `forked_from`. */
    forkedFrom?: ForkedFrom;
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
