import type { ProjectArgs } from "../args";

/** A peering, with the property names of a `Peering`. */
export interface PeeringResult {
    /** `vpcId/peeringId`, the id of a `Peering`. */
    id: string;
    /** The id of this side's VPC. */
    vpcId: string;
    /** The API's id of the peering, unique in its VPC. API: `id`. */
    peeringId: string;
    /** The cloud account of the other side. API: `peer_account_id`. */
    peerAccountId: string;
    /** The cloud region of the other side's VPC. API: `peer_region_code`. */
    peerRegionCode: string;
    /** The id of the other side's VPC. API: `peer_vpc_id`. */
    peerVpcId: string;
    /** The cloud provider's id of the peering, which the other side's accepter needs. API: `provisioned_id`. */
    provisionedId?: string;
    /** The status, as the API reports it. */
    status?: string;
    /** Why the peering failed, if it did. API: `error_message`. */
    errorMessage?: string;
    /** The project of the VPC. */
    projectId: string;
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
