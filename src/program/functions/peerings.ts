import type { OutputsOf } from "../resources/managed";
import type { Peering } from "../resources/peering";
import type { ProjectArgs } from "./args";
import { defineFunction } from "./defineFunction";
import type { ResultOf } from "./results";

/** A peering, with the property names of a `Peering`. */
export interface PeeringResult extends ResultOf<Peering, Exclude<OutputsOf<Peering>, "waitFor" | "provisionedId">> {
    /** `vpcId/peeringId`, the id of a `Peering`. */
    id: string;
    /** The cloud provider's id of the peering, which the other side's accepter needs. API: `provisioned_id`. */
    provisionedId?: string;
}

/** The arguments of {@link getPeerings}. */
export interface GetPeeringsArgs extends ProjectArgs {
    /** The id of the VPC. */
    vpcId: string;
}

/** The arguments of {@link getPeering}. */
export interface GetPeeringArgs extends ProjectArgs {
    /** `vpcId/peeringId`, the id of a `Peering`. */
    id: string;
}

const peerings = defineFunction<GetPeeringsArgs, PeeringResult[]>("getPeerings");
const peering = defineFunction<GetPeeringArgs, PeeringResult>("getPeering");

/** Lists the peerings of a VPC (`GET /projects/{project_id}/vpcs/{vpc_id}/peerings`). @function */
export const getPeerings = peerings.promise;

/** As {@link getPeerings}, for arguments that may be outputs. @function */
export const getPeeringsOutput = peerings.output;

/**
 * Looks up a peering (`GET /projects/{project_id}/vpcs/{vpc_id}/peerings/{peering_id}`). If it does not exist, the error lists
 * the peerings of the VPC.
 *
 * @function
 */
export const getPeering = peering.promise;

/** As {@link getPeering}, for arguments that may be outputs. @function */
export const getPeeringOutput = peering.output;
