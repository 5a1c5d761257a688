import { Converger } from "./converge";
import type { CommonArgs, Desired, ResourceDefinition } from "./definition";
import type { KnownState } from "./knownState";
import type { Project } from "./project";
import { ResourceInProgress } from "./resourceInProgress";
import type { Task } from "./task";

/** What is remembered of a thing beside what is known of it. */
export interface UpdateOptions {
    /** The operation before this one did not come to its end: what a finished creation shows may be missing. */
    readonly unfinished: boolean;
    /** Just created: until this moment a look that finds nothing is tolerated. */
    readonly newUntil: number;
}

/** Brings an existing thing to what is desired, from whatever is really there. */
export async function update<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    id: string,
    remembered: KnownState<Observed>,
    desired: Desired<Args>,
    task: Task,
    { unfinished, newUntil }: UpdateOptions,
): Promise<ResourceInProgress<Observed>> {
    const resource = new ResourceInProgress(id, remembered);
    const converger = new Converger(
        definition,
        definition.handle(project, id),
        resource,
        task,
        project.serialise,
        newUntil,
    );
    await resource.preservingState(async () => {
        await converger.settle();
        if (unfinished) await converger.waitFor("finishing what was interrupted", definition.ready);
        await converger.converge(desired);
    });
    return resource;
}
