import type { DeploymentDocument } from "../../../src/engine";
import type { ImportDocument } from "../../../src/commands/doctor/importFile";

const providerType = "pulumi:providers:pulumi-nodejs";
const providerId = "a4ab3c9c-7b7a-4b8e-9a1f-5a1c2f6d1e00";

/**
 * The state after `pulumi import --file`, which the embedded engine does not have: the CLI stores what the file says, protected, and only
 * the provider's check sees it.
 */
export function imported(
    before: DeploymentDocument,
    resources: ImportDocument["resources"],
    { project, stack }: { readonly project: string; readonly stack: string },
): DeploymentDocument {
    const urn = (type: string, name: string) => `urn:pulumi:${stack}::${project}::${type}::${name}`;
    const parent = urn("pulumi:pulumi:Stack", `${project}-${stack}`);
    const provider = urn(providerType, "default");
    const own = [
        { urn: parent, custom: false, type: "pulumi:pulumi:Stack" },
        { urn: provider, custom: true, id: providerId, type: providerType },
        ...resources.map(({ type, name, id, inputs, outputs }) => ({
            ...{ urn: urn(type, name), custom: true, id, type, inputs, outputs },
            ...{ parent, provider: `${provider}::${providerId}`, protect: true },
        })),
    ];
    if ((before.deployment.resources ?? []).length > 0) throw new Error("imports only into an empty stack");
    return { ...before, deployment: { ...before.deployment, resources: own } };
}
