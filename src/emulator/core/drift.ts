// Changes behind the back of whoever manages things through the API: at once, whatever the state, without an operation.
import { z } from "zod";
import type { Core } from "./core";
import { notFound } from "./refusal";
import type { Thing } from "./rows";
import { findThing } from "./world";

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

/** What may be changed, in the words of the rows: `pooler: true`, `cpu_millis: null` (shared), `vpc_id: null` (detached). */
export type Drift = z.input<typeof ServiceDrift> &
    Partial<Omit<z.input<typeof ReplicaSetDrift>, keyof z.input<typeof ServiceDrift>>> &
    Partial<z.input<typeof VpcDrift>> &
    Partial<z.input<typeof PeeringDrift>>;

export function thingOf(core: Core, id: string): Thing {
    core.settle();
    const thing = findThing(core.world, id);
    if (!thing) throw notFound("thing", id);
    return thing;
}

/** Changes a thing. A new `status` ends what is under way on it, without its effect. */
export function drift(core: Core, id: string, change: unknown): Thing {
    const thing = thingOf(core, id);
    const checked = schemas[thing.kind].parse(change);
    if ("status" in checked && thing.kind !== "vpc") core.cancel(thing);
    return Object.assign(thing, checked);
}

/** Takes a thing away, with all that hangs on it. */
export function remove(core: Core, id: string): void {
    core.remove(thingOf(core, id));
}
