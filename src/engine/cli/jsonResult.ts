import type { DeployResult, ResourceReport } from "../deployResult";

const hidden = "[secret]";

const without = <T>(properties: Record<string, T>, names: readonly string[]): Record<string, T | string> =>
    Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, names.includes(name) ? hidden : value]),
    );

const withoutSecrets = (resource: ResourceReport) => ({
    ...resource,
    inputs: without(resource.inputs, resource.secretInputs),
    outputs: without(resource.outputs, resource.secretOutputs),
});

/** The result as one JSON document, with secrets only if `showSecrets` is set. */
export function jsonResult(result: DeployResult, showSecrets: boolean): string {
    const { outputs, secretOutputs, resources } = result;
    const shown = showSecrets
        ? result
        : { ...result, outputs: without(outputs, secretOutputs), resources: resources.map(withoutSecrets) };
    return JSON.stringify({ ...shown, state: undefined }, undefined, 4);
}
