// Former bugs, reintroduced around the providers, to verify that the oracle finds them.
import type { Mutant, Provider, Type } from "./engine/provider";

type PropertyMap = Readonly<Record<string, unknown>>;
const urnIn = (bag: PropertyMap): string => (bag["__clouddb"] as { urn?: string } | undefined)?.urn ?? "";

const each = (providers: Readonly<Record<Type, Provider>>, change: (provider: Provider, type: Type) => Provider) =>
    Object.fromEntries(
        Object.entries(providers).map(([type, provider]) => [type, change(provider, type as Type)]),
    ) as Record<Type, Provider>;

/**
 * Ownership is tracked by URN, which is stale in the outputs after a rename, and a refresh calls diff as well: a
 * renamed resource counts as its own successor, and is not deleted.
 */
export const heldByItself: Mutant = (providers) => {
    const holders = new Map<string, string>();
    return each(providers, (provider, type) => ({
        ...provider,
        diff(id, olds: PropertyMap, news: PropertyMap) {
            holders.set(urnIn(news), `${type} ${id}`);
            return provider.diff(id, olds, news);
        },
        delete(id, props: PropertyMap) {
            const isHeld = [...holders].some(([urn, thing]) => urn !== urnIn(props) && thing === `${type} ${id}`);
            return isHeld ? Promise.resolve() : provider.delete(id, props);
        },
    }));
};

/** A fork of another parent is another database. */
export const forkReplaced: Mutant = (providers) => ({
    ...providers,
    Service: {
        ...providers.Service,
        async diff(id, olds: PropertyMap, news: PropertyMap) {
            const parentIn = (bag: PropertyMap) => (bag["forkFrom"] as { serviceId?: string } | undefined)?.serviceId;
            const [before, now] = [parentIn(olds), parentIn(news)];
            const isKnown = now !== undefined && !now.startsWith("04da6b54-");
            if (before === undefined || !isKnown || before === now) return providers.Service.diff(id, olds, news);
            return { changes: true, replaces: ["forkFrom"], deleteBeforeReplace: true };
        },
    },
});

/** The create of a replacement adopts the resource that its predecessor then deletes. */
export const takenOverAndDeleted: Mutant = (providers, anew) => {
    const forgetful = anew();
    return each(providers, (provider, type) => ({
        ...provider,
        delete: (id, props: PropertyMap) => forgetful[type].delete(id, props),
    }));
};

export const mutants: Readonly<Record<string, Mutant>> = { heldByItself, forkReplaced, takenOverAndDeleted };
