import { z } from "zod";
import { assertNoUnreadable, type UnreadableRecord } from "../../provider/api";
import { definitions, idPair, idText, partsOf, undefinedOn404, UserError } from "../../provider/lifecycle";
import type { Endpoint } from "../resources/common";
import type { OutputsOf } from "../resources/managed";
import type { ReadReplicaSet } from "../resources/readReplicaSet";
import type { ProjectArgs } from "./args";
import { defineProjectFunction, projectSchema, textSchema } from "./defineFunction";
import { lookup, resultOf, type ResultOf } from "./results";

/** A read replica set, with the property names of a `ReadReplicaSet`. */
export interface ReadReplicaSetResult extends ResultOf<ReadReplicaSet, Exclude<OutputsOf<ReadReplicaSet>, "endpoint">> {
    /** `serviceId/replicaSetId`, the id of a `ReadReplicaSet`. */
    id: string;
    /** The endpoint for reads. A set that is being created has none yet. */
    endpoint?: Endpoint;
}

/** The arguments of {@link getReadReplicaSet} that identify the set by its id. */
export interface GetReadReplicaSetByIdArgs extends ProjectArgs {
    /** `serviceId/replicaSetId`, the id of a `ReadReplicaSet`. */
    id: string;
    /** Not allowed with `id`. */
    serviceId?: undefined;
    /** Not allowed with `id`. */
    name?: undefined;
}

/** The arguments of {@link getReadReplicaSet} that identify the set by its service and its name. */
export interface GetReadReplicaSetByNameArgs extends ProjectArgs {
    /** The id of the service, with `name`. */
    serviceId: string;
    /** The set's name, which has to be unique in its service. Requires `serviceId`. */
    name: string;
    /** Not allowed with `name`. */
    id?: undefined;
}

/** The arguments of {@link getReadReplicaSet}: the `id` of a `ReadReplicaSet`, or the `serviceId` and the set's `name`. */
export type GetReadReplicaSetArgs = GetReadReplicaSetByIdArgs | GetReadReplicaSetByNameArgs;

/** The arguments of {@link getReadReplicaSets}. */
export interface GetReadReplicaSetsArgs extends ProjectArgs {
    /** The id of the service. */
    serviceId: string;
}

const readReplicaSets = defineProjectFunction<GetReadReplicaSetsArgs, ReadReplicaSetResult[]>(
    "getReadReplicaSets",
    z.strictObject({ ...projectSchema, serviceId: idText }),
    async ({ client, id: projectId }, { serviceId }) => {
        const records = assertNoUnreadable(await client.replicaSets.list({ projectId, serviceId }));
        return records.map((set) =>
            resultOf<ReadReplicaSetResult>(definitions.readReplicaSet, set, { projectId }, serviceId),
        );
    },
);

const readReplicaSet = defineProjectFunction<GetReadReplicaSetArgs, ReadReplicaSetResult>(
    "getReadReplicaSet",
    z
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
    async ({ client, id: projectId }, { id, name, serviceId = "" }) => {
        const [parent, ownId] = id === undefined ? [serviceId, undefined] : partsOf(id);
        const mayBeIt = ({ id: otherId, name: other }: UnreadableRecord) =>
            ownId === undefined ? (other ?? name) === name : (otherId ?? ownId) === ownId;
        const listed = await undefinedOn404(client.replicaSets.list({ projectId, serviceId: parent }));
        if (listed === undefined) throw new UserError(`There is no service ${parent} in project ${projectId}.`);
        const sets = assertNoUnreadable(listed, mayBeIt).map((set) =>
            resultOf<ReadReplicaSetResult>(definitions.readReplicaSet, set, { projectId }, parent),
        );
        const collection = {
            noun: "read replica set",
            projectId,
            isDeleting: ({ status }: ReadReplicaSetResult) => status === "deleting",
            get: (wantedId: string) => sets.find((set) => set.id === wantedId),
            list: () => sets,
        };
        return lookup(collection, { id, name });
    },
);

/** Lists the read replica sets of a service (`GET /projects/{project_id}/services/{service_id}/replicaSets`). @function */
export const getReadReplicaSets = readReplicaSets.promise;

/** As {@link getReadReplicaSets}, for arguments that may be outputs. @function */
export const getReadReplicaSetsOutput = readReplicaSets.output;

/**
 * Looks up a read replica set by its id, or by its service and its name
 * (`GET /projects/{project_id}/services/{service_id}/replicaSets`). If no set matches, or several have the name, the error lists
 * the candidates.
 *
 * @function
 */
export const getReadReplicaSet = readReplicaSet.promise;

/** As {@link getReadReplicaSet}, for arguments that may be outputs. @function */
export const getReadReplicaSetOutput = readReplicaSet.output;
