import { z } from "zod";
import type { replicaSetStatuses } from "../../../api/schemas";
import { defaultEnvironment } from "../rules";
import { gone, same, type Transitions } from "../transition";
import type { Changing } from "./row";
import { defineRowType } from "./rowType";
import { running } from "./serviceStatus";

export type ReplicaSetStatus = (typeof replicaSetStatuses)[number];

export interface ReplicaSetRow extends Changing {
    kind: "replicaSet";
    service_id: string;
    name: string;
    nodes: number;
    cpu_millis: number;
    memory_gbs: number;
    pooler: boolean;
    environment: string | null;
    /** Whether it has an address. */
    endpoint: boolean;
}

const transitions = {
    create: { from: [], parent: running, through: [["creating", 90]], then: "active" },
    resize: { from: ["active", "error"], parent: running, through: [["resizing", 80]], then: "active" },
    setPooler: { from: ["active"], parent: running, through: [[same, 15]], then: same },
    setEnvironment: { from: ["active", "error"], through: [], then: same },
    delete: {
        from: ["creating", "active", "resizing", "error"],
        through: [["deleting", 30]],
        then: gone,
        interrupts: true,
    },
} as const satisfies Transitions<ReplicaSetStatus>;

const drift = z
    .strictObject({
        name: z.string(),
        status: z.string(),
        nodes: z.int().min(0),
        cpu_millis: z.number().positive(),
        memory_gbs: z.number().positive(),
        pooler: z.boolean(),
        environment: z.string().nullable(),
        endpoint: z.boolean(),
    })
    .partial();

export const replicaSet = defineRowType<ReplicaSetRow>()({
    kind: "replicaSet",
    noun: "read replica set",
    plural: "replicaSets",
    containedIn: { type: "service", idOf: ({ service_id }) => service_id },
    children: () => ({}),
    secrets: [],
    drift,
    fixed: { service_id: true },
    given: drift.extend({ id: z.string().optional(), service_id: z.string() }),
    create: (given, { id }) => ({
        name: "out-of-band",
        nodes: 1,
        cpu_millis: 500,
        memory_gbs: 2,
        pooler: false,
        environment: defaultEnvironment,
        status: "active",
        endpoint: true,
        operation: null,
        ...given,
        kind: "replicaSet",
        id,
    }),
    defaults: () => ({}),
    transitions,
    failed: "error",
});
