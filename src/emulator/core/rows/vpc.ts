import { z } from "zod";
import { regions } from "../rules";
import type { PeeringRow } from "./peering";
import { defineRowType } from "./rowType";

export interface VpcRow {
    kind: "vpc";
    id: string;
    project_id: string;
    cidr: string;
    name: string;
    region_code: string;
    peerings: PeeringRow[];
}

const drift = z.strictObject({ name: z.string(), cidr: z.string(), region_code: z.string() }).partial();

export const vpc = defineRowType<VpcRow>()({
    kind: "vpc",
    noun: "VPC",
    plural: "vpcs",
    containedIn: null,
    children: ({ peerings }) => ({ peering: peerings }),
    secrets: [],
    drift,
    fixed: { project_id: true, peerings: true },
    given: drift.extend({ id: z.string(), project_id: z.string() }).partial(),
    create: (given, { id, projectId }) => ({
        name: "out-of-band",
        cidr: "10.99.0.0/16",
        region_code: regions[0],
        peerings: [],
        ...given,
        kind: "vpc",
        id,
        project_id: projectId(given.project_id),
    }),
    defaults: () => ({ peerings: [] }),
    transitions: {},
    failed: null,
});
