import type { Resource } from "../model/resource";
import { createUrn, nameOf, originOf, providerUrn, qualifiedType, stackType, typeOf, type Urn } from "../model/urn";

/** Maps former URNs to current ones, including those of children of a renamed parent. */
function renames(resources: readonly Resource[]): Map<Urn, Urn> {
    const renamed = new Map<Urn, Urn>();
    for (const { urn, aliases, parent } of resources) {
        for (const alias of aliases) renamed.set(alias, urn);
        const newParent = parent && renamed.get(parent);
        if (!newParent || qualifiedType(newParent) === stackType) continue;
        const { stack, project } = originOf(urn);
        renamed.set(urn, createUrn(stack, project, newParent, typeOf(urn), nameOf(urn)));
    }
    return renamed;
}

/**
 * Replaces all references to former URNs by current ones, since resources in a state have no aliases. Unchanged
 * resources are returned as the same objects.
 */
export function withoutAliases(resources: readonly Resource[]): Resource[] {
    const renamed = renames(resources);
    if (renamed.size === 0) return [...resources];
    const now = (urn: Urn): Urn => renamed.get(urn) ?? urn;
    const provider = (reference: string) =>
        now(providerUrn(reference)) + reference.slice(providerUrn(reference).length);
    return resources.map((resource) => ({
        ...resource,
        urn: now(resource.urn),
        parent: resource.parent && now(resource.parent),
        dependencies: resource.dependencies.map(now),
        propertyDependencies:
            resource.propertyDependencies &&
            Object.fromEntries(
                Object.entries(resource.propertyDependencies).map(([name, urns]) => [name, urns.map(now)]),
            ),
        deletedWith: resource.deletedWith && now(resource.deletedWith),
        provider: resource.provider && provider(resource.provider),
        aliases: [],
    }));
}
