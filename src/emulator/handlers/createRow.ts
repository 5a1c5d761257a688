import type { Core } from "../core/core";
import { type Disturbance, endOf } from "../core/operations";
import type { ServiceRow } from "../core/rows";
import type { ServiceOperation } from "../core/transitions";

type Given = Pick<
    ServiceRow,
    | "project_id"
    | "name"
    | "region_code"
    | "service_type"
    | "volume_type"
    | "cpu_millis"
    | "memory_gbs"
    | "environment"
    | "forked_from"
>;

/** A service without endpoint, replicas or pooler, which its create operation adds. */
export function newService(core: Core, given: Given): ServiceRow {
    return {
        kind: "service",
        id: core.newId(),
        status: "QUEUED",
        operation: null,
        created_at: core.now(),
        replica_count: 0,
        sync_replica_count: 0,
        pooler: false,
        vpc_id: null,
        endpoint: false,
        password: core.random.password(),
        backup_at: null,
        replica_sets: [],
        logs: [],
        ...given,
    };
}

/** Inserts a new service and starts its create operation. */
export function createRow(
    core: Core,
    service: ServiceRow,
    operation: ServiceOperation,
    replicaCount: number,
    disturbance: Disturbance,
): ServiceRow {
    core.world.services.set(service.id, service);
    core.visibility.created(service.id, core.now());
    const ready = endOf(core.begin(service, operation, { endpoint: true, replica_count: replicaCount }, disturbance));
    if (ready !== undefined) service.backup_at = ready + core.quirks.backupAfterMs * core.timeScale;
    return service;
}
