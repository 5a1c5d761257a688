import * as pulumi from "@pulumi/pulumi";
import type { FunctionOutputOptions } from "./args";

/**
 * The arguments as an output that is known once they are and once every resource behind them, or named in `dependsOn`, is
 * there. So, in a preview, nobody asks the API for what is only going to be created: this is the rule of Pulumi's own functions.
 */
export function whenKnown(args: unknown, dependsOn: FunctionOutputOptions["dependsOn"]): pulumi.Output<unknown> {
    const given = pulumi.output(args);
    const behind = pulumi.output(pulumi.getAllResources(given).then((resources) => idsOf([...resources])));
    const named = pulumi.output(dependsOn ?? []).apply((value) => idsOf([value].flat()));
    return pulumi.all([given, behind, named]).apply(([known]) => known);
}

/** An id is unknown as long as its resource is not there. */
const idsOf = (resources: readonly pulumi.Resource[]): pulumi.Output<unknown> =>
    pulumi.output(customIn(resources, new Set()).map(({ id }) => id));

/** The resources that have an id: those among them, and those that their components are made of. */
function customIn(resources: Iterable<pulumi.Resource>, seen: Set<pulumi.Resource>): pulumi.CustomResource[] {
    return [...resources].flatMap((resource) => {
        if (seen.has(resource)) return [];
        seen.add(resource);
        if (pulumi.ComponentResource.isInstance(resource)) return customIn(childrenOf(resource), seen);
        // What stands for a resource of another process has no id here.
        return pulumi.CustomResource.isInstance(resource) && "id" in resource ? [resource] : [];
    });
}

/** A component's children. The SDK keeps them in a field that its types do not show. */
const childrenOf = (component: pulumi.Resource): ReadonlySet<pulumi.Resource> =>
    (component as { readonly __childResources?: ReadonlySet<pulumi.Resource> }).__childResources ?? new Set();
