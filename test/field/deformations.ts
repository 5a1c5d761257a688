import fc from "fast-check";
import type { Fault } from "../../src/emulator";

type Form = Extract<Fault["do"], { kind: "deform" }>["as"];

/** The requests whose answers are deformed. */
export const scopes = {
    everywhere: [{ count: null }],
    "first requests": [{ count: 6 }],
    "lists only": [
        { endpoint: "listServices", count: null },
        { endpoint: "listReplicaSets", count: null },
        { endpoint: "listVpcs", count: null },
        { endpoint: "listPeerings", count: null },
    ],
    "GETs only": [{ verb: "GET", count: null }],
    "answers to changes": [{ verb: "POST", count: null }],
    "answer to the create": [
        { endpoint: "createService", count: null },
        { endpoint: "forkService", count: null },
        { endpoint: "createReplicaSet", count: null },
        { endpoint: "createVpc", count: null },
        { endpoint: "createPeering", count: null },
    ],
} as const satisfies Readonly<Record<string, readonly Partial<Fault>[]>>;

export interface Deformed {
    readonly field: string;
    readonly as: Form;
    readonly scope: keyof typeof scopes;
}

/** Forms that any value may have: such a field is not shown. */
const unreadable: readonly Form[] = ["absent", "null", "blank", "object"];
const numbers: readonly Form[] = [...unreadable, "text", "listed"];
const texts: readonly Form[] = [...unreadable, "listed"];
const objects: readonly Form[] = ["absent", "null", "blank", "listed"];

/** In which forms the fields of the records may be. */
const fields: Readonly<Record<string, readonly Form[]>> = {
    created: [...texts, "epoch"],
    name: texts,
    project_id: texts,
    region_code: texts,
    service_type: [...texts, "otherCase", "unknown"],
    status: [...texts, "otherCase", "unknown"],
    resources: [...objects, "alone", "preceded"],
    "resources.id": texts,
    "resources.spec": objects,
    "resources.spec.cpu_millis": numbers,
    "resources.spec.memory_gbs": [...numbers, "rounded"],
    "resources.spec.volume_type": texts,
    endpoint: objects,
    "endpoint.host": texts,
    "endpoint.port": numbers,
    connection_pooler: objects,
    "connection_pooler.endpoint": objects,
    "connection_pooler.endpoint.host": texts,
    "connection_pooler.endpoint.port": numbers,
    ha_replicas: objects,
    "ha_replicas.replica_count": numbers,
    "ha_replicas.sync_replica_count": numbers,
    metadata: objects,
    "metadata.environment": [...texts, "otherCase"],
    metrics: objects,
    vpc_endpoint: objects,
    forked_from: objects,
    read_replica_sets: [...objects, "alone", "strangers"],
    nodes: numbers,
    cpu_millis: numbers,
    memory_gbs: [...numbers, "rounded"],
    "read_replica_sets.nodes": numbers,
    "read_replica_sets.name": texts,
    "read_replica_sets.status": [...texts, "otherCase"],
    "read_replica_sets.cpu_millis": numbers,
    "read_replica_sets.endpoint": objects,
    "read_replica_sets.connection_pooler": objects,
    "": ["strangers"],
};

/** The same of a VPC and a peering. */
const networkFields: Readonly<Record<string, readonly Form[]>> = {
    cidr: texts,
    name: texts,
    region_code: [...texts, "otherCase"],
    peer_account_id: [...texts, "number"],
    peer_region_code: texts,
    peer_vpc_id: texts,
    error_message: texts,
    status: texts,
    "": ["strangers"],
};

/** That a GET leaves one of these out means something, so that an API whose lists show it says two things. */
const meantWhenOmitted = /^(connection_pooler|ha_replicas|vpc_endpoint)/;

/** The field without which a record is none. */
const ids: Readonly<Record<string, readonly Form[]>> = {
    service_id: texts,
    id: texts,
    "read_replica_sets.id": texts,
};

const drawnFrom = (forms: Readonly<Record<string, readonly Form[]>>): fc.Arbitrary<Deformed> =>
    fc
        .constantFrom(...Object.entries(forms).flatMap(([field, all]) => all.map((as) => ({ field, as }))))
        .chain((one) =>
            fc.constantFrom(...(Object.keys(scopes) as (keyof typeof scopes)[])).map((scope) => ({ ...one, scope })),
        )
        .filter(({ field, scope }) => scope !== "GETs only" || !meantWhenOmitted.test(field));

export const ofFields = drawnFrom(fields);
export const ofNetworks = drawnFrom(networkFields);
export const ofIds = drawnFrom(ids);
