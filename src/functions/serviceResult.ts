import type { ServiceRecord } from "../api";
import { definitions } from "../lifecycle";
import type { Endpoint } from "../resources/common";
import type { ForkedFrom, VpcEndpoint } from "../resources/service";
import { reader } from "./reader";
import { readReplicaSet, type ReadReplicaSetResult } from "./readReplicaSets";

/** What a service uses at the moment. */
export interface ServiceMetrics {
    /** Megabytes. API: `memory_mb`. */
    memoryMb?: number;
    /** Millicores. API: `milli_cpu`. */
    cpuMillis?: number;
    /** Megabytes. API: `storage_mb`. */
    storageMb?: number;
}

/** A service, in the words of a `Service`. */
export interface ServiceResult {
    /** The API's id, as a `Service`'s. API: `service_id`. */
    id: string;
    /** What the service is called. */
    name: string;
    /** The project that the service is in. API: `project_id`. */
    projectId: string;
    /** The cloud region, as the API names it. API: `region_code`. */
    regionCode: string;
    /** `TIMESERIES_DB`, `POSTGRES` or `VECTOR`. */
    serviceType: string;
    /** The API's word for how it is: `READY`, `CONFIGURING`, `PAUSED` and so on. */
    status: string;
    /** RFC 3339. */
    created: string;
    /** The kind of storage. API: `resources[].spec.volume_type`. */
    volumeType?: string;
    /** Millicores; of a service that shares its resources the API may tell none. */
    cpuMillis?: number;
    /** Gigabytes; as `cpuMillis`. */
    memoryGbs?: number;
    /** `DEV` or `PROD`. */
    environment?: string;
    /** High-availability replicas. */
    replicaCount: number;
    /** How many of the HA replicas are synchronous. */
    syncReplicaCount: number;
    /** Whether there is a connection pooler. */
    connectionPooler: boolean;
    /** The VPC that the service is attached to, if any. */
    vpcId?: string;
    /** Absent while the status leaves it open. */
    paused?: boolean;
    /** The way to the database. */
    endpoint?: Endpoint;
    /** The way through the connection pooler, where there is one. */
    poolerEndpoint?: Endpoint;
    /** The way inside the VPC, where the service is attached to one. */
    vpcEndpoint?: VpcEndpoint;
    /** The parent of a fork. API: `forked_from`. */
    forkedFrom?: ForkedFrom;
    /** As it is now; a `Service` does not have it, for it is never the same. */
    metrics?: ServiceMetrics;
    /** Where the API tells them with the service; `getReadReplicaSets` always does. */
    readReplicaSets?: ReadReplicaSetResult[];
}

/** What only an output can keep. */
export interface ServiceSecrets {
    /** The password that the service was born with; hardly any API tells it again. */
    initialPassword?: string;
}

const read = reader(definitions.service);

/** A record of a service, as functions give it. */
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

/** Some APIs go on listing what has been deleted, for a while. */
export const isGone = (record: ServiceRecord): boolean => definitions.service.observe(record, {}).condition === "gone";
