import { z } from "zod";
import { complete, type PeeringRecord } from "../../api";
import { definitions, idPair, orGone, peeringId, UserError } from "../../lifecycle";
import type { GetPeeringArgs, GetPeeringsArgs, PeeringResult } from "../types/peerings";
import { listExisting } from "./lookup";
import { defineProjectRead, defineRead } from "./read";
import { reader } from "./reader";
import { idSchema, projectSchema } from "./schemas";

const read = reader(definitions.peering);
const resultOf = (record: PeeringRecord, vpcId: string, projectId: string): PeeringResult =>
    read<PeeringResult>(record, { id: peeringId.join(vpcId, record.id), vpcId, projectId });

export const getPeerings = defineProjectRead<GetPeeringsArgs, PeeringResult[]>(
    z.strictObject({ ...projectSchema, vpcId: idSchema }),
    async ({ client, id: projectId }, { vpcId }) => {
        const records = complete(await client.peerings.list({ projectId, vpcId }));
        return records.map((one) => resultOf(one, vpcId, projectId));
    },
);

export const getPeering = defineRead<GetPeeringArgs, PeeringResult>(
    z.strictObject({ ...projectSchema, id: idPair("a peering", "vpcId/peeringId") }),
    async (connections, { id, ...args }) => {
        const [vpcId, ownId] = peeringId.split(id);
        const { client, id: projectId } = await connections.project(args.profile, args.projectId);
        const record = await orGone(client.peerings.get({ projectId, vpcId, peeringId: ownId }));
        if (record !== undefined) return resultOf(record, vpcId, projectId);
        const others = await orGone(client.peerings.list({ projectId, vpcId }));
        const named = others?.map((one) => ({ id: `with ${one.peerVpcId}`, name: peeringId.join(vpcId, one.id) }));
        const existing = named === undefined ? `there is no VPC ${vpcId} either` : listExisting(named);
        throw new UserError(`There is no peering ${JSON.stringify(id)} in project ${projectId}; ${existing}.`);
    },
);
