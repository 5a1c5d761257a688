import type * as pulumi from "@pulumi/pulumi";
import type { Endpoint } from "../resources/common";
import type { FunctionOptions, FunctionOutputOptions, InputsOf, ProjectArgs } from "./args";
import { defineFunction } from "./defineFunction";

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

const readReplicaSets = defineFunction<GetReadReplicaSetsArgs, ReadReplicaSetResult[]>("getReadReplicaSets");
const one = defineFunction<GetReadReplicaSetArgs, ReadReplicaSetResult>("getReadReplicaSet");

/** Lists the read replica sets of a service (`GET /projects/{project_id}/services/{service_id}/replicaSets`). */
export function getReadReplicaSets(
    args: GetReadReplicaSetsArgs,
    _opts?: FunctionOptions,
): Promise<ReadReplicaSetResult[]> {
    return readReplicaSets.promise(args);
}

/** As {@link getReadReplicaSets}, for arguments that may be outputs. */
export function getReadReplicaSetsOutput(
    args: InputsOf<GetReadReplicaSetsArgs>,
    opts?: FunctionOutputOptions,
): pulumi.Output<ReadReplicaSetResult[]> {
    return readReplicaSets.output(args, opts);
}

/**
 * Looks up a read replica set by its id, or by its service and its name
 * (`GET /projects/{project_id}/services/{service_id}/replicaSets`). If there is none, or if several have the name, the error lists
 * what exists.
 */
export function getReadReplicaSet(args: GetReadReplicaSetArgs, _opts?: FunctionOptions): Promise<ReadReplicaSetResult> {
    return one.promise(args);
}

/** As {@link getReadReplicaSet}, for arguments that may be outputs. */
export function getReadReplicaSetOutput(
    args: InputsOf<GetReadReplicaSetArgs>,
    opts?: FunctionOutputOptions,
): pulumi.Output<ReadReplicaSetResult> {
    return one.output(args, opts);
}
