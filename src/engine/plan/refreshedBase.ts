import type { Resource } from "../model/resource";
import { isProvider } from "../model/resource";
import type { Urn } from "../model/urn";

/**
 * The state after a refresh: deleted resources are removed, together with dependencies on them, and their children move
 * up to the nearest remaining ancestor.
 * @param found the refreshed resources; `undefined` for deleted ones.
 */
export function refreshedBase(
    resources: readonly Resource[],
    found: ReadonlyMap<Resource, Resource | undefined>,
): Resource[] {
    const there = new Set<Urn>();
    const left: Resource[] = [];
    const parents = new Map<Urn, Urn | undefined>();
    for (const old of resources) {
        const next = found.has(old) ? found.get(old) : old;
        parents.set(old.urn, old.parent);
        if (!next) continue;
        const exists = (urn: Urn) => there.has(urn);
        next.dependencies = next.dependencies.filter(exists);
        next.propertyDependencies = whereAny(next.propertyDependencies, exists);
        if (next.deletedWith && !exists(next.deletedWith)) next.deletedWith = undefined;
        while (next.parent && !exists(next.parent)) next.parent = parents.get(next.parent);
        there.add(next.urn);
        left.push(next);
    }
    return left;
}

function whereAny(
    dependencies: Record<string, Urn[]> | undefined,
    exists: (urn: Urn) => boolean,
): Record<string, Urn[]> | undefined {
    if (!dependencies) return undefined;
    const kept = Object.entries(dependencies).map(([name, urns]) => [name, urns.filter(exists)] as const);
    return Object.fromEntries(kept.filter(([, urns]) => urns.length > 0));
}

/** Components, providers and resources that are already deleted or to be deleted are not read. */
export const isReadable = (resource: Resource) =>
    resource.custom && !isProvider(resource) && !resource.pendingReplacement;
