import { z } from "zod";
import { complete, type ReplicaSetRecord, type UnreadableRecord } from "../../api";
import { childId, definitions, idPair, undefinedOn404, partsOf, UserError } from "../../lifecycle";
import { lookup } from "./lookup";
import { defineProjectRead, defineRead } from "./read";
import { reader } from "./reader";
import { idSchema, projectSchema, textSchema } from "./schemas";
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

const read = reader(definitions.readReplicaSet);

export const readReplicaSet = (record: ReplicaSetRecord, serviceId: string, projectId: string): ReadReplicaSetResult =>
    read<ReadReplicaSetResult>(record, { id: childId(serviceId, record.id), serviceId, projectId });

export const getReadReplicaSets = defineProjectRead<GetReadReplicaSetsArgs, ReadReplicaSetResult[]>(
    "getReadReplicaSets",
    z.strictObject({ ...projectSchema, serviceId: idSchema }),
    async ({ client, id: projectId }, { serviceId }) => {
        const records = complete(await client.replicaSets.list({ projectId, serviceId }));
        return records.map((one) => readReplicaSet(one, serviceId, projectId));
    },
);

export const getReadReplicaSet = defineRead<GetReadReplicaSetArgs, ReadReplicaSetResult>(
    "getReadReplicaSet",
    z
        .strictObject({
            ...projectSchema,
            id: idPair("a read replica set", "serviceId/replicaSetId").optional(),
            serviceId: idSchema.optional(),
            name: textSchema.optional(),
        })
        .superRefine(({ id, serviceId, name }, context) => {
            const wrong = (key: string, message: string) => context.addIssue({ code: "custom", path: [key], message });
            if (id === undefined && name === undefined) wrong("id", "or serviceId and name are required");
            else if (id === undefined && serviceId === undefined) wrong("serviceId", "is required with name");
            else if (id !== undefined && (serviceId ?? name) !== undefined)
                wrong("id", "cannot be given together with serviceId or name");
        }),
    async (connections, { id, name, serviceId = "", profile, projectId: wanted }) => {
        const [parent, ownId] = id === undefined ? [serviceId, undefined] : partsOf(id);
        const { client, id: projectId } = await connections.project(profile, wanted);
        const mayBeIt = ({ id: otherId, name: other }: UnreadableRecord) =>
            ownId === undefined ? (other ?? name) === name : (otherId ?? ownId) === ownId;
        const listed = await undefinedOn404(client.replicaSets.list({ projectId, serviceId: parent }));
        if (listed === undefined) throw new UserError(`There is no service ${parent} in project ${projectId}.`);
        const sets = complete(listed, mayBeIt).map((set) => readReplicaSet(set, parent, projectId));
        return lookup(
            {
                noun: "read replica set",
                projectId,
                leaving: ({ status }) => status === "deleting",
                get: (wantedId) => Promise.resolve(sets.find((set) => set.id === wantedId)),
                list: () => Promise.resolve(sets),
            },
            { id, name },
        );
    },
);
