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

/** A service without address, replicas or pooler, which its first operation has to bring. */
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

/** Puts a new service into the world and starts the operation that makes it. */
export function createRow(
    core: Core,
    service: ServiceRow,
    operation: ServiceOperation,
    replicaCount: number,
    disturbance: Disturbance,
): ServiceRow {
    core.world.services.set(service.id, service);
    core.sight.born(service.id, core.now());
    const ready = endOf(core.begin(service, operation, { endpoint: true, replica_count: replicaCount }, disturbance));
    if (ready !== undefined) service.backup_at = ready + core.quirks.backupAfterMs * core.timeScale;
    return service;
}
