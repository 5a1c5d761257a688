import { conflict, unprocessable } from "../core/refusals";
import { resourceTypes } from "../resources";
import { type Handlers, peeringOf, vpcOf } from "./call";

const peerFields = ["peer_account_id", "peer_region_code", "peer_vpc_id"] as const;

export const peerings = {
    listPeerings: (call) => {
        const { id, peerings } = vpcOf(call);
        return call.core.visibility.many(peerings, "peering", id);
    },
    createPeering: (call) => {
        const { core, body } = call;
        const vpc = vpcOf(call);
        for (const field of peerFields) {
            if (body[field].trim() === "") throw unprocessable("INVALID_PEER", `${field}: must not be empty.`);
        }
        const same = vpc.peerings.find(
            (peering) => peering.status !== "failed" && peerFields.every((field) => peering[field] === body[field]),
        );
        if (same) throw conflict("PEERING_EXISTS", `The VPC ${vpc.id} has that peering already: ${same.id}.`);
        const given = { ...body, vpc_id: vpc.id, status: "provisioning", provisioned_id: null };
        const peering = resourceTypes.peering.create(given, core.newId(), core);
        call.begin(peering, "create", { provisioned_id: `pcx-${core.random.id(17)}` });
        core.insert(peering);
        return peering;
    },
    getPeering: peeringOf,
    deletePeering: (call) => {
        call.core.remove(peeringOf(call));
        return undefined;
    },
} satisfies Partial<Handlers>;
