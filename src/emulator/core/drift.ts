// Changes outside the API: applied immediately, in any status, without an operation.
import { z } from "zod";
import type { Core } from "./core";
import { notFound } from "./refusal";
import type { Row } from "./rows";
import { findRow } from "./world";

const text = z.string();
const count = z.int().min(0);
const flag = z.boolean();
const size = z.number().positive();

const ServiceDrift = z
    .strictObject({
        name: text,
        status: text,
        region_code: text,
        cpu_millis: size.nullable(),
        memory_gbs: size.nullable(),
        replica_count: count,
        sync_replica_count: count,
        pooler: flag,
        environment: text.nullable(),
        vpc_id: text.nullable(),
        endpoint: flag,
        password: text,
        backup_at: z.number().nullable(),
    })
    .partial();

const ReplicaSetDrift = z
    .strictObject({
        name: text,
        status: text,
        nodes: count,
        cpu_millis: size,
        memory_gbs: size,
        pooler: flag,
        environment: text.nullable(),
        endpoint: flag,
    })
    .partial();

const VpcDrift = z.strictObject({ name: text, cidr: text, region_code: text }).partial();

const PeeringDrift = z
    .strictObject({
        status: text,
        provisioned_id: text.nullable(),
        error_message: text.nullable(),
        peer_account_id: text,
        peer_region_code: text,
        peer_vpc_id: text,
    })
    .partial();

const schemas = { service: ServiceDrift, replicaSet: ReplicaSetDrift, vpc: VpcDrift, peering: PeeringDrift };

/**
 * The fields that can be changed. `cpu_millis` and `memory_gbs` of `null` mean shared, `vpc_id: null` means detached.
 */
export type Drift = z.input<typeof ServiceDrift> &
    Partial<Omit<z.input<typeof ReplicaSetDrift>, keyof z.input<typeof ServiceDrift>>> &
    Partial<z.input<typeof VpcDrift>> &
    Partial<z.input<typeof PeeringDrift>>;

export function rowOf(core: Core, id: string): Row {
    core.settle();
    const row = findRow(core.world, id);
    if (!row) throw notFound("resource", id);
    return row;
}

/** Changes a row. Setting `status` cancels the operation in progress without its effect. */
export function drift(core: Core, id: string, change: unknown): Row {
    const row = rowOf(core, id);
    const checked = schemas[row.kind].parse(change);
    if ("status" in checked && row.kind !== "vpc") core.cancel(row);
    return Object.assign(row, checked);
}

export function remove(core: Core, id: string): void {
    core.remove(rowOf(core, id));
}
