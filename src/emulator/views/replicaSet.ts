import type { z } from "zod";
import type { ReadReplicaSet } from "../../api/schemas";
import type { Quirks } from "../core/quirks";
import type { ReplicaSetRow } from "../core/rows/replicaSet";
import { address } from "./addresses";
import type { Complete } from "./complete";
import { metadataOf } from "./metadata";
import { poolerOf } from "./pooler";
import { present } from "./present";

export type ReplicaSetRecord = z.output<typeof ReadReplicaSet>;

export function replicaSetRecord(
    row: ReplicaSetRow,
    projectId: string,
    quirks: Quirks,
    listed = false,
): Complete<ReplicaSetRecord> {
    return present<Complete<ReplicaSetRecord>>(
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
}
