import type { Endpoint } from "../../resources/common";
import type { ProjectArgs } from "../args";

/** A read replica set, with the property names of a `ReadReplicaSet`. */
export interface ReadReplicaSetResult {
    /** `serviceId/replicaSetId`, the id of a `ReadReplicaSet`. */
    id: string;
    /** The id of the service. */
    serviceId: string;
    /** The API's id of the set, unique in its service. API: `id`. */
    replicaSetId: string;
    /** The set's name. */
    name: string;
    /** The number of nodes. */
    nodes: number;
    /** CPU of each node in millicores. */
    cpuMillis: number;
    /** Memory of each node in gigabytes. */
    memoryGbs: number;
    /** `DEV` or `PROD`. API: `metadata.environment`. */
    environment?: string;
    /** Whether the set has a connection pooler. */
    connectionPooler: boolean;
    /** `creating`, `active`, `resizing`, `deleting` or `error`. */
    status: string;
    /** The endpoint for reads. */
    endpoint?: Endpoint;
    /** The connection pooler's endpoint, if the set has a pooler. */
    poolerEndpoint?: Endpoint;
    /** The project of the service. */
    projectId: string;
}

/** The arguments of {@link getReadReplicaSet}: the `id` of a `ReadReplicaSet`, or the `serviceId` and the set's `name`. */
export interface GetReadReplicaSetArgs extends ProjectArgs {
    /** `serviceId/replicaSetId`, the id of a `ReadReplicaSet`. */
    id?: string;
    /** The id of the service, with `name`. */
    serviceId?: string;
    /** The set's name, which has to be unique in its service. */
    name?: string;
}

/** The arguments of {@link getReadReplicaSets}. */
export interface GetReadReplicaSetsArgs extends ProjectArgs {
    /** The id of the service. */
    serviceId: string;
}
