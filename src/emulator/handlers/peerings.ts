import type { z } from "zod";
import type { Peering } from "../../api/schemas";
import type { Quirks } from "../core/quirks";
import { conflict, unprocessable } from "../core/refusal";
import type { PeeringRow } from "../core/rows/peering";
import type { Complete } from "../views/complete";
import { present } from "../views/present";
import { type Call, childOf, type Handlers, seen, seenAll, seenVpc, vpcOf } from "./call";

const peeringRecord = (row: PeeringRow, quirks: Quirks, listed = false): z.output<typeof Peering> =>
    present<Complete<z.output<typeof Peering>>>(
        {
            id: row.id,
            peer_account_id: row.peer_account_id,
            peer_region_code: row.peer_region_code,
            peer_vpc_id: row.peer_vpc_id,
            provisioned_id: row.provisioned_id ?? undefined,
            status: row.status,
            error_message: row.error_message ?? undefined,
        },
        quirks,
        listed,
    );

const peeringOf = (call: Call<"deletePeering">): PeeringRow =>
    childOf(vpcOf(call).peerings, "peering", call.params.peering_id);

function seenPeering(call: Call<"getPeering">): PeeringRow {
    const { peering_id: id } = call.params;
    const there = seenVpc(call).peerings.find((peering) => peering.id === id);
    return seen(call.core, there, "peering", id);
}

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
        const existing = vpc.peerings.find(
            (peering) => peering.status !== "failed" && namesOfPeer.every((name) => peering[name] === body[name]),
        );
        if (existing) throw conflict("PEERING_EXISTS", `The VPC ${vpc.id} has that peering already: ${existing.id}.`);
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
        core.insert(peering);
        core.begin(peering, "create", { provisioned_id: `pcx-${core.random.id(17)}` }, disturbance);
        return peeringRecord(peering, core.quirks);
    },
    getPeering: (call) => peeringRecord(seenPeering(call), call.core.quirks),
    deletePeering: (call) => {
        call.core.remove(peeringOf(call));
        return undefined;
    },
};
