import type { Problem } from "../../lifecycle";
import { check } from "../check";
import { parseInputs, type PropertyMap } from "../inputs";
import type { OperationContext } from "./context";
import { previewCreation } from "./previewCreation";

/** Validates the arguments of a resource that the program declares. Sends requests only for a creation in a preview. */
export async function checkResource(
    { definition, runtime }: OperationContext,
    olds: PropertyMap,
    news: PropertyMap,
): Promise<{ inputs: { [key: string]: unknown }; failures: Problem[] }> {
    const { autoName } = runtime.connections.settings;
    const { inputs, failures, preview, notice } = check(definition, olds, news, autoName);
    const { args, hidden } = parseInputs(news);
    if (failures.length === 0) runtime.assertConfigured(args.profile);
    runtime.program.declare(hidden.urn, { existed: Object.keys(olds).length > 0, preview });
    if (args.adopt !== undefined && hidden.urn !== undefined) {
        runtime.owners.expectAdoption({ urn: hidden.urn, type: definition.type, id: args.adopt });
    }
    if (notice !== undefined) await runtime.log.info(hidden.urn, notice);
    const isCreation = preview && runtime.program.of(hidden.urn)?.existed === false;
    if (!isCreation || failures.length > 0) return { inputs, failures };
    return { inputs, failures: await previewCreation({ definition, runtime }, inputs) };
}
