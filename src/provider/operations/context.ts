import {
    secretProperties,
    OperationProgress,
    type AnyDefinition,
    type CreateRequest,
    type Project,
} from "../../lifecycle";
import { nameInUrn, type HiddenInputs, type Inputs, type PropertyMap } from "../inputs";
import type { ResourceRef } from "../owners";
import type { Runtime } from "../runtime";
import { timeoutOf } from "../check";

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
): OperationProgress =>
    new OperationProgress(operation, runtime.clock, timeoutOf(operation, timeouts, definition.timeouts), {
        status: (text) => runtime.log.status(urn, text),
        note: (text) => void runtime.log.info(urn, text),
        debug: (text) => runtime.log.debug(urn, text),
    });

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

/** The creation of a resource, as the lifecycle takes it. */
export function creationOf({ definition, runtime }: OperationContext, inputs: Inputs, project: Project): CreateRequest {
    const { urn = "", autoNamed, retainOnDelete } = inputs.hidden;
    const { owners, program, connections } = runtime;
    const place = { address: project.client.baseUrl, projectId: project.id };
    const ref = (id: string): ResourceRef => ({ ...place, type: definition.type, id });
    return {
        args: { onNameConflict: connections.settings.onNameConflict, ...inputs.args },
        fallbackName: nameInUrn(urn) ?? "",
        owner: urn,
        // Of a forced replacement only the deletion of the predecessor shows that it was one, and what is retained is not deleted.
        replacing: program.of(urn)?.existed === true || retainOnDelete === true,
        predecessor: program.diffOf(urn)?.id,
        nameIsOwn: definition.uniqueName !== undefined && autoNamed === "unique",
        program: {
            rivalOf: (id) => nameInUrn(owners.rivalOf(urn, ref(id))),
            take: (id, how) => owners.expectAdoption(urn, ref(id), how),
            manages: (id) => owners.isHeld({ ...place, type: definition.containedIn?.type ?? definition.type, id }),
        },
    };
}

/** The project to work in. From now on the secrets in `secretSources` are redacted from all errors. */
export function projectOf(
    { connections }: Runtime,
    profile: string | undefined,
    projectId: string | undefined,
    ...secretSources: PropertyMap[]
): Promise<Project> {
    for (const secret of secretSources.flatMap((source) => [...secretProperties].map((key) => source[key]))) {
        if (typeof secret === "string" && secret !== "") connections.keepSecret(secret);
    }
    return connections.project(profile, projectId);
}
