// The truth that the emulator keeps of every thing, in the API's words; what a caller is shown of it is the views' matter.
import type { addons, forkStrategies, serviceTypes } from "../../api/schemas";

export type Addon = (typeof addons)[number];
export type ForkStrategy = (typeof forkStrategies)[number];
export type ServiceType = (typeof serviceTypes)[number];

/** A size in figures, or `null`: a shared-resource thing. */
export interface Size {
    cpu_millis: number | null;
    memory_gbs: number | null;
}

/** What is under way on a thing. */
export interface Operation {
    readonly name: string;
    /** The statuses still to come and those passed, each with the time at which it ends; `null`: never (a fault). */
    readonly phases: { readonly status: string; readonly until: number | null }[];
    /** The index of the phase that runs. */
    phase: number;
    readonly then: string;
    /** The fields that the thing gets at the end, and not before. */
    readonly change: Record<string, unknown>;
    /** Why it will fail at its end instead (a fault). */
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
    /** It has an address. */
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
    /** It has an address. */
    endpoint: boolean;
    password: string;
    /** When its first backup is there. */
    backup_at: number | null;
    replica_sets: ReplicaSetRow[];
    /** Beyond the lines that every database writes by itself. */
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

/** A thing that operations work on. */
export type Changeable = ServiceRow | ReplicaSetRow | PeeringRow;
export type Thing = Changeable | VpcRow;
