// How rows and other results look in a response. All quirks about the form of responses are applied here.
import type { z } from "zod";
import type { EndpointName } from "../../provider/api/endpoints";
import type { ConnectionPooler, Metadata, Peering, ReadReplicaSet, Service, Vpc } from "../../provider/api/schemas";
import type { Core } from "../core/core";
import type { Quirks } from "../core/quirks";
import { hash } from "../core/random";
import type { Row } from "../resources";
import type { ReplicaSetRow } from "../resources/replicaSet";
import type { ServiceRow } from "../resources/service";

/** A record, and the records in it, with every field, though its value may be undefined: a forgotten field does not compile. */
type Complete<T> = T extends string
    ? T
    : T extends readonly (infer Item)[]
      ? Complete<Item>[]
      : T extends object
        ? { [Field in keyof Required<T>]: Complete<T[Field]> }
        : T;
type RecordOf<Schema extends z.ZodType> = Complete<z.output<Schema>>;

interface View {
    readonly core: Core;
    readonly name: EndpointName;
    readonly projectId: string;
    /** Whether the record is part of a list. Default: no. */
    readonly isListed?: boolean;
}

const poolerOf = (
    { id, pooler }: ServiceRow | ReplicaSetRow,
    { core, projectId }: View,
): RecordOf<typeof ConnectionPooler> | undefined =>
    pooler ? { endpoint: core.addressOf(`${id}-pooler`, `${id}-pooler.${projectId}`) } : undefined;

function metadataOf(
    { environment }: ServiceRow | ReplicaSetRow,
    { environmentCase }: Quirks,
): RecordOf<typeof Metadata> | undefined {
    if (environment === null) return undefined;
    return { environment: environmentCase === "lower" ? environment.toLowerCase() : environment };
}

const sharedCpuMillis = 500;
const sharedMemoryGbs = 1;

/** Simulated usage: changes every minute, with growing storage. `undefined` unless the service is running. */
function metricsOf(row: ServiceRow, now: number) {
    if (!row.endpoint || row.status === "PAUSED") return undefined;
    const load = (hash(`${row.id}/${Math.floor(now / 60_000)}`) % 1000) / 1000;
    const hours = Math.max(0, now - row.created_at) / 3_600_000;
    return {
        milli_cpu: Math.round((row.cpu_millis ?? sharedCpuMillis) * (0.05 + 0.7 * load)),
        memory_mb: Math.round((row.memory_gbs ?? sharedMemoryGbs) * 1024 * (0.3 + 0.3 * load)),
        storage_mb: Math.round(40 + (hash(row.id) % 400) + hours * 12),
    };
}

function serviceRecord(row: ServiceRow, view: View): RecordOf<typeof Service> {
    const { core, name, projectId, isListed } = view;
    const { quirks } = core;
    const isCreated = name === "createService" || name === "forkService";
    const sets = isListed && quirks.listsEmptyReplicaSets ? [] : core.visibility.inside(row.replica_sets);
    return {
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
        endpoint: row.endpoint ? core.addressOf(row.id, `${row.id}.${projectId}`) : undefined,
        connection_pooler: poolerOf(row, view),
        ha_replicas: { replica_count: row.replica_count, sync_replica_count: row.sync_replica_count },
        metadata: metadataOf(row, quirks),
        metrics: metricsOf(row, core.now()),
        forked_from: row.forked_from === null ? undefined : { ...row.forked_from, is_standby: false },
        vpc_endpoint:
            row.vpc_id === null
                ? undefined
                : { ...core.addressOf(`${row.id}-vpc`, `${row.id}.${projectId}.vpc`), vpc_id: row.vpc_id },
        initial_password: isCreated ? row.password : undefined,
        read_replica_sets:
            isListed && quirks.listsWithoutReplicaSets
                ? undefined
                : sets.map((set) => applyQuirks(replicaSetRecord(set, view), view)),
    };
}

const replicaSetRecord = (row: ReplicaSetRow, view: View): RecordOf<typeof ReadReplicaSet> => ({
    id: row.id,
    name: row.name,
    nodes: row.nodes,
    cpu_millis: row.cpu_millis,
    memory_gbs: row.memory_gbs,
    status: row.status,
    endpoint: row.endpoint ? view.core.addressOf(row.id, `${row.id}.${view.projectId}`) : undefined,
    connection_pooler: poolerOf(row, view),
    metadata: metadataOf(row, view.core.quirks),
});

function recordOf(
    row: Row,
    view: View,
): RecordOf<typeof Vpc | typeof Peering | typeof Service | typeof ReadReplicaSet> {
    switch (row.kind) {
        case "vpc":
            return { id: row.id, cidr: row.cidr, name: row.name, region_code: row.region_code };
        case "peering":
            return {
                id: row.id,
                peer_account_id: row.peer_account_id,
                peer_region_code: row.peer_region_code,
                peer_vpc_id: row.peer_vpc_id,
                provisioned_id: row.provisioned_id ?? undefined,
                status: row.status,
                error_message: row.error_message ?? undefined,
            };
        case "service":
            return serviceRecord(row, view);
        case "replicaSet":
            return replicaSetRecord(row, view);
    }
}

const poolersOff = { absent: undefined, empty: {}, null: null } as const;

function spelled(field: string, value: unknown, { nameCase, regionPrefix, typeWords, poolerOff }: Quirks): unknown {
    if (field === "connection_pooler") return value ?? poolersOff[poolerOff];
    if (typeof value !== "string") return value;
    const words: Readonly<Record<string, string | undefined>> = typeWords;
    if (field === "name" && nameCase === "lower") return value.toLowerCase();
    if (field === "region_code") return `${regionPrefix}${value}`;
    return field === "service_type" ? (words[value] ?? value) : value;
}

/** The deprecated name of a field, by its current one. */
const deprecated = new Map([
    ["api_key", "apiKey"],
    ["last_cursor", "lastCursor"],
    ["vpc_endpoint", "vpcEndpoint"],
]);

/** Returns the deprecated names with or instead of the current ones, as the quirk says. */
function withAliases(body: object, { aliases }: Quirks): object {
    const fields = Object.entries(body).flatMap(([field, value]: [string, unknown]) => {
        const alias = deprecated.get(field) ?? field;
        const names = { none: [field], only: [alias], both: [field, alias] }[aliases];
        return names.map((name): [string, unknown] => [name, value]);
    });
    return Object.fromEntries(fields);
}

function applyQuirks<T extends object>(record: T, { core: { quirks }, isListed }: View): T {
    const isPaused = "status" in record && record.status === "PAUSED";
    const omitted = [...quirks.omit, ...(isListed ? quirks.listOmit : []), ...(isPaused ? quirks.pausedOmit : [])];
    const fields = Object.entries(withAliases(record, quirks)).filter(([field]) => !omitted.includes(field));
    const shown = fields.map(([field, value]: [string, unknown]) => {
        const current = spelled(field, value, quirks);
        return [field, quirks.absentAs === "null" ? (current ?? null) : current];
    });
    if (quirks.extraFields) shown.push(["introduced_later", { since: "v1.9" }]);
    return Object.fromEntries(shown) as T;
}

const isRow = (result: object): result is Row => "kind" in result;

const violatingContract = { id: [17], service_id: null, name: ["not", "a", "name"] };

/** The response body for the result of a handler: rows become records. */
export function bodyOf(result: unknown, view: View): unknown {
    const { core, name } = view;
    if (Array.isArray(result)) {
        const records = result.map((item) => bodyOf(item, { ...view, isListed: true }));
        const hasMalformed = core.quirks.malformedRecord && (name === "listServices" || name === "listVpcs");
        return hasMalformed ? [violatingContract, ...records] : records;
    }
    if (typeof result !== "object" || result === null) return result;
    return isRow(result) ? applyQuirks(recordOf(result, view), view) : withAliases(result, core.quirks);
}
