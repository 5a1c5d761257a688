import type { Problem } from "../../lifecycle";
import { check } from "../check";
import { withGivenValues, withoutShownSecrets } from "../givenValue";
import { nameInUrn, parseInputs, type AnyArgs, type PropertyMap } from "../inputs";
import type { OperationContext } from "./context";
import { previewCreation } from "./previewCreation";

/** Two resources that manage one record: the deletion of either would delete it for both. Stacks that have it so keep it. */
function sharedAdoption(
    { definition, runtime: { program } }: OperationContext,
    urn: string,
    id: string,
    { projectId, profile, onNameConflict }: Partial<AnyArgs>,
): Problem[] {
    const shared = onNameConflict === "ignore";
    const target = JSON.stringify([definition.type, projectId, profile, id]);
    const other = program.adopts({ urn, target, shared });
    const areOld = program.of(urn)?.existed === true && program.of(other?.urn)?.existed === true;
    if (other === undefined || areOld || (shared && other.shared)) return [];
    const name = nameInUrn(other.urn) ?? other.urn;
    return [
        {
            property: "adopt",
            reason:
                `is the id that ${name} adopts as well: both would manage this ${definition.noun}, and a deletion of one would delete it for both. ` +
                'If that is meant, set `onNameConflict: "ignore"` on both',
        },
    ];
}

/** Validates the arguments of a resource that the program declares. Sends requests only for a creation in a preview. */
export async function checkResource(
    { definition, runtime }: OperationContext,
    olds: PropertyMap,
    news: PropertyMap,
): Promise<{ inputs: { [key: string]: unknown }; failures: Problem[] }> {
    const { autoName } = runtime.connections.settings;
    const { inputs, failures: found, preview, notice } = check(definition, olds, news, autoName);
    const shown = (problems: readonly Problem[]) => withoutShownSecrets(problems, Object.keys(definition.schema.shape));
    const failures = shown(withGivenValues(found, news));
    const { args, hidden } = parseInputs(news);
    if (failures.length === 0) runtime.assertConfigured(args.profile);
    runtime.program.declare(hidden.urn, { existed: Object.keys(olds).length > 0, preview });
    if (args.adopt !== undefined && hidden.urn !== undefined) {
        runtime.owners.expectAdoption({ urn: hidden.urn, type: definition.type, id: args.adopt });
        failures.push(...sharedAdoption({ definition, runtime }, hidden.urn, args.adopt, args));
    }
    if (notice !== undefined) await runtime.log.info(hidden.urn, notice);
    const isCreation = preview && runtime.program.of(hidden.urn)?.existed === false;
    if (!isCreation || failures.length > 0) return { inputs, failures };
    return { inputs, failures: shown(await previewCreation({ definition, runtime }, inputs)) };
}
