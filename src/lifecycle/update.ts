import { Converger } from "./converge";
import type { Desired, ResourceDefinition } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import type { KnownState } from "./knownState";
import type { Project } from "./project";
import { ResourceInProgress } from "./resourceInProgress";
import type { Task } from "./task";

export interface UpdateOptions {
    /** The operation before this one did not finish: what a finished creation shows may be missing. */
    readonly unfinished: boolean;
    /** Just created: until this moment (milliseconds since the epoch) a 404 is tolerated. */
    readonly newUntil: number;
}

/** Brings an existing resource to the desired state, from whatever state it really has. */
export async function update<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    id: string,
    remembered: KnownState<Observed>,
    desired: Desired<Args>,
    task: Task,
    { unfinished, newUntil }: UpdateOptions,
): Promise<ResourceInProgress<Args, Observed, ApiRecord>> {
    const resource = new ResourceInProgress(definition, id, remembered);
    const converger = new Converger(definition.handle(project, id), resource, task, project.serialise, newUntil);
    await resource.preservingState(async () => {
        await converger.settle();
        if (unfinished) await converger.waitFor("finishing what was interrupted", definition.ready);
        await converger.converge(desired);
    });
    return resource;
}
