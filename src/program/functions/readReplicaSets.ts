import type { Endpoint } from "../resources/common";
import type { OutputsOf } from "../resources/managed";
import type { ReadReplicaSet } from "../resources/readReplicaSet";
import type { ProjectArgs } from "./args";
import { defineFunction } from "./defineFunction";
import type { ResultOf } from "./results";

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

const readReplicaSets = defineFunction<GetReadReplicaSetsArgs, ReadReplicaSetResult[]>("getReadReplicaSets");
const readReplicaSet = defineFunction<GetReadReplicaSetArgs, ReadReplicaSetResult>("getReadReplicaSet");

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
