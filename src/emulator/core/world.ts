// All data of the emulator: the projects, the tokens that give access to them, and the rows of the resources.
import {
    anyResourceType,
    type Collections,
    isRow,
    type Kind,
    type Row,
    resourceTypes,
    type RowOf,
    typeOf,
} from "../resources";
import type { AnyRow } from "../resources/resourceType";
import type { Random } from "./random";

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

/** All rows. Lists return them in the order of creation, which the maps preserve. */
export interface World extends Collections {
    projects: Map<string, ProjectRow>;
    tokens: Map<string, TokenRow>;
}

type TopLevelRow = { [K in Kind]: (typeof resourceTypes)[K]["parent"] extends null ? RowOf<K> : never }[Kind];
const isTopLevel = (row: Row): row is TopLevelRow => typeOf(row).parent === null;

export const collections = Object.values(resourceTypes)
    .filter((type) => type.parent === null)
    .map(({ plural }) => plural);

// TypeScript cannot see that `collections` has every key.
const emptyCollections = () => Object.fromEntries(collections.map((name) => [name, new Map()])) as Collections;

export const emptyWorld = (): World => ({ projects: new Map(), tokens: new Map(), ...emptyCollections() });

export const childrenOf = (row: Row): Row[] =>
    Object.values(anyResourceType)
        .flatMap(({ parent }) => (parent?.kind === row.kind ? parent.rowsIn(row) : []))
        .filter(isRow);

export const withChildren = (row: Row): Row[] => [row, ...childrenOf(row).flatMap(withChildren)];

export const allRows = (world: World): Row[] =>
    collections.flatMap((name) => [...world[name].values()].flatMap(withChildren));

export const findTopLevel = (world: World, id: string): Row | undefined =>
    collections.map((name) => world[name].get(id)).find((row) => row !== undefined);

/** The row with this id. Ids are unique across resource types. */
export const findRow = (world: World, id: string): Row | undefined =>
    findTopLevel(world, id) ?? allRows(world).find((row) => row.id === id);

/** The rows of a child's type in its parent. */
function siblingsOf(world: World, row: Row): AnyRow[] {
    const { parent: parentType } = typeOf(row);
    const parent = parentType && findRow(world, parentType.idOf(row));
    return parent ? parentType.rowsIn(parent) : [];
}

const collectionOf = (world: World, row: TopLevelRow): Map<string, Row> => world[resourceTypes[row.kind].plural];

export function insertRow(world: World, row: Row): void {
    if (isTopLevel(row)) collectionOf(world, row).set(row.id, row);
    else siblingsOf(world, row).push(row);
}

/** Removes a row; its children are stored in it. */
export function removeRow(world: World, row: Row): void {
    if (isTopLevel(row)) {
        collectionOf(world, row).delete(row.id);
        return;
    }
    const siblings = siblingsOf(world, row);
    const index = siblings.indexOf(row);
    if (index >= 0) siblings.splice(index, 1);
}

/** An additional token. */
export interface TokenSeed {
    /** Default: generated. */
    token?: string;
    /** Names of the projects it can access. Unless `type` is set, one project means `apiKey`, several mean `oauth`. */
    projects: string[];
    type?: "apiKey" | "oauth";
}

const planType = "PERFORMANCE";
const firstUserId = 1001;

function newToken(random: Random, seed: TokenSeed, projects: ProjectRow[], now: number, number: number): TokenRow {
    const type = seed.type ?? (projects.length === 1 ? "apiKey" : "oauth");
    const user = number + 1;
    return {
        token: seed.token ?? `${type === "apiKey" ? "pat" : "oat"}_${random.password(32)}`,
        type,
        name: type === "apiKey" ? `${projects[0]?.name ?? ""} automation` : "console session",
        created_at: now,
        public_key: random.id(16),
        project_ids: projects.map(({ id }) => id),
        user: { id: String(firstUserId + number), name: `User ${user}`, email: `user${user}@clouddb.example` },
    };
}

/** Creates the projects, a personal access token for each, an OAuth token for all, and the additional tokens. */
export function newWorld(random: Random, names: readonly string[], tokens: readonly TokenSeed[], now: number): World {
    const world = emptyWorld();
    const projects = names.map((name) => ({ id: random.id(), name, plan_type: planType }));
    for (const project of projects) world.projects.set(project.id, project);
    const seeds: TokenSeed[] = [
        ...names.map((name) => ({ projects: [name] })),
        { type: "oauth", projects: [...names] },
        ...tokens,
    ];
    for (const [number, seed] of seeds.entries()) {
        const accessible = seed.projects.map((name) => {
            const project = projects.find((candidate) => candidate.name === name);
            if (!project) throw new Error(`tokens: there is no project ${name}, only ${names.join(", ")}`);
            return project;
        });
        const token = newToken(random, seed, accessible, now, number);
        world.tokens.set(token.token, token);
    }
    return world;
}
