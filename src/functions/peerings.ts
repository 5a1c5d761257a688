import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, InputsOf, ProjectArgs } from "./args";
import { defineFunction } from "./defineFunction";

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

const peerings = defineFunction<GetPeeringsArgs, PeeringResult[]>("getPeerings");
const peering = defineFunction<GetPeeringArgs, PeeringResult>("getPeering");

/** Lists the peerings of a VPC (`GET /projects/{project_id}/vpcs/{vpc_id}/peerings`). */
export function getPeerings(args: GetPeeringsArgs, _opts?: FunctionOptions): Promise<PeeringResult[]> {
    return peerings.promise(args);
}

/** As {@link getPeerings}, for arguments that may be outputs. */
export function getPeeringsOutput(
    args: InputsOf<GetPeeringsArgs>,
    opts?: FunctionOutputOptions,
): pulumi.Output<PeeringResult[]> {
    return peerings.output(args, opts);
}

/**
 * Looks up a peering (`GET /projects/{project_id}/vpcs/{vpc_id}/peerings/{peering_id}`). If it does not exist, the error lists
 * the peerings of the VPC.
 */
export function getPeering(args: GetPeeringArgs, _opts?: FunctionOptions): Promise<PeeringResult> {
    return peering.promise(args);
}

/** As {@link getPeering}, for arguments that may be outputs. */
export function getPeeringOutput(
    args: InputsOf<GetPeeringArgs>,
    opts?: FunctionOutputOptions,
): pulumi.Output<PeeringResult> {
    return peering.output(args, opts);
}
