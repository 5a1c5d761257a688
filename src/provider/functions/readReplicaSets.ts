import { z } from "zod";
import { assertNoUnreadable, type UnreadableRecord } from "../api";
import { definitions, idPair, idText, partsOf, undefinedOn404, UserError } from "../lifecycle";
import { projectFunction, projectSchema, textSchema } from "./definition";
import { lookup, resultOf } from "./results";

export const getReadReplicaSets = projectFunction({
    schema: z.strictObject({ ...projectSchema, serviceId: idText }),
    list: "readReplicaSets",
    async read({ client, id: projectId }, { serviceId }) {
        const records = assertNoUnreadable(await client.replicaSets.list({ projectId, serviceId }));
        return records.map((set) => resultOf(definitions.readReplicaSet, set, { projectId }, serviceId));
    },
});

export const getReadReplicaSet = projectFunction({
    schema: z
        .strictObject({
            ...projectSchema,
            id: idPair("a read replica set", "serviceId/replicaSetId").optional(),
            serviceId: idText.optional(),
            name: textSchema.optional(),
        })
        .superRefine(({ id, serviceId, name }, context) => {
            const wrong = (key: string, message: string) => context.addIssue({ code: "custom", path: [key], message });
            if (id === undefined && name === undefined) wrong("id", "or serviceId and name are required");
            else if (id === undefined && serviceId === undefined) wrong("serviceId", "is required with name");
            else if (id !== undefined && (serviceId ?? name) !== undefined)
                wrong("id", "cannot be given together with serviceId or name");
        }),
    async read({ client, id: projectId }, { id, name, serviceId = "" }) {
        const [parent, ownId] = id === undefined ? [serviceId, undefined] : partsOf(id);
        const mayBeIt = ({ id: otherId, name: other }: UnreadableRecord) =>
            ownId === undefined ? (other ?? name) === name : (otherId ?? ownId) === ownId;
        const listed = await undefinedOn404(client.replicaSets.list({ projectId, serviceId: parent }));
        if (listed === undefined) throw new UserError(`There is no service ${parent} in project ${projectId}.`);
        const sets = assertNoUnreadable(listed, mayBeIt).map((set) =>
            resultOf(definitions.readReplicaSet, set, { projectId }, parent),
        );
        const collection = {
            noun: "read replica set",
            projectId,
            get: (wantedId: string) => sets.find((set) => set.id === wantedId),
            list: () => sets,
        };
        return lookup(collection, { id, name });
    },
});
