import { previewCreate, type Problem } from "../../lifecycle";
import { parseInputs, unknownIn, type PropertyMap } from "../inputs";
import { creationOf, projectOf, reportedOnce, type OperationContext } from "./context";

/**
 * Looks up what a creation would meet, so that the preview fails where the `up` would: a wrong address or key, a name that is taken,
 * a VPC or a parent that does not exist, an adoption that is not possible. Logs what would be adopted.
 */
export async function previewCreation(context: OperationContext, properties: PropertyMap): Promise<Problem[]> {
    const { definition, runtime } = context;
    const inputs = parseInputs(properties);
    const { urn } = inputs.hidden;
    const unknown = unknownIn(inputs);
    if (unknown.includes("profile") || unknown.includes("projectId")) return [];
    const preview = await reportedOnce(context, async () => {
        const project = await projectOf(runtime, inputs.args.profile, inputs.args.projectId, properties);
        return previewCreate(definition, project, {
            ...creationOf(context, inputs, project),
            unknown,
            deletesFirst: inputs.hidden.deleteBeforeReplace === true,
        });
    });
    const { problems = [], note, warning } = preview ?? {};
    if (note !== undefined) await runtime.log.info(urn, note);
    if (warning !== undefined) await runtime.log.warn(urn, warning);
    return [...problems];
}
