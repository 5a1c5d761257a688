import type { Stack } from "./engine/operate";

/** Does what `pulumi stack rename` does: renames every URN of the state, but none inside outputs. */
export function renamedStack(stack: Stack, name: string): Stack {
    const from = `urn:pulumi:${stack.name}::`;
    const rootName = `pulumi:pulumi:Stack::shop-${stack.name}`;
    const renamed = (urn: string) =>
        (urn.startsWith(from) ? `urn:pulumi:${name}::${urn.slice(from.length)}` : urn).replace(
            rootName,
            `pulumi:pulumi:Stack::shop-${name}`,
        );
    const tainted = new Set([...stack.tainted].map(renamed));
    if (stack.state === undefined) return { name, state: undefined, tainted };
    const { deployment } = stack.state;
    const resources = (deployment.resources ?? []).map((resource) => ({
        ...resource,
        urn: renamed(resource.urn),
        ...(resource.parent === undefined ? {} : { parent: renamed(resource.parent) }),
        ...(resource.provider === undefined ? {} : { provider: renamed(resource.provider) }),
        ...(resource.deletedWith === undefined ? {} : { deletedWith: renamed(resource.deletedWith) }),
        dependencies: resource.dependencies?.map(renamed),
        propertyDependencies: Object.fromEntries(
            Object.entries(resource.propertyDependencies ?? {}).map(([key, urns]) => [key, (urns ?? []).map(renamed)]),
        ),
    }));
    return { name, state: { ...stack.state, deployment: { ...deployment, resources } }, tainted };
}
