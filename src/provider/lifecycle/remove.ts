import { ApiError, assertNoUnreadable, isApiError, noRecords, type RecordList } from "../api";
import {
    lockKey,
    type AnyDefinition,
    type AnyResourceClient,
    type Dependent,
    isBeingDeleted,
    listRecords,
    type ListedParent,
} from "./definition";
import { definitions } from "./definitions";
import { childId } from "./definitions/fields";
import {
    isAmbiguous,
    isDeletionProtected,
    isOperationInProgress,
    isRefusal,
    isTransient,
    maySucceedLater,
    obstacleOf,
    orApiError,
    UserError,
} from "./errors";
import { lookUntilProven, type LastSeen } from "./gone";
import { heldError, namesOf, notEmpty } from "./mayDelete";
import type { Project } from "./project";
import { retryPhrases, type OperationProgress } from "./task";
import { retryInterval, settleWindow } from "./wait/schedule";

export interface RemoveOptions extends LastSeen {
    /** Also deletes contents that the resource does not own. */
    readonly deletesContents: boolean;
    /** Why what the record shows must not be deleted; asked before each DELETE. Pure. */
    readonly refuse?: (record: unknown) => string | undefined;
}

/** The last look before a deletion shows that the resource must not be deleted. */
export class NotDeleted extends UserError {}

/** Something to delete, and who must say that it may be. */
interface Target {
    /** Told where another change of the same resource is in progress. */
    readonly onWait?: () => void;
    readonly definition: AnyDefinition;
    readonly project: Project;
    readonly id: string;
    readonly resourceClient: AnyResourceClient;
    readonly refuse?: RemoveOptions["refuse"];
    readonly deletesContents?: boolean;
}

interface Removal extends Target {
    /** For messages: `service abc`. */
    readonly who: string;
    readonly task: OperationProgress;
    readonly lastSeen: LastSeen;
}

/** What the last look before a deletion has shown, and what came of it. */
type LookResult =
    | { readonly shown: "nothing" }
    | { readonly shown: "gone" }
    /** The DELETE was not sent. */
    | { readonly shown: "contents"; readonly contents: readonly Dependent[] }
    /** `answer`: true if its deletion was in progress already, false for a 404. */
    | { readonly shown: "resource"; readonly answer: boolean | ApiError };

/**
 * Looks at the resource by its own GET, and deletes it if nothing in that record forbids it. The only caller of the endpoints that delete.
 * A look that shows nothing sends nothing.
 *
 * @throws NotDeleted
 */
function deleteAfterLook(target: Target): Promise<LookResult> {
    const { definition, project, id, resourceClient, refuse, onWait } = target;
    // Nothing that this process does comes between the look and the DELETE.
    const work = async (): Promise<LookResult> => {
        const { record, contents } = await recordAndContents(target);
        if (record === undefined) return { shown: "nothing" };
        const observation = definition.observe(record, {});
        if (observation.condition === "gone") return { shown: "gone" };
        if (isBeingDeleted(observation)) return { shown: "resource", answer: true };
        const reason = refuse?.(record);
        if (reason !== undefined) throw new NotDeleted(reason);
        if (contents.length > 0) return { shown: "contents", contents };
        return { shown: "resource", answer: await orApiError(resourceClient.remove()) };
    };
    return project.withLock(lockKey(definition, id), work, onWait);
}

/** Deletes a resource and waits until it is gone. Being gone already is fine; a refusal because it is in use is retried. */
export async function remove(
    definition: AnyDefinition,
    project: Project,
    id: string,
    task: OperationProgress,
    { refuse, deletesContents, ...lastSeen }: RemoveOptions,
): Promise<void> {
    const resourceClient = definition.clientFor(project, id);
    const who = `${definition.noun} ${id}`;
    const onWait = () => task.report("deleting", undefined, `another change of ${who}`);
    const target = { definition, project, id, resourceClient, refuse, deletesContents, onWait };
    const removal: Removal = { ...target, who, task, lastSeen };
    task.report("deleting", undefined);
    /** The API has accepted a deletion; one is in progress, or was asked for. Where an answer was lost, one look that shows nothing proves nothing. */
    let [isRequested, isUnderWay] = [false, false];
    let unread: ApiError | undefined;
    try {
        while (!(await isDone()))
            if (task.clock.now() >= task.deadline) throw removalTimedOut(removal, undefined, unread);
    } catch (error) {
        if (isTransient(error) || !(error instanceof ApiError) || !isRequested) throw error;
        throw new UserError(
            `${who}: its deletion has begun, but the API does not tell whether it is gone: ${error.message}. ${goesOn}`,
            { cause: error },
        );
    }
    project.forget(id);

    async function isDone(): Promise<boolean> {
        const result = await deleteAfterLook(removal).catch(retried);
        if (result === undefined) return false;
        unread = undefined;
        if (result.shown === "nothing") return isGone(removal, isRequested);
        lastSeen.absence?.found();
        if (result.shown === "gone") return true;
        if (result.shown === "contents") return waitForContents(removal, result.contents);
        isUnderWay = true;
        const { answer } = result;
        if (answer instanceof ApiError) return waitToRepeat(removal, answer);
        isRequested ||= answer;
        return isGone(removal, isRequested);
    }

    /** It goes on, even if the API cannot be read now. */
    async function retried(error: unknown): Promise<undefined> {
        if (!isUnderWay || !isTransient(error)) throw error;
        unread = error;
        await pauseBefore(removal, error);
    }
}

/** Waits before the next attempt, which a deadline ends. */
async function pauseBefore({ task }: Removal, error?: ApiError): Promise<void> {
    const now = task.clock.now();
    const pause = Math.max(retryInterval(now - task.startedAt), error?.retryAfter ?? 0);
    await task.clock.sleep(Math.min(pause, task.deadline - now));
}

const goesOn =
    "The next `pulumi destroy`, or `pulumi up` without the resource in the program, goes on; before an `up` with it, run `pulumi refresh`.";

const removalTimedOut = ({ who, task }: Removal, status?: string, lastError?: Error): UserError =>
    new UserError(
        `${who}: still there ${task.limitText} after its deletion was requested` +
            `${status === undefined ? "" : ` (status ${status})`}${lastError ? `: ${lastError.message}` : ""}. ${goesOn} ` +
            "`customTimeouts: { delete: ... }` allows longer.",
    );

/**
 * Waits until the resource is gone. False: the deletion was accepted, but has not begun within the settle window; or the resource, which
 * nobody here has deleted, appears again.
 */
async function isGone(removal: Removal, isRequested: boolean): Promise<boolean> {
    const { definition, project, resourceClient, who, task, lastSeen } = removal;
    if (!isRequested) {
        const report = (text: string) => task.report(text, undefined);
        if ((await lookUntilProven(who, resourceClient, project, lastSeen, report)) !== undefined) {
            // A list may show for long what its own GET does not.
            await pauseBefore(removal);
            return false;
        }
        lastSeen.absence?.confirm();
        return true;
    }
    const askedAt = task.clock.now();
    let status: string | undefined;
    return resourceClient.until<boolean>({
        look(record, at) {
            if (record === undefined) return true;
            const observation = definition.observe(record, {});
            if (observation.condition === "gone") return true;
            status = observation.status;
            // Not every type has a status that says so.
            if (at < task.deadline)
                task.report(isBeingDeleted(observation) ? "deleting" : "waiting until it is gone", status);
            return observation.condition === "settled" && at - askedAt >= settleWindow ? false : undefined;
        },
        deadline: task.deadline,
        timedOut: (lastError) => removalTimedOut(removal, status, lastError),
    });
}

/** How long a refused or lost DELETE is sent again. */
function repetitionOf(
    refusal: ApiError,
    held: readonly Dependent[],
    deletesContents = false,
): "until the deadline" | "for the settle window" | "never" {
    if (maySucceedLater(refusal) || isOperationInProgress(refusal)) return "until the deadline";
    if (isDeletionProtected(refusal)) return "never";
    if (held.length === 0) return isRefusal(refusal) || isAmbiguous(refusal) ? "for the settle window" : "never";
    const isForced = deletesContents && held.some((one) => one.isDeleting || one.remove !== undefined);
    return isForced || held.every(({ isDeleting }) => isDeleting) ? "until the deadline" : "for the settle window";
}

/**
 * Waits after a refused or lost DELETE. With `forceDestroy`, contents that prevent the deletion are deleted meanwhile. What the resource
 * holds is read, not concluded from the words of the refusal.
 *
 * @throws the refusal, if it does not pass.
 */
async function waitToRepeat(removal: Removal, refusal: ApiError): Promise<false> {
    const { definition, resourceClient, who, task, deletesContents } = removal;
    const { clock, startedAt, deadline } = task;
    const isBusy = isOperationInProgress(refusal);
    const obstacle = isRefusal(refusal) && !isBusy ? await obstacleOf(resourceClient, "removal") : undefined;
    if (obstacle !== undefined)
        throw new UserError(`${who} could not be deleted: ${refusal.message}. ${obstacle}`, { cause: refusal });
    const held = ["conflict", "invalid"].includes(refusal.kind) ? await dependentsOf(removal) : [];
    const staying = held.filter(({ isDeleting }) => !isDeleting);
    const now = clock.now();
    const pause = Math.max(retryInterval(now - startedAt), refusal.retryAfter ?? 0);
    const repetition = repetitionOf(refusal, held, deletesContents);
    const isOver = repetition === "for the settle window" && now + pause > startedAt + settleWindow;
    const mayPass = repetition !== "never" && !isOver;
    if (!mayPass) {
        const record = await orApiError(resourceClient.read({ fresh: true }));
        if (record instanceof ApiError) throw refusal;
        const condition = record === undefined ? "gone" : definition.observe(record, {}).condition;
        // What is gone meanwhile, or changes, is looked at again.
        if (condition !== "gone" && condition !== "busy") {
            if (staying.length === 0) throw refusal;
            throw heldError(who, staying, `${refusal.message}; `);
        }
    }
    const isHeld = held.length > 0;
    const stuck = mayPass && deletesContents ? await removeDependents(staying) : "";
    const by = isHeld ? `; it is held by ${namesOf(held)}${stuck}` : "";
    if (now + pause > deadline)
        throw new UserError(`${who} could not be deleted within ${task.limitText}: ${refusal.message}${by}.`);
    const phrase = isBusy ? retryPhrases.operation : undefined;
    task.reportRetry("deleting", `${refusal.message}${by}`, isHeld ? retryPhrases.inUse : phrase);
    await clock.sleep(pause);
    return false;
}

/** Milliseconds to wait for a deletion of contents that another resource of the same operation may be about to start. */
const deletionPatience = 10_000;

const childrenOf = (type: string): readonly AnyDefinition[] =>
    Object.values<AnyDefinition>(definitions).filter(({ containedIn }) => containedIn?.type === type);

/**
 * The record, and what an API may delete or cut off along with the resource, though the resource does not own it. With `forceDestroy`: only
 * what has to stay all the same. Contents that the record does not show are listed before the record is read: nothing is requested after it.
 */
async function recordAndContents(target: Target): Promise<{ record: unknown; contents: readonly Dependent[] }> {
    const { definition, project, id, resourceClient, deletesContents = false } = target;
    const isAllowed = (child: AnyDefinition) => deletesContents && child.containedIn?.goesWithIt === true;
    const children = childrenOf(definition.type).filter((child) => !isAllowed(child));
    const listed = new Map<AnyDefinition, RecordList<unknown> | ApiError>();
    let unlisted = children.filter((child) => child.containedIn?.shownIn === undefined);
    const attached = (await resourceClient.attached?.()) ?? [];
    for (;;) {
        for (const child of unlisted) listed.set(child, await listOf(child, project, { id }));
        const record = await resourceClient.read({ fresh: true, single: true });
        if (record === undefined) return { record, contents: [] };
        unlisted = children.filter((child) => !listed.has(child) && child.containedIn?.shownIn?.(record) === undefined);
        if (unlisted.length > 0) continue;
        const contents = children.flatMap((child) => {
            const list = listed.get(child) ?? child.containedIn?.shownIn?.(record) ?? noRecords;
            // The API says both that the parent exists, and that it does not.
            if (list instanceof Error) throw list;
            return assertNoUnreadable(list).flatMap((one) => contentOf(child, project, id, one) ?? []);
        });
        return { record, contents: [...contents, ...attached] };
    }
}

/** The children of a parent, or the 404 that says that the parent is gone. */
async function listOf(
    child: AnyDefinition,
    project: Project,
    parent: ListedParent,
): Promise<RecordList<unknown> | ApiError> {
    try {
        return await listRecords(child, project, parent);
    } catch (error) {
        if (isApiError(error, "notFound") && error.structured) return error;
        throw error;
    }
}

/** Undefined for the record of a deleted resource, which an API may list for a while. */
function contentOf(definition: AnyDefinition, project: Project, parent: string, one: unknown): Dependent | undefined {
    const { noun, containedIn } = definition;
    const observation = definition.observe(one, {});
    if (observation.condition === "gone") return undefined;
    const { name } = observation.values;
    const id = childId(parent, definition.recordId(one));
    const resourceClient = definition.clientFor(project, id);
    return {
        label: typeof name === "string" ? `${noun} ${name} (${id})` : `${noun} ${id}`,
        isDeleting: isBeingDeleted(observation),
        ...(containedIn?.goesWithIt && {
            async remove() {
                const result = await deleteAfterLook({ definition, project, id, resourceClient });
                if (result.shown === "resource" && result.answer instanceof ApiError) throw result.answer;
            },
        }),
    };
}

/** What prevents the deletion, as far as the API shows it; nothing where it cannot be read now. */
async function dependentsOf(removal: Removal): Promise<readonly Dependent[]> {
    try {
        const { contents } = await recordAndContents({ ...removal, deletesContents: false });
        return [...contents, ...((await removal.resourceClient.usedBy?.()) ?? [])];
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
 * Waits for contents that another resource of the same operation is deleting or detaching.
 *
 * @throws UserError - that names the contents.
 */
async function waitForContents({ definition, who, task }: Removal, contents: readonly Dependent[]): Promise<false> {
    const staying = contents.filter(({ isDeleting }) => !isDeleting);
    const now = task.clock.now();
    const pause = retryInterval(now - task.startedAt);
    const attached = staying.filter(({ isAttached }) => isAttached);
    // A detachment that the API has confirmed may show late.
    const patience = attached.length > 0 ? settleWindow : deletionPatience;
    if (staying.length > 0 && now + pause > task.startedAt + patience) {
        const force = staying.every(({ remove }) => remove !== undefined) ? definition.deletion?.force : undefined;
        throw attached.length > 0 ? heldError(who, staying) : notEmpty(who, staying, force);
    }
    if (now + pause > task.deadline) {
        throw new UserError(
            `${who} could not be deleted within ${task.limitText}: it still has ${namesOf(contents)}. Their deletion goes on; repeat the operation when they are gone.`,
        );
    }
    task.report(
        `waiting until ${namesOf(contents)} ${attached.length > 0 ? "no longer uses it" : "is gone"}`,
        undefined,
    );
    await task.clock.sleep(pause);
    return false;
}
