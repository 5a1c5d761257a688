import { assertAdoptable } from "./creation/adoption";
import { createOnce, type CreateResult } from "./creation/createOnce";
import { Converger } from "./converge";
import { UserError } from "./errors";
import type { CommonArgs, Desired, ResourceDefinition, CurrentProperties } from "./definition";
import { withValues, mergeObservation, nothingKnown, withSpellings, type KnownState } from "./knownState";
import type { Project } from "./project";
import { spellingsOf } from "./replacement";
import { settleWindow } from "./wait/schedule";
import { ResourceInProgress } from "./resourceInProgress";
import type { Task } from "./task";

export interface CreateRequest<Args> {
    readonly args: Args;
    /** The name for a thing that is given none: the resource's own. */
    readonly fallbackName: string;
    /** Who creates, for messages: the resource's URN. */
    readonly owner: string;
    /** The resource is in the state already: this creation replaces what it has. */
    readonly replacing: boolean;
}

/** Makes, forks or takes over a thing, and brings it to what is desired. From the API's answer on, every error carries the id. */
export async function create<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    creation: CreateRequest<Args>,
    task: Task,
): Promise<ResourceInProgress<Observed>> {
    const { args } = creation;
    const desired: Desired<Args> = args;
    if (typeof desired.adopt === "string") return adoptExisting(definition, project, desired.adopt, desired, task);
    const name = definition.nameOf(desired, creation.fallbackName) ?? creation.fallbackName;
    const spec = definition.createSpec(project, args, name);
    task.report(spec.doing, undefined);
    const idOf = (record: ApiRecord) => definition.idOf(record, args);
    const born = await createOnce(spec, task, {
        owner: creation.owner,
        onConflict: desired.onNameConflict ?? "error",
        named: "name" in definition.rules,
        replacing: creation.replacing,
        idOf,
    });
    const id = idOf(born.record);
    if (born.adopted) return adoptExisting(definition, project, id, { ...desired, name }, task, born.record);
    const asked: CurrentProperties = { ...desired, name };
    const first = withValues(
        firstObservation(definition, id, born.record, asked, () => true),
        spec.valuesFromAnswer(born.record),
    );
    const resource = new ResourceInProgress(id, first);
    const newUntil = task.clock.now() + settleWindow;
    const converger = new Converger(
        definition,
        definition.handle(project, id),
        resource,
        task,
        project.serialise,
        newUntil,
    );
    await resource.preservingState(async () => {
        await converger.waitFor(spec.doing, spec.effect, born.record);
        await converger.converge(desired);
        await assertNoDuplicates(born, spec.label, id, task);
    });
    return resource;
}

/** An attempt before the one that succeeded may have made another one, which a list may show only now. */
async function assertNoDuplicates<ApiRecord>(
    { duplicates }: CreateResult<ApiRecord>,
    label: string,
    id: string,
    task: Task,
): Promise<void> {
    if (duplicates === undefined) return;
    // A list that lags shows them by the end of the settle window, which most creations take anyway.
    const wait = Math.min(duplicates.since + settleWindow, task.deadline) - task.clock.now();
    if (wait > 0) {
        task.report("making sure that no earlier attempt has made another", undefined);
        await task.clock.sleep(wait);
    }
    const others = await duplicates.find();
    if (others.length === 0) return;
    throw new UserError(
        `${label} exists as ${id}, and so does ${others.join(", ")}: an attempt at its creation that was answered with an error may have made that as well. ` +
            "Delete what is not needed. The next `pulumi up` goes on with the first.",
    );
}

/**
 * What a first look tells, together with the id. What the record shows of an argument that only a replacement could change is
 * the API's spelling of it: always where we have just made the thing, and where `isSpelling` says so of a thing taken over.
 */
function firstObservation<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    id: string,
    record: ApiRecord,
    asked: CurrentProperties,
    isSpelling?: () => boolean,
): KnownState<Observed> {
    const observation = definition.observe(record, {});
    const known = withSpellings(
        nothingKnown<Observed>(),
        spellingsOf(definition, asked, observation.values as CurrentProperties, isSpelling),
    );
    return withValues(mergeObservation(definition, known, observation), definition.observedFromId?.(id) ?? {});
}

async function adoptExisting<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    id: string,
    desired: Desired<Args>,
    task: Task,
    found?: ApiRecord,
): Promise<ResourceInProgress<Observed>> {
    const handle = definition.handle(project, id);
    const record = found ?? (await handle.read({ fresh: true }));
    if (record === undefined)
        throw new UserError(`There is no ${definition.noun} ${id} in project ${project.id} to adopt.`);
    const known = firstObservation(definition, id, record, desired as CurrentProperties);
    assertAdoptable(definition, id, desired, known.observed, project.id);
    const resource = new ResourceInProgress(id, known);
    await resource.preservingState(async () => {
        const converger = new Converger(definition, handle, resource, task, project.serialise);
        await converger.waitFor("adopting", {}, record);
        await converger.converge(desired);
    });
    return resource;
}
