import type { Core } from "../core/core";
import { type Disturbance, endOf } from "../core/operations";
import { type ServiceOperation, type ServiceRow, serviceRow } from "../core/rows/service";

type Given = Omit<Parameters<typeof serviceRow>[0], "id" | "status" | "created_at" | "password">;

/** A service without endpoint, replicas or pooler, which its create operation adds. */
export const newService = (core: Core, given: Given): ServiceRow =>
    serviceRow({
        id: core.newId(),
        status: "QUEUED",
        created_at: core.now(),
        password: core.random.password(),
        ...given,
    });

/** Inserts a new service and starts its create operation. */
export function createRow(
    core: Core,
    service: ServiceRow,
    operation: ServiceOperation,
    replicaCount: number,
    disturbance: Disturbance,
): ServiceRow {
    core.insert(service);
    const ready = endOf(core.begin(service, operation, { endpoint: true, replica_count: replicaCount }, disturbance));
    if (ready !== undefined) service.backup_at = ready + core.quirks.backupAfterMs * core.timeScale;
    return service;
}
