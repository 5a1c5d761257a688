import { z } from "zod";
import { assertNoUnreadable } from "../api";
import { childId, definitions, idPair, idText, partsOf, undefinedOn404, UserError } from "../lifecycle";
import { projectFunction, projectSchema } from "./definition";
import { listExisting, resultOf } from "./results";

export const getPeerings = projectFunction({
    schema: z.strictObject({ ...projectSchema, vpcId: idText }),
    list: "peerings",
    async read({ client, id: projectId }, { vpcId }) {
        const records = assertNoUnreadable(await client.peerings.list({ projectId, vpcId }));
        return records.map((one) => resultOf(definitions.peering, one, { projectId }, vpcId));
    },
});

export const getPeering = projectFunction({
    schema: z.strictObject({ ...projectSchema, id: idPair("a peering", "vpcId/peeringId") }),
    async read({ client, id: projectId }, { id }) {
        const [vpcId, ownId] = partsOf(id);
        const record = await undefinedOn404(client.peerings.get({ projectId, vpcId, peeringId: ownId }));
        if (record !== undefined) return resultOf(definitions.peering, record, { projectId }, vpcId);
        const others = await undefinedOn404(client.peerings.list({ projectId, vpcId }));
        const named = others?.records.map((one) => ({
            id: `with ${one.peerVpcId ?? "an unknown VPC"}`,
            name: childId(vpcId, one.id),
        }));
        const existing = named === undefined ? `there is no VPC ${vpcId} either` : listExisting(named);
        throw new UserError(`There is no peering ${JSON.stringify(id)} in project ${projectId}; ${existing}.`);
    },
});
