import { z } from "zod";
import { complete, type ReplicaSetRecord, type UnreadableRecord } from "../../api";
import { definitions, idPair, orGone, replicaSetId, UserError } from "../../lifecycle";
import type { GetReadReplicaSetArgs, GetReadReplicaSetsArgs, ReadReplicaSetResult } from "../types/readReplicaSets";
import { lookup } from "./lookup";
import { defineProjectRead, defineRead } from "./read";
import { reader } from "./reader";
import { idSchema, projectSchema, textSchema } from "./schemas";

const read = reader(definitions.readReplicaSet);

export const readReplicaSet = (record: ReplicaSetRecord, serviceId: string, projectId: string): ReadReplicaSetResult =>
    read<ReadReplicaSetResult>(record, { id: replicaSetId.join(serviceId, record.id), serviceId, projectId });

export const getReadReplicaSets = defineProjectRead<GetReadReplicaSetsArgs, ReadReplicaSetResult[]>(
    z.strictObject({ ...projectSchema, serviceId: idSchema }),
    async ({ client, id: projectId }, { serviceId }) => {
        const records = complete(await client.replicaSets.list({ projectId, serviceId }));
        return records.map((one) => readReplicaSet(one, serviceId, projectId));
    },
);

export const getReadReplicaSet = defineRead<GetReadReplicaSetArgs, ReadReplicaSetResult>(
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
        const [parent, ownId] = id === undefined ? [serviceId, undefined] : replicaSetId.split(id);
        const { client, id: projectId } = await connections.project(profile, wanted);
        const mayBeIt = ({ id: otherId, name: other }: UnreadableRecord) =>
            ownId === undefined ? (other ?? name) === name : (otherId ?? ownId) === ownId;
        const listed = await orGone(client.replicaSets.list({ projectId, serviceId: parent }));
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
