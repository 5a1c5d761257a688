import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { complete, type PeeringRecord } from "../api";
import { definitions, idPair, orGone, peeringId, UserError } from "../lifecycle";
import {
    projectSchema,
    idSchema,
    type FunctionOptions,
    type FunctionOutputOptions,
    type InputsOf,
    type ProjectArgs,
} from "./args";
import { defineFunction } from "./defineFunction";
import { defineProjectFunction } from "./defineProjectFunction";
import { sayWhatThereIs } from "./lookup";
import { reader } from "./reader";

/** A peering, in the words of a `Peering`. */
export interface PeeringResult {
    /** `vpcId/peeringId`, as the resource's. */
    id: string;
    /** This side's VPC. */
    vpcId: string;
    /** The API's id, unique in its VPC. */
    peeringId: string;
    /** The cloud account of the other side. API: `peer_account_id`. */
    peerAccountId: string;
    /** The cloud region of the other side's VPC. API: `peer_region_code`. */
    peerRegionCode: string;
    /** The other side's VPC. API: `peer_vpc_id`. */
    peerVpcId: string;
    /** What the other side's accepter needs, once it is known. */
    provisionedId?: string;
    /** The API's word for how far it has come. */
    status?: string;
    /** Why it failed, if it did. */
    errorMessage?: string;
    /** The project that the VPC is in. */
    projectId: string;
}

/** The arguments of {@link getPeerings}. */
export interface GetPeeringsArgs extends ProjectArgs {
    /** The VPC whose peerings to list. */
    vpcId: string;
}

/** The arguments of {@link getPeering}. */
export interface GetPeeringArgs extends ProjectArgs {
    /** `vpcId/peeringId`, as the id of a `Peering` is. */
    id: string;
}

const read = reader(definitions.peering);
const resultOf = (record: PeeringRecord, vpcId: string, projectId: string): PeeringResult =>
    read<PeeringResult>(record, { id: peeringId.join(vpcId, record.id), vpcId, projectId });

const peerings = defineProjectFunction<GetPeeringsArgs, PeeringResult[]>(
    "getPeerings",
    z.strictObject({ ...projectSchema, vpcId: idSchema }),
    async ({ client, id: projectId }, { vpcId }) => {
        const records = complete(await client.peerings.list({ projectId, vpcId }));
        return records.map((one) => resultOf(one, vpcId, projectId));
    },
);

const peering = defineFunction<GetPeeringArgs, PeeringResult>(
    "getPeering",
    z.strictObject({ ...projectSchema, id: idPair("a peering", "vpcId/peeringId") }),
    async (connections, { id, ...args }) => {
        const [vpcId, ownId] = peeringId.split(id);
        const { client, id: projectId } = await connections.project(args.profile, args.projectId);
        const record = await orGone(client.peerings.get({ projectId, vpcId, peeringId: ownId }));
        if (record !== undefined) return resultOf(record, vpcId, projectId);
        const there = await orGone(client.peerings.list({ projectId, vpcId }));
        const named = there?.map((one) => ({ id: `with ${one.peerVpcId}`, name: peeringId.join(vpcId, one.id) }));
        const said = named === undefined ? `there is no VPC ${vpcId} either` : sayWhatThereIs(named);
        throw new UserError(`There is no peering ${JSON.stringify(id)} in project ${projectId}; ${said}.`);
    },
);

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
 * Looks up a peering (`GET /projects/{project_id}/vpcs/{vpc_id}/peerings/{peering_id}`). Fails when there is none, and says
 * which the VPC has.
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
