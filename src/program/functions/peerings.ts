import { z } from "zod";
import { assertNoUnreadable } from "../../provider/api";
import { childId, definitions, idPair, idText, partsOf, undefinedOn404, UserError } from "../../provider/lifecycle";
import type { OutputsOf } from "../resources/managed";
import type { Peering } from "../resources/peering";
import type { ProjectArgs } from "./args";
import { defineProjectFunction, projectSchema } from "./defineFunction";
import { listExisting, resultOf, type ResultOf } from "./results";

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

const peerings = defineProjectFunction<GetPeeringsArgs, PeeringResult[]>(
    "getPeerings",
    z.strictObject({ ...projectSchema, vpcId: idText }),
    async ({ client, id: projectId }, { vpcId }) => {
        const records = assertNoUnreadable(await client.peerings.list({ projectId, vpcId }));
        return records.map((one) => resultOf<PeeringResult>(definitions.peering, one, { projectId }, vpcId));
    },
);

const peering = defineProjectFunction<GetPeeringArgs, PeeringResult>(
    "getPeering",
    z.strictObject({ ...projectSchema, id: idPair("a peering", "vpcId/peeringId") }),
    async ({ client, id: projectId }, { id }) => {
        const [vpcId, ownId] = partsOf(id);
        const record = await undefinedOn404(client.peerings.get({ projectId, vpcId, peeringId: ownId }));
        if (record !== undefined) return resultOf<PeeringResult>(definitions.peering, record, { projectId }, vpcId);
        const others = await undefinedOn404(client.peerings.list({ projectId, vpcId }));
        const named = others?.records.map((one) => ({
            id: `with ${one.peerVpcId ?? "an unknown VPC"}`,
            name: childId(vpcId, one.id),
        }));
        const existing = named === undefined ? `there is no VPC ${vpcId} either` : listExisting(named);
        throw new UserError(`There is no peering ${JSON.stringify(id)} in project ${projectId}; ${existing}.`);
    },
);

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
