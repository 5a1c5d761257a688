import { Task, type CommonArgs, type ResourceDefinition, type Project } from "../../lifecycle";
import type { PropertyMap, HiddenInputs } from "../inputs";
import type { Runtime } from "../runtime";
import { secretProperties } from "../secretMarks";
import { limitOf } from "../timeouts";

/** What every operation works with: the definition of the resource, and what all resources of the process share. */
export interface OperationContext<Args extends CommonArgs, Observed extends object, ApiRecord> {
    readonly definition: ResourceDefinition<Args, Observed, ApiRecord>;
    readonly runtime: Runtime;
}

/** The operation's time limit and its place in the engine's log. */
export const taskFor = <Args extends CommonArgs, Observed extends object, ApiRecord>(
    { definition, runtime }: OperationContext<Args, Observed, ApiRecord>,
    operation: "create" | "update" | "delete",
    { urn, timeouts }: Pick<HiddenInputs, "urn" | "timeouts">,
): Task =>
    new Task(operation, runtime.clock, limitOf(operation, timeouts, definition.timeouts), {
        status: (text) => runtime.log.status(urn, text),
        note: (text) => void runtime.log.info(urn, text),
        debug: (text) => runtime.log.debug(urn, text),
    });

/** The project. The secrets of these bags are kept out of every error from now on. */
export function projectOf(
    { connections }: Runtime,
    profile: string | undefined,
    projectId: string | undefined,
    ...bags: PropertyMap[]
): Promise<Project> {
    for (const secret of bags.flatMap((bag) => secretProperties.map((key) => bag[key]))) {
        if (typeof secret === "string" && secret !== "") connections.keepSecret(secret);
    }
    return connections.project(profile, projectId);
}
