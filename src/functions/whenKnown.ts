import * as pulumi from "@pulumi/pulumi";
import type { FunctionOutputOptions } from "./args";

/**
 * The arguments as one output, which is unknown in a preview until all arguments are known and all resources exist that they
 * come from or that `dependsOn` names. Pulumi's own functions follow the same rule: a preview must not look up what the update
 * is going to create.
 */
export function whenKnown(args: unknown, dependsOn: FunctionOutputOptions["dependsOn"]): pulumi.Output<unknown> {
    const given = pulumi.output(args);
    const sources = pulumi.output(pulumi.getAllResources(given).then((resources) => idsOf([...resources])));
    const named = pulumi.output(dependsOn ?? []).apply((value) => idsOf([value].flat()));
    return pulumi.all([given, sources, named]).apply(([known]) => known);
}

/** The ids of resources: each is unknown until its resource exists. */
const idsOf = (resources: readonly pulumi.Resource[]): pulumi.Output<unknown> =>
    pulumi.output(customIn(resources, new Set()).map(({ id }) => id));

/** The custom resources among `resources`, and those inside their components: only these have ids. */
function customIn(resources: Iterable<pulumi.Resource>, seen: Set<pulumi.Resource>): pulumi.CustomResource[] {
    return [...resources].flatMap((resource) => {
        if (seen.has(resource)) return [];
        seen.add(resource);
        if (pulumi.ComponentResource.isInstance(resource)) return customIn(childrenOf(resource), seen);
        // A reference to a resource of another process has no id.
        return pulumi.CustomResource.isInstance(resource) && "id" in resource ? [resource] : [];
    });
}

/** A component's children, in a field of the SDK that its types do not declare. */
const childrenOf = (component: pulumi.Resource): ReadonlySet<pulumi.Resource> =>
    (component as { readonly __childResources?: ReadonlySet<pulumi.Resource> }).__childResources ?? new Set();
