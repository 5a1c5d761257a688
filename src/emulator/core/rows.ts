// The emulator's data, with the API's field names. The views convert rows to responses.
import type { addons, forkStrategies, serviceTypes } from "../../api/schemas";

export type Addon = (typeof addons)[number];
export type ForkStrategy = (typeof forkStrategies)[number];
export type ServiceType = (typeof serviceTypes)[number];

/** A size; `null` for shared resources. */
export interface Size {
    cpu_millis: number | null;
    memory_gbs: number | null;
}

/** An operation in progress. */
export interface Operation {
    readonly name: string;
    /**
     * All statuses of the operation, with their end in milliseconds since the epoch; `null` if a fault makes it stuck.
     */
    readonly phases: { readonly status: string; readonly until: number | null }[];
    /** Index of the current phase. */
    phase: number;
    readonly then: string;
    /** The fields that change at the end. */
    readonly change: Record<string, unknown>;
    /** Set by a fault: the operation fails at its end with this message. */
    readonly failure: string | null;
}

interface Changing {
    id: string;
    status: string;
    operation: Operation | null;
}

export interface LogRow {
    at: number;
    node: number;
    severity: string;
    message: string;
}

export interface ReplicaSetRow extends Changing {
    kind: "replicaSet";
    service_id: string;
    name: string;
    nodes: number;
    cpu_millis: number;
    memory_gbs: number;
    pooler: boolean;
    environment: string | null;
    /** Whether it has an address. */
    endpoint: boolean;
}

export interface ServiceRow extends Changing, Size {
    kind: "service";
    project_id: string;
    name: string;
    region_code: string;
    created_at: number;
    service_type: ServiceType;
    volume_type: string;
    replica_count: number;
    sync_replica_count: number;
    pooler: boolean;
    environment: string | null;
    vpc_id: string | null;
    forked_from: { project_id: string; service_id: string } | null;
    /** Whether it has an address. */
    endpoint: boolean;
    password: string;
    /** Time of the first backup, in milliseconds since the epoch. */
    backup_at: number | null;
    replica_sets: ReplicaSetRow[];
    /** In addition to the generated lines. */
    logs: LogRow[];
}

export interface PeeringRow extends Changing {
    kind: "peering";
    vpc_id: string;
    peer_account_id: string;
    peer_region_code: string;
    peer_vpc_id: string;
    provisioned_id: string | null;
    error_message: string | null;
}

export interface VpcRow {
    kind: "vpc";
    id: string;
    project_id: string;
    cidr: string;
    name: string;
    region_code: string;
    peerings: PeeringRow[];
}

export interface ProjectRow {
    id: string;
    name: string;
    plan_type: string;
}

export interface TokenRow {
    token: string;
    type: "apiKey" | "oauth";
    name: string;
    created_at: number;
    public_key: string;
    project_ids: string[];
    user: { id: string; name: string; email: string };
}

/** A row that has operations. */
export type Changeable = ServiceRow | ReplicaSetRow | PeeringRow;
export type Row = Changeable | VpcRow;
