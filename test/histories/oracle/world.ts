// The actual resources, read from the emulator's rows rather than its responses, and the create calls that the API has got.
import type { PeeringRow, ReplicaSetRow, RequestEntry, ServiceRow, VpcRow, World } from "../../../src/emulator";

export type Row = ServiceRow | ReplicaSetRow | VpcRow | PeeringRow;

export interface Thing {
    readonly id: string;
    readonly kind: Row["kind"];
    /** A peering has none. */
    readonly name: string | undefined;
    /** The id of the service of a replica set, of the VPC of a peering. */
    readonly parent: string | undefined;
    /** `false` if it is being deleted, or shown as deleted. */
    readonly alive: boolean;
    /** `false` if it is shown as deleted. */
    readonly exists: boolean;
    readonly row: Row;
    /** The number of its environment of the API. */
    readonly environment: number;
}

/** By id. */
export type Things = ReadonlyMap<string, Thing>;

const isDeleting = (row: Row): boolean =>
    row.kind !== "vpc" && (/delet/i.test(row.status) || (row.operation?.name.startsWith("delete") ?? false));

const thing = (row: Row, environment: number): Thing => ({
    id: row.id,
    kind: row.kind,
    name: "name" in row ? row.name : undefined,
    parent: row.kind === "replicaSet" ? row.service_id : row.kind === "peering" ? row.vpc_id : undefined,
    alive: !isDeleting(row),
    exists: row.kind === "vpc" || row.status !== "DELETED",
    row: { ...row },
    environment,
});

/** Everything there is at this moment. */
export function thingsIn(...worlds: readonly World[]): Things {
    const all = worlds.flatMap(({ services, vpcs }, environment) =>
        [
            ...[...services.values()].flatMap((service): Row[] => [service, ...service.replica_sets]),
            ...[...vpcs.values()].flatMap((vpc): Row[] => [vpc, ...vpc.peerings]),
        ].map((row) => thing(row, environment)),
    );
    return new Map(all.map((one) => [one.id, one]));
}

/** The service or VPC that a resource is, or belongs to. */
export function topRowIn({ services, vpcs }: World, id: string): ServiceRow | VpcRow | undefined {
    const [topId = ""] = id.split("/");
    return services.get(topId) ?? vpcs.get(topId);
}

/** The API's id of what a resource has: the last part of its own. */
export const thingId = (id: string): string => id.split("/").at(-1) ?? "";

export const told = ({ kind, id, name }: Pick<Thing, "kind" | "id" | "name">): string =>
    `${kind} ${id}${name === undefined ? "" : ` ${JSON.stringify(name)}`}`;

const endpoints = ["createService", "forkService", "createVpc", "createReplicaSet", "createPeering"] as const;

export interface CreateCall {
    readonly endpoint: (typeof endpoints)[number];
    readonly body: Readonly<Record<string, unknown>>;
    /** The id of the service or VPC in the path. */
    readonly parent: string | undefined;
}

export const createCalls = (requests: readonly RequestEntry[]): CreateCall[] =>
    requests.flatMap(({ endpoint, body, path }) => {
        const known = endpoints.find((each) => each === endpoint);
        const [, parent] = /\/(?:services|vpcs)\/([^/]+)\//.exec(path) ?? [];
        return known === undefined || typeof body !== "object" || body === null
            ? []
            : [{ endpoint: known, body: body as Record<string, unknown>, parent }];
    });

/** The name before the hash of a generated one. */
export const ownNameIn = (name: string): string => name.replace(/-[a-z0-9]{7}$/, "");
