import type { Changeable, ProjectRow, ServiceRow, Thing, TokenRow, VpcRow } from "./rows";

/** All that there is. Maps keep the order of creation, which is the order of the lists. */
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

/** Every thing with a status: services, their replica sets, peerings. */
export function* changeables(world: World): Generator<Changeable> {
    for (const service of world.services.values()) {
        yield service;
        yield* service.replica_sets;
    }
    for (const vpc of world.vpcs.values()) yield* vpc.peerings;
}

/** The thing with that id, of whatever kind; ids are unique over all kinds. */
export function findThing(world: World, id: string): Thing | undefined {
    const direct = world.services.get(id) ?? world.vpcs.get(id);
    if (direct) return direct;
    for (const thing of changeables(world)) if (thing.id === id) return thing;
    return undefined;
}

/** Takes the thing out of the world, with all that hangs on it. */
export function removeThing(world: World, thing: Thing): void {
    switch (thing.kind) {
        case "service":
            world.services.delete(thing.id);
            return;
        case "vpc":
            world.vpcs.delete(thing.id);
            return;
        case "replicaSet": {
            const parent = world.services.get(thing.service_id);
            if (parent) parent.replica_sets = parent.replica_sets.filter((set) => set !== thing);
            return;
        }
        case "peering": {
            const parent = world.vpcs.get(thing.vpc_id);
            if (parent) parent.peerings = parent.peerings.filter((peering) => peering !== thing);
        }
    }
}
