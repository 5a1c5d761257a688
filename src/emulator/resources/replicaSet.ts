import { z } from "zod";
import type { replicaSetStatuses } from "../../provider/api/schemas";
import { defaultEnvironment } from "../core/refusals";
import { type Changing, gone, type ResourceType, same, type Transitions } from "./resourceType";

type ReplicaSetStatus = (typeof replicaSetStatuses)[number];

const fields = z.strictObject({
    name: z.string(),
    status: z.string(),
    nodes: z.int().min(0),
    cpu_millis: z.number().positive(),
    memory_gbs: z.number().positive(),
    pooler: z.boolean(),
    environment: z.string().nullable(),
    endpoint: z.boolean(),
});

export interface ReplicaSetRow extends Changing, z.output<typeof fields> {
    kind: "replicaSet";
    service_id: string;
}

/** Statuses of the service in which its replica sets can be changed. */
const running = ["READY", "UNSTABLE"];

const drift = fields.partial();
const given = drift.extend({ id: z.string().optional(), service_id: z.string() });

export const replicaSet = {
    kind: "replicaSet",
    noun: "read replica set",
    drift,
    given,
    create: (wanted: z.output<typeof given>, id: string): ReplicaSetRow => ({
        name: "out-of-band",
        nodes: 1,
        cpu_millis: 500,
        memory_gbs: 2,
        pooler: false,
        environment: defaultEnvironment,
        status: "active",
        endpoint: true,
        operation: null,
        ...wanted,
        kind: "replicaSet",
        id,
    }),
    transitions: {
        create: { from: [], parent: running, needsBackup: true, through: { creating: 90 }, then: "active" },
        resize: { from: ["active", "error"], parent: running, through: { resizing: 80 }, then: "active" },
        setPooler: { from: ["active"], parent: running, through: { [same]: 15 }, then: same },
        setEnvironment: { from: ["active", "error"], through: {}, then: same },
        delete: {
            from: ["creating", "active", "resizing", "error"],
            through: { deleting: 30 },
            then: gone,
            interrupts: true,
        },
    } satisfies Transitions<ReplicaSetStatus>,
    failed: "error",
} as const satisfies ResourceType<ReplicaSetRow>;
