import { z } from "zod";
import type { ReadReplicaSet, replicaSetStatuses } from "../../api/schemas";
import type { Quirks } from "../core/quirks";
import { defaultEnvironment } from "../core/refusals";
import { address, applyQuirks, type Complete, metadataOf, poolerOf } from "./records";
import { type AnyRow, type Changing, gone, type ResourceType, same, type Transitions } from "./resourceType";

type ReplicaSetStatus = (typeof replicaSetStatuses)[number];

const fields = z.strictObject({
    name: z.string(),
    status: z.string(),
    nodes: z.int().min(0),
    cpu_millis: z.number().positive(),
    memory_gbs: z.number().positive(),
    pooler: z.boolean(),
    environment: z.string().nullable(),
    /** Whether it has an address. */
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
    plural: "replicaSets",
    parent: {
        kind: "service",
        idOf: ({ service_id }: ReplicaSetRow) => service_id,
        rowsIn: (service: AnyRow & { replica_sets: ReplicaSetRow[] }) => service.replica_sets,
    },
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
        create: { from: [], parent: running, through: { creating: 90 }, then: "active" },
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

export type ReplicaSetRecord = Complete<z.output<typeof ReadReplicaSet>>;

export const replicaSetRecord = (
    row: ReplicaSetRow,
    projectId: string,
    quirks: Quirks,
    listed = false,
): ReplicaSetRecord =>
    applyQuirks<ReplicaSetRecord>(
        {
            id: row.id,
            name: row.name,
            nodes: row.nodes,
            cpu_millis: row.cpu_millis,
            memory_gbs: row.memory_gbs,
            status: row.status,
            endpoint: row.endpoint ? address(row.id, projectId) : undefined,
            connection_pooler: poolerOf(row, projectId),
            metadata: metadataOf(row, quirks),
        },
        quirks,
        listed,
    );
