import { ApiError, assertNoUnreadable, isApiError, noRecords, type RecordList } from "../api";
import {
    lockKey,
    type AnyDefinition,
    type AnyResourceClient,
    type Dependent,
    isBeingDeleted,
    type ListedParent,
} from "./definition";
import { definitions } from "./definitions";
import { childId } from "./definitions/fields";
import {
    isDeletionProtected,
    isInUse,
    isOperationInProgress,
    isRefusal,
    isTransient,
    mayConcernContents,
    maySucceedLater,
    refusalOf,
    UserError,
} from "./errors";
import { assertSameAddress, isSameAddress, type LastSeen } from "./gone";
import type { Project } from "./project";
import { duration } from "../duration";
import { retryPhrases, type OperationProgress } from "./task";
import { goneInterval, retryInterval, settleWindow } from "./wait/schedule";

export interface RemoveOptions extends LastSeen {
    /** Also deletes contents that the resource does not own. */
    readonly forceDestroy: boolean;
    /** Why a record that the look shows must not be deleted; asked before each DELETE. */
    readonly refuse?: (record: unknown) => string | undefined;
}

/** The look before a DELETE has shown what must not be deleted. */
export class NotDeleted extends UserError {}

interface Removal {
    readonly definition: AnyDefinition;
    readonly project: Project;
    readonly id: string;
    readonly resourceClient: AnyResourceClient;
    /** For messages: `service abc`. */
    readonly who: string;
    readonly task: OperationProgress;
    readonly options: RemoveOptions;
}

/** Deletes a resource and waits until it is gone. Being gone already is fine; a refusal because it is in use is retried. */
export async function remove(
    definition: AnyDefinition,
    project: Project,
    id: string,
    task: OperationProgress,
    options: RemoveOptions,
): Promise<void> {
    const resourceClient = definition.clientFor(project, id);
    const who = `${definition.noun} ${id}`;
    const removal: Removal = { definition, project, id, resourceClient, who, task, options };
    task.report("deleting", undefined);
    if (!isSameAddress(project, options) && (await resourceClient.read({ fresh: true })) === undefined)
        assertSameAddress(who, project, options);
    await assertEmpty(removal);
    let accepted = false;
    do accepted = (await requestDeletion(removal)) || accepted;
    while (!(await isGone(removal, accepted)));
    project.forget(id);
}

/**
 * Waits until the resource is gone. False: the deletion was accepted, but has not begun within the settle window.
 *
 * @param accepted - false: the API answered 404, so that nobody here has deleted it: it has to be absent for some seconds.
 */
function isGone(
    { definition, project, resourceClient, who, task, options }: Removal,
    accepted: boolean,
): Promise<boolean> {
    const askedAt = task.clock.now();
    const notFoundGraceUntil = accepted ? -Infinity : options.notFoundGraceUntil;
    let status: string | undefined;
    let absentSince: number | undefined;
    return resourceClient.until<boolean>({
        look(record, at) {
            if (record === undefined) {
                absentSince ??= at;
                if (accepted) return true;
                if (options.unfinished && at < notFoundGraceUntil && at - askedAt >= settleWindow)
                    throw notShownYet(who, notFoundGraceUntil - at);
                if (at < notFoundGraceUntil || at - absentSince < goneInterval) {
                    task.report("confirming that it is gone", undefined);
                    return undefined;
                }
                assertSameAddress(who, project, options);
                return true;
            }
            absentSince = undefined;
            const observation = definition.observe(record, {});
            if (observation.condition === "gone") return true;
            status = observation.status;
            if (at < task.deadline) task.report("deleting", status);
            return observation.condition === "settled" && at - askedAt >= settleWindow ? false : undefined;
        },
        deadline: task.deadline,
        timedOut: (lastError) =>
            new UserError(
                `${who}: still there ${task.limitText} after its deletion began` +
                    `${status === undefined ? "" : ` (status ${status})`}${lastError ? `: ${lastError.message}` : ""}. ` +
                    "The next `pulumi destroy`, or `pulumi up` without the resource in the program, goes on; before an `up` with it, run `pulumi refresh`. " +
                    "`customTimeouts: { delete: ... }` allows longer.",
            ),
    });
}

const notShownYet = (who: string, left: number): UserError =>
    new UserError(
        `${who} is not deleted: its creation was interrupted, and the API does not show it so far, so it may still appear. It counts as deleted if it is ` +
            `still missing in ${duration(left)}. Repeat the operation then; or remove it from the state with \`pulumi state delete\`, and look for it yourself.`,
    );

/** Calls DELETE until the API accepts it. False: it answered 404. */
async function requestDeletion(removal: Removal): Promise<boolean> {
    const { definition, project, id, resourceClient, who, task } = removal;
    const { forceDestroy, refuse } = removal.options;
    const { clock, startedAt, deadline } = task;
    const nouns = contentNouns(definition.type);
    for (;;) {
        const seen = await resourceClient.read({ fresh: true, single: true });
        const objection = seen === undefined ? undefined : refuse?.(seen);
        if (objection !== undefined) throw new NotDeleted(objection);
        const request = project.withLock(lockKey(definition, id), () => resourceClient.remove());
        const refusal = await refusalOf(request, nouns);
        if (typeof refusal === "boolean") return refusal;
        const current = refusal.kind === "busy" ? await resourceClient.read({ fresh: true }) : undefined;
        if (current !== undefined && isBeingDeleted(definition.observe(current, {}))) return true;
        const isHeld = refusal.kind !== "busy" && isInUse(refusal, nouns);
        const held = isHeld ? await dependentsOf(removal) : [];
        const staying = held.filter(({ isDeleting }) => !isDeleting);
        // What holds it beside that, such as a fork, stays.
        const isForced = forceDestroy && held.some(({ isDeleting, remove }) => isDeleting || remove !== undefined);
        const now = clock.now();
        const pause = Math.max(retryInterval(now - startedAt), refusal.retryAfter ?? 0);
        const withinWindow = now + pause <= startedAt + settleWindow;
        const patient =
            (isHeld && (staying.length === 0 || isForced || withinWindow)) ||
            maySucceedLater(refusal) ||
            isOperationInProgress(refusal) ||
            (!isDeletionProtected(refusal) && withinWindow);
        if (!patient) {
            const record = await resourceClient.read({ fresh: true });
            const condition = record === undefined ? "gone" : definition.observe(record, {}).condition;
            if (condition === "gone") return true;
            if (staying.length > 0)
                throw new UserError(
                    `${who} could not be deleted: ${refusal.message}; it is held by ${namesOf(staying)}. ` +
                        "Delete or detach what holds it first; what other resources or stacks own is not deleted on the way.",
                );
            if (condition !== "busy") throw refusal;
        }
        const stuck =
            forceDestroy && isHeld && mayConcernContents(refusal, nouns) ? await removeDependents(staying) : "";
        const by = held.length === 0 ? "" : `; it is held by ${namesOf(held)}${stuck}`;
        if (now + pause > deadline) {
            throw new UserError(`${who} could not be deleted within ${task.limitText}: ${refusal.message}${by}.`);
        }
        const busy = isOperationInProgress(refusal) ? retryPhrases.operation : undefined;
        task.reportRetry("deleting", `${refusal.message}${by}`, isHeld ? retryPhrases.inUse : busy);
        await clock.sleep(pause);
    }
}

/** Milliseconds to wait for a deletion of contents that another resource of the same operation may be about to start. */
const deletionPatience = 10_000;

const namesOf = (dependents: readonly Dependent[]): string => dependents.map(({ label }) => label).join(", ");

const childrenOf = (type: string): readonly AnyDefinition[] =>
    Object.values<AnyDefinition>(definitions).filter(({ containedIn }) => containedIn?.type === type);

/** What a resource of this type can contain: `read replica set`. */
const contentNouns = (type: string): readonly string[] => childrenOf(type).map(({ noun }) => noun);

/**
 * What an API may delete along with the resource, though the resource does not own it. With `forceDestroy`: only what has to stay
 * all the same. Nothing older counts than the resource's own GET, and the lists of what this does not show.
 */
async function contentsOf(
    { definition, project, id, resourceClient }: Removal,
    { forceDestroy = false } = {},
): Promise<readonly Dependent[]> {
    const children = childrenOf(definition.type).filter(
        ({ containedIn }) => !(forceDestroy && containedIn?.forceDestroy),
    );
    if (children.length === 0) return [];
    const record = await resourceClient.read({ fresh: true, single: true });
    const lists = children.map(async (child) =>
        assertNoUnreadable(await listOf(child, project, { id, record })).map((one) =>
            contentOf(child, project, id, one),
        ),
    );
    return (await Promise.all(lists)).flat();
}

/** The children of a parent. None where both its own GET and their list are a 404: a lagging list of parents may still show it. */
async function listOf(child: AnyDefinition, project: Project, parent: ListedParent): Promise<RecordList<unknown>> {
    try {
        return await child.list(project, parent);
    } catch (error) {
        if (parent.record === undefined && isApiError(error, "notFound") && error.structured) return noRecords;
        throw error;
    }
}

function contentOf(definition: AnyDefinition, project: Project, parent: string, record: unknown): Dependent {
    const { noun, containedIn } = definition;
    const observation = definition.observe(record, {});
    const { name } = observation.values;
    const id = childId(parent, definition.recordId(record));
    return {
        label: typeof name === "string" ? `${noun} ${name} (${id})` : `${noun} ${id}`,
        isDeleting: isBeingDeleted(observation),
        ...(containedIn?.forceDestroy && { remove: () => definition.clientFor(project, id).remove() }),
    };
}

/** What prevents the deletion, as far as the API shows it; nothing where it cannot be read now. */
async function dependentsOf(removal: Removal): Promise<readonly Dependent[]> {
    try {
        return [...(await contentsOf(removal)), ...((await removal.resourceClient.usedBy?.()) ?? [])];
    } catch (error) {
        if (error instanceof ApiError && (isRefusal(error) || error.kind === "notFound" || isTransient(error)))
            return [];
        throw error;
    }
}

/** Deletes what prevents the deletion. Refusals are returned as text for messages: the next attempt may succeed. */
async function removeDependents(staying: readonly Dependent[]): Promise<string> {
    const removals = staying.map(async ({ remove }) => {
        try {
            await remove?.();
            return [];
        } catch (error) {
            if (error instanceof ApiError && (isRefusal(error) || isTransient(error))) return [error.message];
            throw error;
        }
    });
    const refusals = (await Promise.all(removals)).flat();
    return refusals.length === 0 ? "" : `; what holds it cannot go yet: ${refusals.join("; ")}`;
}

/**
 * Refuses to delete a resource with contents that it does not own, since an API may delete them along with it. With `forceDestroy`,
 * contents that it also deletes are no obstacle. Waits for contents that another resource of the same operation is deleting.
 *
 * @throws UserError - that names the contents.
 */
async function assertEmpty(removal: Removal): Promise<void> {
    const { who, task, options } = removal;
    for (;;) {
        const contents = await contentsOf(removal, options);
        if (contents.length === 0) return;
        const staying = contents.filter(({ isDeleting }) => !isDeleting);
        const now = task.clock.now();
        const pause = retryInterval(now - task.startedAt);
        if (staying.length > 0 && now + pause > task.startedAt + deletionPatience) throw notEmpty(who, staying);
        if (now + pause > task.deadline) {
            throw new UserError(
                `${who} could not be deleted within ${task.limitText}: it still has ${namesOf(contents)}.`,
            );
        }
        task.report(`waiting until ${namesOf(contents)} is gone`, undefined);
        await task.clock.sleep(pause);
    }
}

const notEmpty = (who: string, staying: readonly Dependent[]): UserError => {
    const force = staying.every(({ remove }) => remove !== undefined)
        ? ", or set `forceDestroy: true` on the resource, run `pulumi up` without any other change, and then delete or replace it"
        : "";
    return new UserError(
        `${who} is not deleted: it still has ${namesOf(staying)}, which would go with it, and which this resource does not own. Delete them first${force}.`,
    );
};
