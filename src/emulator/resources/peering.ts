import { z } from "zod";
import { defaultRegion } from "../core/refusals";
import type { Changing, CreationContext, ResourceType, Transitions } from "./resourceType";

type PeeringStatus = "provisioning" | "pending-acceptance" | "activating" | "active" | "failed";

const fields = z.strictObject({
    status: z.string(),
    provisioned_id: z.string().nullable(),
    error_message: z.string().nullable(),
    peer_account_id: z.string(),
    peer_region_code: z.string(),
    peer_vpc_id: z.string(),
});

export interface PeeringRow extends Changing, z.output<typeof fields> {
    kind: "peering";
    vpc_id: string;
}

const drift = fields.partial();
const given = drift.extend({ id: z.string().optional(), vpc_id: z.string() });

export const peering = {
    kind: "peering",
    noun: "peering",
    drift,
    given,
    create: (wanted: z.output<typeof given>, id: string, { random }: CreationContext): PeeringRow => ({
        peer_account_id: "123456789012",
        peer_region_code: defaultRegion,
        peer_vpc_id: "vpc-0a1b2c3d",
        status: "active",
        provisioned_id: `pcx-${random.id(17)}`,
        error_message: null,
        operation: null,
        ...wanted,
        kind: "peering",
        id,
    }),
    transitions: {
        create: { from: [], through: { provisioning: 30 }, then: "pending-acceptance" },
        accept: { from: ["pending-acceptance"], through: { activating: 10 }, then: "active" },
    } satisfies Transitions<PeeringStatus>,
    failed: "failed",
    onEvent(row: PeeringRow, event) {
        if (event.type === "failed") row.error_message = event.message;
    },
    following: ({ status }: PeeringRow, { autoAcceptMs }) =>
        autoAcceptMs === null || status !== "pending-acceptance"
            ? undefined
            : { operation: "accept", afterMs: autoAcceptMs },
} as const satisfies ResourceType<PeeringRow>;
