import type { ServiceRecord } from "../api";
import { serviceKind } from "../lifecycle";
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
    id: string;
    name: string;
    projectId: string;
    regionCode: string;
    /** `TIMESERIES_DB`, `POSTGRES` or `VECTOR`. */
    serviceType: string;
    status: string;
    /** RFC 3339. */
    created: string;
    volumeType?: string;
    /** Millicores; of a service that shares its resources the API may tell none. */
    cpuMillis?: number;
    /** Gigabytes; as `cpuMillis`. */
    memoryGbs?: number;
    environment?: string;
    replicaCount: number;
    syncReplicaCount: number;
    connectionPooler: boolean;
    vpcId?: string;
    /** Absent while the status leaves it open. */
    paused?: boolean;
    endpoint?: Endpoint;
    poolerEndpoint?: Endpoint;
    vpcEndpoint?: VpcEndpoint;
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

const read = reader(serviceKind);

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
export const isGone = (record: ServiceRecord): boolean => serviceKind.see(record, {}).condition === "gone";
