import type { ProjectRow, TokenRow } from "./accounts";
import { type Collections, isRow, type Row, rowTypes } from "./rows";
import type { AnyRow } from "./rows/row";

/** All rows. Lists return them in the order of creation, which the maps preserve. */
export interface World extends Collections {
    projects: Map<string, ProjectRow>;
    tokens: Map<string, TokenRow>;
}

const topLevel = Object.values(rowTypes).filter((type) => type.containedIn === null);

/** The names of the collections. */
export const collections = topLevel.map(({ plural }) => plural);

// TypeScript cannot see that `collections` has every key.
const emptyCollections = () => Object.fromEntries(collections.map((name) => [name, new Map()])) as Collections;

export const emptyWorld = (): World => ({ projects: new Map(), tokens: new Map(), ...emptyCollections() });

export const childrenOf = (row: Row): Row[] => Object.values(rowTypes[row.kind].children(row)).flat().filter(isRow);

/** A row and all rows in it. */
function* withChildren(row: Row): Generator<Row> {
    yield row;
    for (const child of childrenOf(row)) yield* withChildren(child);
}

export function* allRows(world: World): Generator<Row> {
    for (const name of collections) for (const row of world[name].values()) yield* withChildren(row);
}

/** The top-level row with this id. */
export function findTopLevel(world: World, id: string): Row | undefined {
    for (const name of collections) {
        const row = world[name].get(id);
        if (row) return row;
    }
    return undefined;
}

/** The row with this id. Ids are unique across resource types. */
export function findRow(world: World, id: string): Row | undefined {
    const direct = findTopLevel(world, id);
    if (direct) return direct;
    for (const row of allRows(world)) if (row.id === id) return row;
    return undefined;
}

/** The rows of a contained row's type in its parent. */
function siblingsOf(world: World, row: Row): AnyRow[] {
    const parentId = rowTypes[row.kind].parentId(row);
    const parent = parentId === undefined ? undefined : findRow(world, parentId);
    return (parent && rowTypes[parent.kind].children(parent)[row.kind]) ?? [];
}

export function insertRow(world: World, row: Row): void {
    const type = rowTypes[row.kind];
    if (type.containedIn !== null) {
        siblingsOf(world, row).push(row);
        return;
    }
    const collection: Map<string, Row> = world[type.plural];
    collection.set(row.id, row);
}

/** Removes a row; its children are stored in it. */
export function removeRow(world: World, row: Row): void {
    const type = rowTypes[row.kind];
    if (type.containedIn === null) {
        world[type.plural].delete(row.id);
        return;
    }
    const siblings = siblingsOf(world, row);
    const at = siblings.indexOf(row);
    if (at >= 0) siblings.splice(at, 1);
}
