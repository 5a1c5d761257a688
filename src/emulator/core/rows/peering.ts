import { z } from "zod";
import { regions } from "../rules";
import type { Transitions } from "../transition";
import type { Changing } from "./row";
import { defineRowType } from "./rowType";

export type PeeringStatus = "provisioning" | "pending-acceptance" | "activating" | "active" | "failed";

export interface PeeringRow extends Changing {
    kind: "peering";
    vpc_id: string;
    peer_account_id: string;
    peer_region_code: string;
    peer_vpc_id: string;
    provisioned_id: string | null;
    error_message: string | null;
}

const transitions = {
    create: { from: [], through: [["provisioning", 30]], then: "pending-acceptance" },
    accept: { from: ["pending-acceptance"], through: [["activating", 10]], then: "active" },
} as const satisfies Transitions<PeeringStatus>;

const drift = z
    .strictObject({
        status: z.string(),
        provisioned_id: z.string().nullable(),
        error_message: z.string().nullable(),
        peer_account_id: z.string(),
        peer_region_code: z.string(),
        peer_vpc_id: z.string(),
    })
    .partial();

export const peering = defineRowType<PeeringRow>()({
    kind: "peering",
    noun: "peering",
    plural: "peerings",
    containedIn: { type: "vpc", idOf: ({ vpc_id }) => vpc_id },
    children: () => ({}),
    secrets: [],
    drift,
    fixed: { vpc_id: true },
    given: drift.extend({ id: z.string().optional(), vpc_id: z.string() }),
    create: (given, { id, random }) => ({
        peer_account_id: "123456789012",
        peer_region_code: regions[0],
        peer_vpc_id: "vpc-0a1b2c3d",
        status: "active",
        provisioned_id: `pcx-${random.id(17)}`,
        error_message: null,
        operation: null,
        ...given,
        kind: "peering",
        id,
    }),
    defaults: () => ({}),
    transitions,
    failed: "failed",
    onFailure(row, message) {
        row.error_message = message;
    },
    following: ({ status }, { autoAcceptMs }) =>
        autoAcceptMs === null || status !== "pending-acceptance"
            ? undefined
            : { operation: "accept", afterMs: autoAcceptMs },
});
