import { Task, type AnyDefinition, type CommonArgs, type ProgramView, type Project } from "../../lifecycle";
import { nameInUrn, type HiddenInputs, type Inputs, type PropertyMap } from "../inputs";
import type { ResourceRef } from "../owners";
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

/** Whether the name is a generated one, which no other resource gets: a record of that name is this resource's own. */
export const isOwnName = ({ definition }: OperationContext, { hidden }: Inputs): boolean =>
    definition.uniqueName !== undefined && hidden.autoNamed === "unique";

/**
 * A look-up of a preview. The same failure of several resources, as with a wrong key, is reported by the first of them: the preview
 * has failed then. Undefined for the others.
 */
export async function reportedOnce<T>({ runtime }: OperationContext, lookUp: () => Promise<T>): Promise<T | undefined> {
    try {
        return await lookUp();
    } catch (error) {
        if (runtime.program.isNews(error)) throw error;
        return undefined;
    }
}

/** Identifies the record with this id. @param projectId - undefined: the default project, whichever it is. */
export const refOf = (
    { definition, runtime }: OperationContext,
    profile: string | undefined,
    projectId: string | undefined,
    id: string,
): ResourceRef => ({
    type: definition.type,
    address: runtime.connections.client(profile).baseUrl,
    projectId: projectId ?? runtime.connections.configuredProject(profile),
    id,
});

/** What the other resources of the program have, for the creation of one. */
export function programView(context: OperationContext, urn: string, project: Project): ProgramView {
    const { definition, runtime } = context;
    const place = { address: project.client.baseUrl, projectId: project.id };
    const ref = (id: string): ResourceRef => ({ ...place, type: definition.type, id });
    return {
        rivalOf: (id) => nameInUrn(runtime.owners.rivalOf(urn, ref(id))),
        take: (id) => runtime.owners.expectAdoption(urn, ref(id)),
        manages: (id) => runtime.owners.isHeld({ ...place, type: definition.containedIn?.type ?? definition.type, id }),
    };
}

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
