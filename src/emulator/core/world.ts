import type { Changeable, ProjectRow, ServiceRow, Row, TokenRow, VpcRow } from "./rows";

/** All rows. Lists return them in the order of creation, which the maps preserve. */
export interface World {
    projects: Map<string, ProjectRow>;
    tokens: Map<string, TokenRow>;
    vpcs: Map<string, VpcRow>;
    services: Map<string, ServiceRow>;
}

export const emptyWorld = (): World => ({
    projects: new Map(),
    tokens: new Map(),
    vpcs: new Map(),
    services: new Map(),
});

/** Services, their replica sets, and peerings. */
export function* changeables(world: World): Generator<Changeable> {
    for (const service of world.services.values()) {
        yield service;
        yield* service.replica_sets;
    }
    for (const vpc of world.vpcs.values()) yield* vpc.peerings;
}

/** The row with this id. Ids are unique across resource types. */
export function findRow(world: World, id: string): Row | undefined {
    const direct = world.services.get(id) ?? world.vpcs.get(id);
    if (direct) return direct;
    for (const row of changeables(world)) if (row.id === id) return row;
    return undefined;
}

/** Removes a row; its children are stored in it. */
export function removeRow(world: World, row: Row): void {
    switch (row.kind) {
        case "service":
            world.services.delete(row.id);
            return;
        case "vpc":
            world.vpcs.delete(row.id);
            return;
        case "replicaSet": {
            const parent = world.services.get(row.service_id);
            if (parent) parent.replica_sets = parent.replica_sets.filter((set) => set !== row);
            return;
        }
        case "peering": {
            const parent = world.vpcs.get(row.vpc_id);
            if (parent) parent.peerings = parent.peerings.filter((peering) => peering !== row);
        }
    }
}
