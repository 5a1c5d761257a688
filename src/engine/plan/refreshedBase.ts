import type { Resource } from "../model/resource";
import { isProvider } from "../model/resource";
import type { Urn } from "../model/urn";

/**
 * The state after a refresh: deleted resources are removed, together with dependencies on them, and their children have
 * no parent until the program registers them again.
 * @param found the refreshed resources; `undefined` for deleted ones.
 */
export function refreshedBase(
    resources: readonly Resource[],
    found: ReadonlyMap<Resource, Resource | undefined>,
): Resource[] {
    const there = new Set<Urn>();
    const left: Resource[] = [];
    for (const old of resources) {
        const next = found.has(old) ? found.get(old) : old;
        if (!next) continue;
        const exists = (urn: Urn) => there.has(urn);
        next.dependencies = next.dependencies.filter(exists);
        next.propertyDependencies = whereAny(next.propertyDependencies, exists);
        if (next.deletedWith && !exists(next.deletedWith)) next.deletedWith = undefined;
        if (next.parent && !exists(next.parent)) next.parent = undefined;
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
