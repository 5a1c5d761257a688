import { z } from "zod";
import { defaultRegion } from "../core/refusals";
import type { PeeringRow } from "./peering";
import type { CreationContext, ResourceType } from "./resourceType";

const fields = z.strictObject({ name: z.string(), cidr: z.string(), region_code: z.string() });

export interface VpcRow extends z.output<typeof fields> {
    kind: "vpc";
    id: string;
    project_id: string;
    peerings: PeeringRow[];
}

const drift = fields.partial();
const given = drift.extend({ id: z.string(), project_id: z.string() }).partial();

export const vpc = {
    kind: "vpc",
    noun: "VPC",
    drift,
    given,
    create: (wanted: z.output<typeof given>, id: string, context: CreationContext): VpcRow => ({
        name: "out-of-band",
        cidr: "10.99.0.0/16",
        region_code: defaultRegion,
        peerings: [],
        ...wanted,
        kind: "vpc",
        id,
        project_id: context.projectId(wanted.project_id),
    }),
    defaults: () => ({ peerings: [] }),
    transitions: {},
} as const satisfies ResourceType<VpcRow>;
