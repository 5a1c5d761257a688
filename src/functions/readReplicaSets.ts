import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { complete, type ReplicaSetRecord } from "../api";
import { definitions, replicaSetId } from "../lifecycle";
import type { Endpoint } from "../resources/common";
import {
    projectSchema,
    idSchema,
    type FunctionOptions,
    type FunctionOutputOptions,
    type InputsOf,
    type ProjectArgs,
} from "./args";
import { defineProjectFunction } from "./defineProjectFunction";
import { reader } from "./reader";

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

/** The arguments of {@link getReadReplicaSets}. */
export interface GetReadReplicaSetsArgs extends ProjectArgs {
    /** The id of the service. */
    serviceId: string;
}

const read = reader(definitions.readReplicaSet);

export const readReplicaSet = (record: ReplicaSetRecord, serviceId: string, projectId: string): ReadReplicaSetResult =>
    read<ReadReplicaSetResult>(record, { id: replicaSetId.join(serviceId, record.id), serviceId, projectId });

const readReplicaSets = defineProjectFunction<GetReadReplicaSetsArgs, ReadReplicaSetResult[]>(
    "getReadReplicaSets",
    z.strictObject({ ...projectSchema, serviceId: idSchema }),
    async ({ client, id: projectId }, { serviceId }) => {
        const records = complete(await client.replicaSets.list({ projectId, serviceId }));
        return records.map((one) => readReplicaSet(one, serviceId, projectId));
    },
);

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
