import { conflict, unprocessable } from "../core/refusal";
import type { PeeringRow } from "../core/rows";
import { peeringRecord } from "../views/vpc";
import { type Handlers, peeringOf, seenAll, seenPeering, seenVpc, vpcOf } from "./call";

const namesOfPeer = ["peer_account_id", "peer_region_code", "peer_vpc_id"] as const;

export const peerings: Handlers<"listPeerings" | "createPeering" | "getPeering" | "deletePeering"> = {
    listPeerings: (call) => {
        const { core } = call;
        const { id, peerings: there } = seenVpc(call);
        const rows = seenAll(core, there, (gone) => gone.kind === "peering" && gone.vpc_id === id);
        return rows.map((peering) => peeringRecord(peering, core.quirks, true));
    },
    createPeering: (call) => {
        const { core, body, disturbance } = call;
        const vpc = vpcOf(call);
        for (const name of namesOfPeer) {
            if (body[name].trim() === "") throw unprocessable("INVALID_PEER", `${name}: must not be empty.`);
        }
        const twin = vpc.peerings.find(
            (peering) => peering.status !== "failed" && namesOfPeer.every((name) => peering[name] === body[name]),
        );
        if (twin) throw conflict("PEERING_EXISTS", `The VPC ${vpc.id} has that peering already: ${twin.id}.`);
        const peering: PeeringRow = {
            kind: "peering",
            id: core.newId(),
            vpc_id: vpc.id,
            ...body,
            status: "provisioning",
            operation: null,
            provisioned_id: null,
            error_message: null,
        };
        vpc.peerings.push(peering);
        core.visibility.created(peering.id, core.now());
        core.begin(peering, "create", { provisioned_id: `pcx-${core.random.id(17)}` }, disturbance);
        return peeringRecord(peering, core.quirks);
    },
    getPeering: (call) => peeringRecord(seenPeering(call), call.core.quirks),
    deletePeering: (call) => {
        call.core.remove(peeringOf(call));
        return undefined;
    },
};
