import { Converger } from "./converge";
import { assertAdoptable, nothingToAdopt } from "./creation/adoption";
import { createOnce, type CreateResult } from "./creation/createOnce";
import type { CreateSpec } from "./creation/createSpec";
import type { Claim } from "./creation/findExisting";
import { nameFor, type CurrentProperties, type Desired, type ResourceDefinition } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import { UserError } from "./errors";
import { withValues } from "./knownState";
import { firstObservation } from "./firstObservation";
import type { Project } from "./project";
import { ResourceInProgress } from "./resourceInProgress";
import type { Task } from "./task";
import { settleWindow } from "./wait/schedule";

export interface CreateRequest<Args> {
    readonly args: Args;
    /** The name for a resource that is given none: the one in its URN. */
    readonly fallbackName: string;
    /** The resource's URN. */
    readonly owner: string;
    /** The resource is in the state already: this creation replaces it. */
    readonly replacing: boolean;
    /** The id of the resource that it replaces, where that is known. */
    readonly predecessor: string | undefined;
    /** No other resource gets this name, so what has it was created for this resource, by an `up` that was interrupted. */
    readonly nameIsOwn: boolean;
}

export interface Created<Args extends CommonArgs, Observed extends object, ApiRecord> {
    readonly resource: ResourceInProgress<Args, Observed, ApiRecord>;
    /** It existed already, and was found by its name. */
    readonly takenOver: boolean;
}

/**
 * Creates, forks or adopts a resource, and brings it to the desired state.
 *
 * @throws IncompleteError - with the id, from the API's answer to the create call on.
 */
export async function create<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    request: CreateRequest<Args>,
    task: Task,
): Promise<Created<Args, Observed, ApiRecord>> {
    const { args, fallbackName } = request;
    const desired: Desired<Args> = args;
    if (typeof desired.adopt === "string")
        return {
            resource: await adoptExisting(definition, project, desired.adopt, desired, task),
            takenOver: false,
        };
    const name = nameFor(desired, fallbackName);
    const spec = serialised(definition, project, args, definition.createSpec(project, args, name));
    await assertReferencesExist(definition, project, args);
    task.report(spec.progress, undefined);
    const claim = claimOf(definition, request);
    const result = await createOnce(spec, task, claim);
    const { record, adopted } = result;
    const id = claim.idOf(record);
    if (adopted)
        return {
            resource: await adoptExisting(definition, project, id, { ...desired, name }, task, record),
            takenOver: true,
        };
    const requested: CurrentProperties = { ...desired, name };
    const first = withValues(
        firstObservation(definition, id, record, requested, () => true),
        spec.valuesFromAnswer?.(record) ?? {},
    );
    const resource = new ResourceInProgress(definition, id, first);
    const newUntil = task.clock.now() + settleWindow;
    const converger = new Converger(definition.handle(project, id), resource, task, project.serialise, newUntil);
    await resource.preservingState(async () => {
        await converger.waitFor(spec.progress, spec.effect ?? {}, record);
        await converger.converge(desired);
        await assertNoDuplicates(result, spec.label, id, task);
    });
    return { resource, takenOver: false };
}

/** A child is created by one call at a time for all that its parent contains, as it is changed. */
function serialised<Args extends CommonArgs, Observed extends object, ApiRecord>(
    { containedIn }: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    args: Args,
    spec: CreateSpec<Observed, ApiRecord>,
): CreateSpec<Observed, ApiRecord> {
    if (containedIn === undefined) return spec;
    const parent = String(args[containedIn.argument]);
    return { ...spec, create: () => project.serialise(parent, () => spec.create()) };
}

/** What a create claims for its resource. */
export const claimOf = <Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    { args, owner, replacing, predecessor, nameIsOwn }: CreateRequest<Args>,
): Claim<ApiRecord> => ({
    owner,
    onConflict: args.onNameConflict ?? "error",
    named: "name" in definition.rules,
    replacing,
    predecessor,
    nameIsOwn,
    recordId: (record) => definition.recordId(record),
    idOf: (record) => definition.idOf(record, args),
});

/** Without this, a service would be made first, and then could not be attached to its VPC. */
async function assertReferencesExist<Args extends CommonArgs, Observed extends object, ApiRecord>(
    { referenceProblems }: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    args: Args,
): Promise<void> {
    const [problem] = (await referenceProblems?.(project, args)) ?? [];
    if (problem !== undefined) throw new UserError(`${problem.property}: ${problem.reason}`);
}

/** An attempt before the successful one may have created another, which a list may show only now. */
async function assertNoDuplicates<ApiRecord>(
    { duplicates }: CreateResult<ApiRecord>,
    label: string,
    id: string,
    task: Task,
): Promise<void> {
    if (duplicates === undefined) return;
    // A lagging list shows them by the end of the settle window, which most creations take anyway.
    const wait = Math.min(duplicates.since + settleWindow, task.deadline) - task.clock.now();
    if (wait > 0) {
        task.report("making sure that no earlier attempt has created another", undefined);
        await task.clock.sleep(wait);
    }
    const others = await duplicates.find();
    if (others.length === 0) return;
    throw new UserError(
        `${label} exists as ${id}, and so does ${others.join(", ")}: an attempt at its creation that was answered with an error may have made that as well. ` +
            "Delete what is not needed. The next `pulumi up` goes on with the first.",
    );
}

async function adoptExisting<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    id: string,
    desired: Desired<Args>,
    task: Task,
    found?: ApiRecord,
): Promise<ResourceInProgress<Args, Observed, ApiRecord>> {
    const handle = definition.handle(project, id);
    const record = found ?? (await handle.read({ fresh: true }));
    if (record === undefined) throw nothingToAdopt(definition.noun, id, project.id);
    const known = firstObservation(definition, id, record, desired as CurrentProperties);
    assertAdoptable(definition, id, desired, known.observed, project.id);
    const resource = new ResourceInProgress(definition, id, known);
    await resource.preservingState(async () => {
        const converger = new Converger(handle, resource, task, project.serialise);
        await converger.waitFor("adopting", {}, record);
        await converger.converge(desired);
    });
    return resource;
}
