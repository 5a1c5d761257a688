// All data of the emulator: the projects, the tokens that give access to them, and the rows of the resources.
import type { Row } from "../resources";
import type { ServiceRow } from "../resources/service";
import type { VpcRow } from "../resources/vpc";
import type { Random } from "./random";
import { notFound } from "./refusals";

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

/** All rows. Lists return them in the order of creation, which the maps preserve. Peerings are in their VPC, replica sets in their service. */
export interface World {
    projects: Map<string, ProjectRow>;
    tokens: Map<string, TokenRow>;
    vpcs: Map<string, VpcRow>;
    services: Map<string, ServiceRow>;
}

/** A row that no other row contains. */
export type Parent = VpcRow | ServiceRow;

export const emptyWorld = (): World => ({
    projects: new Map(),
    tokens: new Map(),
    vpcs: new Map(),
    services: new Map(),
});

/** The rows that no other row contains, by collection, as the state file and the control API have them. */
export const collectionsOf = ({ vpcs, services }: World) => ({
    vpcs: [...vpcs.values()],
    services: [...services.values()],
});

export const inProject = <T extends Parent>(rows: ReadonlyMap<string, T>, projectId: string): T[] =>
    [...rows.values()].filter(({ project_id }) => project_id === projectId);

export function childrenOf(row: Row): Row[] {
    if (row.kind === "vpc") return row.peerings;
    return row.kind === "service" ? row.replica_sets : [];
}

/** The id of what a list of such rows is about: the VPC of a peering, the service of a replica set, otherwise the project. */
export function ownerIdOf(row: Row): string {
    if (row.kind === "peering") return row.vpc_id;
    return row.kind === "replicaSet" ? row.service_id : row.project_id;
}

/** The row that contains this one, or the service that it is a fork of. */
export function parentOf({ vpcs, services }: World, row: Row): Parent | undefined {
    if (row.kind === "peering") return vpcs.get(row.vpc_id);
    if (row.kind === "replicaSet") return services.get(row.service_id);
    return row.kind === "service" ? services.get(row.forked_from?.service_id ?? "") : undefined;
}

export const withChildren = (row: Row): Row[] => [row, ...childrenOf(row)];

export const allRows = (world: World): Row[] => Object.values(collectionsOf(world)).flat().flatMap(withChildren);

export const findTopLevel = ({ vpcs, services }: World, id: string): Parent | undefined =>
    vpcs.get(id) ?? services.get(id);

/** The row with this id. Ids are unique across resource types. */
export const findRow = (world: World, id: string): Row | undefined =>
    findTopLevel(world, id) ?? allRows(world).find((row) => row.id === id);

/** Throws a refusal if there is no row that contains it. */
export function insertRow(world: World, row: Row): void {
    if (row.kind === "vpc") world.vpcs.set(row.id, row);
    else if (row.kind === "service") world.services.set(row.id, row);
    else {
        const parent = parentOf(world, row);
        if (!parent) throw notFound(row.kind === "peering" ? "VPC" : "service", ownerIdOf(row));
        childrenOf(parent).push(row);
    }
}

/** Removes a row; its children are stored in it. */
export function removeRow(world: World, row: Row): void {
    if (world.vpcs.delete(row.id) || world.services.delete(row.id)) return;
    const parent = parentOf(world, row);
    const siblings = parent ? childrenOf(parent) : [];
    if (siblings.includes(row)) siblings.splice(siblings.indexOf(row), 1);
}

/** An additional token. */
export interface TokenSeed {
    /** Default: generated. */
    token?: string;
    /** Names of the projects it can access. Unless `type` is set, one project means `apiKey`, several mean `oauth`. */
    projects: string[];
    type?: "apiKey" | "oauth";
}

/** Creates the projects, a personal access token for each, an OAuth token for all, and the additional tokens. */
export function newWorld(random: Random, names: readonly string[], tokens: readonly TokenSeed[], now: number): World {
    const world = emptyWorld();
    const projects = names.map((name) => ({ id: random.id(), name, plan_type: "PERFORMANCE" }));
    for (const project of projects) world.projects.set(project.id, project);
    const seeds: TokenSeed[] = [
        ...names.map((name) => ({ projects: [name] })),
        { type: "oauth", projects: [...names] },
        ...tokens,
    ];
    for (const [index, seed] of seeds.entries()) {
        const project_ids = seed.projects.map((name) => {
            const project = projects.find((candidate) => candidate.name === name);
            if (!project) throw new Error(`tokens: there is no project ${name}, only ${names.join(", ")}`);
            return project.id;
        });
        const type = seed.type ?? (project_ids.length === 1 ? "apiKey" : "oauth");
        const token = seed.token ?? `${type === "apiKey" ? "pat" : "oat"}_${random.password(32)}`;
        const user = index + 1;
        world.tokens.set(token, {
            token,
            type,
            name: type === "apiKey" ? `${seed.projects[0] ?? ""} automation` : "console session",
            created_at: now,
            public_key: random.id(16),
            project_ids,
            user: { id: String(1000 + user), name: `User ${user}`, email: `user${user}@clouddb.example` },
        });
    }
    return world;
}
