import { conflict, unprocessable } from "../core/refusals";
import { resourceTypes } from "../resources";
import { type PeeringRow, peeringRecord } from "../resources/peering";
import { existing, type Handlers, visibleRow, visibleRows, visibleVpc, vpcOf } from "./call";

const peerFields = ["peer_account_id", "peer_region_code", "peer_vpc_id"] as const;
const withId = (peerings: readonly PeeringRow[], id: string) => peerings.find((peering) => peering.id === id);

export const peerings = {
    listPeerings: (call) => {
        const vpc = visibleVpc(call);
        const { core } = call;
        const rows = visibleRows(core, vpc.peerings, (row) => row.kind === "peering" && row.vpc_id === vpc.id);
        return rows.map((peering) => peeringRecord(peering, core.quirks, true));
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
        core.insert(peering);
        call.begin(peering, "create", { provisioned_id: `pcx-${core.random.id(17)}` });
        return peeringRecord(peering, core.quirks);
    },
    getPeering: (call) => {
        const { core, params } = call;
        const current = withId(visibleVpc(call).peerings, params.peering_id);
        return peeringRecord(visibleRow(core, current, "peering", params.peering_id), core.quirks);
    },
    deletePeering: (call) => {
        const { peering_id } = call.params;
        call.core.remove(existing(withId(vpcOf(call).peerings, peering_id), "peering", peering_id));
        return undefined;
    },
} satisfies Partial<Handlers>;
