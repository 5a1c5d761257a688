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

/** A read replica set, in the words of a `ReadReplicaSet`. */
export interface ReadReplicaSetResult {
    /** `serviceId/replicaSetId`, as the resource's. */
    id: string;
    /** The service that the set reads from. */
    serviceId: string;
    /** The API's id, unique in its service. */
    replicaSetId: string;
    /** What the set is called. */
    name: string;
    /** How many nodes share the reading. */
    nodes: number;
    /** Millicores of each node. */
    cpuMillis: number;
    /** Gigabytes of each node. */
    memoryGbs: number;
    /** `DEV` or `PROD`. API: `metadata.environment`. */
    environment?: string;
    /** Whether there is a connection pooler. */
    connectionPooler: boolean;
    /** `creating`, `active`, `resizing`, `deleting` or `error`. */
    status: string;
    /** The way to the nodes. */
    endpoint?: Endpoint;
    /** The way through the connection pooler, where there is one. */
    poolerEndpoint?: Endpoint;
    /** The project that the service is in. */
    projectId: string;
}

/** The arguments of {@link getReadReplicaSets}. */
export interface GetReadReplicaSetsArgs extends ProjectArgs {
    /** The service whose read replica sets to list. */
    serviceId: string;
}

const read = reader(definitions.readReplicaSet);

/** A record of the set of a service, as functions give it. */
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
