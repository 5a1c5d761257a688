import { Converger } from "./converge";
import type { AnyDefinition, AnyDesired } from "./definition";
import { duration, type Task } from "./task";
import { UserError } from "./errors";
import { assertSameAddress, noLongerExists, type LastSeen } from "./gone";
import type { AnyKnownState } from "./observation";
import type { Project } from "./project";
import { ResourceInProgress } from "./resourceInProgress";
import { settleWindow } from "./wait/schedule";

/**
 * Brings an existing resource to the desired state, from whatever state it really has.
 *
 * @throws UserError - if it is not found: nothing has changed, and the state stays as it was.
 */
export async function update(
    definition: AnyDefinition,
    project: Project,
    id: string,
    remembered: AnyKnownState,
    desired: AnyDesired,
    task: Task,
    lastSeen: LastSeen,
): Promise<ResourceInProgress> {
    const resource = new ResourceInProgress(definition, id, remembered);
    const record = await find(resource, project, task, lastSeen);
    const converger = new Converger(
        definition.handle(project, id),
        resource,
        task,
        project.serialise,
        lastSeen.newUntil,
    );
    await resource.preservingState(async () => {
        await converger.settle(record);
        if (lastSeen.unfinished) await converger.waitFor("finishing what was interrupted", definition.ready);
        await converger.converge(desired);
    });
    return resource;
}

/** The record. One that may still be in creation is awaited for the settle window. */
async function find(
    { definition, id, label }: ResourceInProgress,
    project: Project,
    task: Task,
    lastSeen: LastSeen,
): Promise<unknown> {
    const handle = definition.handle(project, id);
    const record = await handle.read({ fresh: true });
    if (record !== undefined) return record;
    assertSameAddress(label, project, lastSeen);
    const now = task.clock.now();
    if (now >= lastSeen.newUntil) throw noLongerExists(label);
    task.report("waiting until the API shows it", undefined);
    const notShown = new UserError(
        `${label} was created, but the API does not show it so far. It counts as deleted only if it is still missing in ${duration(lastSeen.newUntil - now)}. ` +
            "Run `pulumi up` again to look for it.",
    );
    return handle.until<unknown>({
        look: (found) => found,
        deadline: Math.min(now + settleWindow, lastSeen.newUntil, task.deadline),
        timedOut: (lastError) => lastError ?? (lastSeen.unfinished ? notShown : noLongerExists(label)),
    });
}
