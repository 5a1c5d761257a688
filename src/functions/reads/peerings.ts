import { z } from "zod";
import { complete, type PeeringRecord } from "../../api";
import { childId, definitions, idPair, undefinedOn404, partsOf, UserError } from "../../lifecycle";
import { listExisting } from "./lookup";
import { defineProjectRead, defineRead } from "./read";
import { reader } from "./reader";
import { idSchema, projectSchema } from "./schemas";
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

const read = reader(definitions.peering);
const resultOf = (record: PeeringRecord, vpcId: string, projectId: string): PeeringResult =>
    read<PeeringResult>(record, { id: childId(vpcId, record.id), vpcId, projectId });

export const getPeerings = defineProjectRead<GetPeeringsArgs, PeeringResult[]>(
    "getPeerings",
    z.strictObject({ ...projectSchema, vpcId: idSchema }),
    async ({ client, id: projectId }, { vpcId }) => {
        const records = complete(await client.peerings.list({ projectId, vpcId }));
        return records.map((one) => resultOf(one, vpcId, projectId));
    },
);

export const getPeering = defineRead<GetPeeringArgs, PeeringResult>(
    "getPeering",
    z.strictObject({ ...projectSchema, id: idPair("a peering", "vpcId/peeringId") }),
    async (connections, { id, ...args }) => {
        const [vpcId, ownId] = partsOf(id);
        const { client, id: projectId } = await connections.project(args.profile, args.projectId);
        const record = await undefinedOn404(client.peerings.get({ projectId, vpcId, peeringId: ownId }));
        if (record !== undefined) return resultOf(record, vpcId, projectId);
        const others = await undefinedOn404(client.peerings.list({ projectId, vpcId }));
        const named = others?.map((one) => ({ id: `with ${one.peerVpcId}`, name: childId(vpcId, one.id) }));
        const existing = named === undefined ? `there is no VPC ${vpcId} either` : listExisting(named);
        throw new UserError(`There is no peering ${JSON.stringify(id)} in project ${projectId}; ${existing}.`);
    },
);
