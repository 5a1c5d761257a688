// What the rows say of the databases.
import { allRows, type World } from "../core/world";
import type { ReplicaSetRow } from "../resources/replicaSet";
import type { ServiceRow } from "../resources/service";
import { type Extension, extensionsOf } from "./extensions";
import type { Gate } from "./gates";
import type { Settings } from "./server";

/** Where the data of a database comes from. `at`: the moment of the other database's data; `null` for the current state. */
export type Source =
    | { readonly kind: "template" }
    | { readonly kind: "copy"; readonly of: string; readonly at: number | null }
    | { readonly kind: "standby"; readonly of: string };

export interface Desired {
    /** Id of the service, or of the node of a read replica set. */
    readonly id: string;
    readonly source: Source;
    readonly isRunning: boolean;
    readonly settings: Settings;
    readonly extensions: readonly Extension[];
    /** Password of the master user. That of a replica is its primary's. */
    readonly password: string | undefined;
}

/** The statuses in which a service answers, once it has an endpoint. */
const running: readonly string[] = ["READY", "UNSTABLE", "OPTIMIZING", "CONFIGURING"];
const runningSet: readonly string[] = ["active", "error"];

const megabytesPerGigabyte = 4;
const connectionsPerGigabyte = 25;
const mostConnections = 200;

/** Far below those of the real size, and different for each, so that a client sees a resize. */
function settingsOf(memoryGbs: number | null): Settings {
    const memory = memoryGbs ?? 1;
    const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(value)));
    return {
        max_connections: within(memory * connectionsPerGigabyte, 25, mostConnections),
        shared_buffers: `${within(memory * megabytesPerGigabyte, 4, 128)}MB`,
    };
}

/** The size that it has when the operation in progress ends, which is when it starts again. */
const comingSize = ({ memory_gbs, operation }: ServiceRow | ReplicaSetRow) => {
    const change = operation?.failure === null ? operation.change : {};
    return { memory_gbs, ...(change as { memory_gbs?: number | null }) }.memory_gbs;
};

const sourceOf = ({ copy_of }: ServiceRow): Source =>
    copy_of === null ? { kind: "template" } : { kind: "copy", of: copy_of.service_id, at: copy_of.at };

const ofService = (row: ServiceRow): Desired => ({
    id: row.id,
    source: sourceOf(row),
    isRunning: row.endpoint && running.includes(row.status),
    settings: settingsOf(comingSize(row)),
    extensions: extensionsOf(row),
    password: row.password,
});

/** As the records have them. */
const poolerOf = (id: string) => `${id}-pooler`;
const inVpc = (id: string) => `${id}-vpc`;

const nodeIds = ({ id, nodes }: ReplicaSetRow): string[] => Array.from({ length: nodes }, (_, n) => `${id}/${n}`);

const ofSet = (service: Desired, set: ReplicaSetRow): Desired[] =>
    nodeIds(set).map((id) => ({
        id,
        source: { kind: "standby", of: service.id },
        isRunning: service.isRunning && set.endpoint && runningSet.includes(set.status),
        // A standby must allow as many connections as its primary does at any time.
        settings: { ...settingsOf(comingSize(set)), max_connections: mostConnections },
        extensions: service.extensions,
        password: undefined,
    }));

/** The endpoints of a running database beside its own, or of several. */
function gatesOf(row: ServiceRow | ReplicaSetRow, to: readonly Desired[]): Gate[] {
    const ids = to.filter(({ isRunning }) => isRunning).map(({ id }) => id);
    if (ids.length === 0) return [];
    return [
        ...(row.kind === "replicaSet" ? [{ id: row.id, to: ids, isPooler: false }] : []),
        ...(row.kind === "service" && row.vpc_id !== null ? [{ id: inVpc(row.id), to: ids, isPooler: false }] : []),
        // That of a set leads to the endpoint of the set, which leads to its nodes in turn.
        ...(row.pooler ? [{ id: poolerOf(row.id), to: [row.id], isPooler: true }] : []),
    ];
}

export interface DesiredAll {
    readonly databases: Desired[];
    /** The open endpoints beside those of services. */
    readonly gates: Gate[];
    /** The ids of all endpoints that have a port. */
    readonly endpoints: ReadonlySet<string>;
}

export function desiredOf(world: World): DesiredAll {
    const all = [...world.services.values()].map((row) => {
        const service = ofService(row);
        const sets = row.replica_sets.map((set) => ({ set, nodes: ofSet(service, set) }));
        const gates = [gatesOf(row, [service]), ...sets.map(({ set, nodes }) => gatesOf(set, nodes))].flat();
        return { databases: [service, ...sets.flatMap(({ nodes }) => nodes)], gates };
    });
    const databases = all.flatMap(({ databases }) => databases);
    const ids = [...databases.map(({ id }) => id), ...allRows(world).map(({ id }) => id)];
    const endpoints = new Set(ids.flatMap((id) => [id, poolerOf(id), inVpc(id)]));
    return { databases, gates: all.flatMap(({ gates }) => gates), endpoints };
}

/** The next time at which an operation in progress changes a status; `undefined` if there is none. */
export function nextChange({ services }: World): number | undefined {
    const rows = [...services.values()].flatMap((row) => [row, ...row.replica_sets]);
    const ends = rows.flatMap(({ operation }) => operation?.phases[operation.phase]?.until ?? []);
    return ends.length === 0 ? undefined : Math.min(...ends);
}
