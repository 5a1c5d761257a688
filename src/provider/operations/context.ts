import { Task, type AnyDefinition, type CommonArgs, type Project } from "../../lifecycle";
import { defaultName } from "../defaultName";
import type { HiddenInputs, Inputs, PropertyMap } from "../inputs";
import type { Runtime } from "../runtime";
import { secretProperties } from "../secretMarks";
import { timeoutOf } from "../timeouts";

/** What every operation gets: the definition of the resource type, and what all types share. */
export interface OperationContext {
    readonly definition: AnyDefinition;
    readonly runtime: Runtime;
}

/** The deadline of an operation, and its progress messages, which go to the engine's log. */
export const taskFor = (
    { definition, runtime }: OperationContext,
    operation: "create" | "update" | "delete",
    { urn, timeouts }: Pick<HiddenInputs, "urn" | "timeouts">,
): Task =>
    new Task(operation, runtime.clock, timeoutOf(operation, timeouts, definition.timeouts), {
        status: (text) => runtime.log.status(urn, text),
        note: (text) => void runtime.log.info(urn, text),
        debug: (text) => runtime.log.debug(urn, text),
    });

/** What to do if the name exists already: as the resource says, or else the stack. */
export const policyOf = ({ runtime }: OperationContext, { args }: Inputs): CommonArgs["onNameConflict"] =>
    args.onNameConflict ?? runtime.connections.settings.onNameConflict;

/** Whether the name is the generated one, which no other resource gets: a record of that name is this resource's own. */
export const isOwnName = ({ definition, runtime }: OperationContext, inputs: Inputs): boolean =>
    definition.uniqueName !== undefined &&
    inputs.hidden.autoNamed === true &&
    inputs.args["name"] === defaultName(definition, inputs, "unique") &&
    runtime.connections.settings.autoName === "unique";

/** The project to work in. From now on the secrets in `secretSources` are redacted from all errors. */
export function projectOf(
    { connections }: Runtime,
    profile: string | undefined,
    projectId: string | undefined,
    ...secretSources: PropertyMap[]
): Promise<Project> {
    for (const secret of secretSources.flatMap((source) => secretProperties.map((key) => source[key]))) {
        if (typeof secret === "string" && secret !== "") connections.keepSecret(secret);
    }
    return connections.project(profile, projectId);
}
