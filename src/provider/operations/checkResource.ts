import type { Problem } from "../../lifecycle";
import { check } from "../check";
import { nameScope } from "../defaultName";
import { withGivenValues, withoutShownSecrets, parseInputs, type HiddenInputs, type PropertyMap } from "../inputs";
import { refOf, type OperationContext } from "./context";
import { previewCreation } from "./createResource";

/** Validates the arguments of a resource that the program declares. Sends requests only for a creation in a preview. */
export async function checkResource(
    context: OperationContext,
    olds: PropertyMap,
    news: PropertyMap,
): Promise<{ inputs: { [key: string]: unknown }; failures: Problem[] }> {
    const { definition, runtime } = context;
    const { autoName } = runtime.connections.settings;
    const scope = nameScope(runtime, parseInputs(news));
    const { inputs, failures: found, preview, notice } = check(definition, olds, news, autoName, scope);
    const shown = (problems: readonly Problem[]) => withoutShownSecrets(problems, Object.keys(definition.schema.shape));
    const failures = shown(withGivenValues(found, news));
    const { args, hidden } = parseInputs(news);
    const { urn } = hidden;
    if (failures.length === 0) runtime.assertConfigured(args.profile);
    const hasOlds = Object.keys(olds).length > 0;
    runtime.program.declare(urn, { existed: hasOlds, preview });
    if (failures.length > 0) return { inputs, failures };
    if (args.adopt !== undefined && urn !== undefined && definition.isWaitOnly !== true)
        runtime.owners.expectAdoption(urn, refOf(context, args.profile, args.projectId, args.adopt));
    if (notice !== undefined) await runtime.log.info(urn, notice);
    if (!preview || hasOlds || !isCreatedAsNew(context, parseInputs(inputs).hidden)) return { inputs, failures };
    return { inputs, failures: shown(await previewCreation(context, inputs)) };
}

/** Whether a preview has to look what the creation would meet. Not so where a predecessor that may have the same name is there until then. */
function isCreatedAsNew({ runtime }: OperationContext, { urn, autoNamed }: HiddenInputs): boolean {
    const diffed = runtime.program.diffOf(urn);
    if (diffed === undefined || !diffed.replaces || diffed.isAbsent) return true;
    return autoNamed === "unique" && !diffed.deletesFirst;
}
