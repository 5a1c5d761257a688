import { dependenciesOf, type Resource, type Urn } from "../model/resource";

/**
 * The dependency graph of a state. The list is sorted such that resources come after their dependencies; the order also
 * determines which of two resources with the same URN a reference means.
 */
export class Graph {
    private readonly position: ReadonlyMap<Resource, number>;
    private readonly byUrn: ReadonlyMap<Urn, Resource>;

    constructor(readonly resources: Resource[]) {
        this.position = new Map(resources.map((resource, at) => [resource, at]));
        this.byUrn = new Map(resources.filter((each) => !each.delete).map((each) => [each.urn, each]));
    }

    /** The resource with this URN, ignoring those that are only waiting to be deleted. */
    current = (urn: Urn): Resource | undefined => this.byUrn.get(urn);

    /** All transitive dependents of `root`, in order. Resources in `ignored` are treated as having no dependencies. */
    dependentsOf(root: Resource, ignored: (urn: Urn) => boolean, includeChildren: boolean): Resource[] {
        const implicated = new Set([root.urn]);
        return this.resources.slice((this.position.get(root) ?? -1) + 1).filter((candidate) => {
            if (ignored(candidate.urn)) return false;
            const child = includeChildren && candidate.parent !== undefined && implicated.has(candidate.parent);
            const dependent = child || [...dependenciesOf(candidate)].some((urn) => implicated.has(urn));
            if (dependent) implicated.add(candidate.urn);
            return dependent;
        });
    }

    /** The direct dependencies: provider, parent, declared dependencies, and the children of components among them. */
    dependenciesOf(resource: Resource): Set<Resource> {
        const urns = dependenciesOf(resource);
        const found = new Set<Resource>();
        const components = new Set<Urn>();
        for (const candidate of this.resources.slice(0, this.position.get(resource) ?? 0)) {
            const inside = candidate.parent !== undefined && components.has(candidate.parent);
            const named = urns.has(candidate.urn);
            if (named || inside || candidate.urn === resource.parent) found.add(candidate);
            if ((named || inside) && !candidate.custom) components.add(candidate.urn);
        }
        return found;
    }

    closure(resources: readonly Resource[]): Set<Resource> {
        const found = new Set(resources.flatMap((resource) => [...this.dependenciesOf(resource)]));
        // The loop also reaches what is added meanwhile.
        for (const resource of found) for (const dependency of this.dependenciesOf(resource)) found.add(dependency);
        return found;
    }

    /** Splits `resources` into rounds: those of a round can be deleted concurrently, after all earlier rounds. */
    deletionRounds(resources: Iterable<Resource>): Resource[][] {
        const left = new Set(resources);
        const dependencies = new Map([...left].map((resource) => [resource, [...this.dependenciesOf(resource)]]));
        const rounds: Resource[][] = [];
        while (left.size > 0) {
            const free = [...left].filter((resource) => !dependencies.get(resource)?.some((each) => left.has(each)));
            for (const resource of free) left.delete(resource);
            rounds.unshift(free);
        }
        return rounds;
    }
}
