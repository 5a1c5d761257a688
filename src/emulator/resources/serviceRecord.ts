import type { z } from "zod";
import type { Service } from "../../api/schemas";
import type { Core } from "../core/core";
import { hash } from "../core/random";
import { address, applyQuirks, type Complete, metadataOf, poolerOf, vpcAddress } from "./records";
import { replicaSetRecord } from "./replicaSet";
import type { ServiceRow } from "./service";

type Current = z.output<typeof Service>;
type ServiceRecord = Current & { vpcEndpoint?: Current["vpc_endpoint"] };

interface View {
    /** The record is part of a list. */
    readonly listed?: boolean;
    /** The record is the response to a create or fork, the only ones with `initial_password`. */
    readonly created?: boolean;
}

const sampleMs = 60_000;
const sharedCpuMillis = 500;
const sharedMemoryGbs = 1;
const growthPerHourMb = 12;

/** Simulated usage: changes every minute, with growing storage. `undefined` unless the service is running. */
function metricsOf(row: ServiceRow, now: number) {
    if (!row.endpoint || row.status === "PAUSED") return undefined;
    const load = (hash(`${row.id}/${Math.floor(now / sampleMs)}`) % 1000) / 1000;
    const hours = Math.max(0, now - row.created_at) / 3_600_000;
    return {
        milli_cpu: Math.round((row.cpu_millis ?? sharedCpuMillis) * (0.05 + 0.7 * load)),
        memory_mb: Math.round((row.memory_gbs ?? sharedMemoryGbs) * 1024 * (0.3 + 0.3 * load)),
        storage_mb: Math.round(40 + (hash(row.id) % 400) + hours * growthPerHourMb),
    };
}

export function serviceRecord(core: Core, row: ServiceRow, { listed, created }: View = {}): ServiceRecord {
    const { quirks } = core;
    const vpcEndpoint = row.vpc_id === null ? undefined : { ...vpcAddress(row.id, row.project_id), vpc_id: row.vpc_id };
    const sets = listed && quirks.listsEmptyReplicaSets ? [] : core.visibility.inside(row.replica_sets);
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
        metrics: metricsOf(row, core.now()),
        forked_from: row.forked_from === null ? undefined : { ...row.forked_from, is_standby: false },
        vpc_endpoint: quirks.aliases === "only" ? undefined : vpcEndpoint,
        vpcEndpoint,
        initial_password: row.password,
        read_replica_sets: sets.map((set) => replicaSetRecord(set, row.project_id, quirks, listed)),
    };
    const record: ServiceRecord = {
        ...always,
        ...(quirks.aliases !== "none" && { vpcEndpoint: alias }),
        ...(created && { initial_password }),
        ...(!(listed && quirks.listsWithoutReplicaSets) && { read_replica_sets }),
    };
    return applyQuirks(record, quirks, listed);
}
