import type { z } from "zod";
import type { Service } from "../../api/schemas";
import type { Quirks } from "../core/quirks";
import type { ServiceRow } from "../core/rows/service";
import { address, vpcAddress } from "./addresses";
import type { Complete } from "./complete";
import { metadataOf } from "./metadata";
import { metricsOf } from "./metrics";
import { poolerOf } from "./pooler";
import { present } from "./present";
import { replicaSetRecord } from "./replicaSet";

type Current = z.output<typeof Service>;
export type ServiceRecord = Current & { vpcEndpoint?: Current["vpc_endpoint"] };

export interface ServiceView {
    readonly now: number;
    readonly quirks: Quirks;
    /** The record is part of a list. */
    readonly listed?: boolean | undefined;
    /** The record is the response to a create, the only one with `initial_password`. */
    readonly created?: boolean;
}

const setsOf = (row: ServiceRow, { quirks, listed }: Pick<ServiceView, "quirks" | "listed">) =>
    listed && quirks.listsEmptyReplicaSets
        ? []
        : row.replica_sets.map((set) => replicaSetRecord(set, row.project_id, quirks, listed));

export function serviceRecord(row: ServiceRow, { now, quirks, listed, created }: ServiceView): ServiceRecord {
    const vpcEndpoint = row.vpc_id === null ? undefined : { ...vpcAddress(row.id, row.project_id), vpc_id: row.vpc_id };
    // These are only in some responses; where they are, a field without a value may be returned as null.
    const {
        initial_password,
        read_replica_sets,
        vpcEndpoint: alias,
        ...always
    }: Complete<ServiceRecord> = {
        service_id: row.id,
        project_id: row.project_id,
        name: row.name,
        region_code: row.region_code,
        service_type: row.service_type,
        status: row.status,
        created: new Date(row.created_at).toISOString(),
        resources: [
            {
                id: `${row.id}-0`,
                spec: {
                    cpu_millis: row.cpu_millis ?? undefined,
                    memory_gbs: row.memory_gbs ?? undefined,
                    volume_type: row.volume_type,
                },
            },
        ],
        endpoint: row.endpoint ? address(row.id, row.project_id) : undefined,
        connection_pooler: poolerOf(row, row.project_id),
        ha_replicas: { replica_count: row.replica_count, sync_replica_count: row.sync_replica_count },
        metadata: metadataOf(row, quirks),
        metrics: metricsOf(row, now),
        forked_from: row.forked_from === null ? undefined : { ...row.forked_from, is_standby: false },
        vpc_endpoint: quirks.aliases === "only" ? undefined : vpcEndpoint,
        vpcEndpoint,
        initial_password: row.password,
        read_replica_sets: setsOf(row, { quirks, listed }),
    };
    const record: ServiceRecord = {
        ...always,
        ...(quirks.aliases !== "none" && { vpcEndpoint: alias }),
        ...(created && { initial_password }),
        ...(!(listed && quirks.listsWithoutReplicaSets) && { read_replica_sets }),
    };
    return present(record, quirks, listed);
}
