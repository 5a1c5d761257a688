import type { ApiError } from "../api";
import { assertEmpty, contentNouns, dependentsOf, namesOf, removeDependents } from "./dependents";
import { UserError } from "./errors";
import { lockKey, type Handle, type ResourceDefinition } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import type { Project } from "./project";
import {
    isOperationInProgress,
    maySucceedLater,
    refusalOf,
    mayConcernContents,
    isInUse,
    isDeletionProtected,
} from "./refusal";
import { retryInterval, settleWindow } from "./wait/schedule";
import { retryPhrases, type Task } from "./task";
import type { RecordObservation } from "./observation";

export interface RemoveOptions {
    /** Also deletes contents that the resource does not own. */
    readonly forceDestroy: boolean;
    /** Just created: until this moment (milliseconds since the epoch) a 404 does not prove that it is gone. */
    readonly newUntil: number;
}

interface Removal<Observed, ApiRecord> {
    readonly observe: (record: ApiRecord, expected: Partial<Observed>) => RecordObservation<Observed>;
    readonly type: string;
    readonly project: Project;
    readonly id: string;
    readonly handle: Handle<Observed, ApiRecord>;
    /** For messages: `service abc`. */
    readonly who: string;
    readonly task: Task;
    readonly force: boolean;
    /** Calls DELETE, in turn with the other calls that change it. False: the API answered 404. */
    readonly request: () => Promise<boolean>;
}

/** Deletes a resource and waits until it is gone. Being gone already is fine; a refusal because it is in use is retried. */
export async function remove<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    id: string,
    task: Task,
    options: RemoveOptions,
): Promise<void> {
    const handle = definition.handle(project, id);
    const removal: Removal<Observed, ApiRecord> = {
        observe: (record, expected) => definition.observe(record, expected),
        type: definition.type,
        project,
        id,
        handle,
        who: `${definition.noun} ${id}`,
        task,
        force: options.forceDestroy,
        request: () => project.serialise(lockKey(definition, id), () => handle.remove()),
    };
    task.report("deleting", undefined);
    await assertEmpty(removal, removal.who, task, options);
    for (;;) {
        const leaving = await requestDeletion(removal);
        if (await isGone(removal, { leaving, newUntil: leaving ? -Infinity : options.newUntil })) break;
    }
    project.forget(id);
}

/** Waits until the resource is gone. False: the deletion was accepted, but has not begun within the settle window. */
function isGone<Observed, ApiRecord>(
    { observe, handle, who, task }: Removal<Observed, ApiRecord>,
    { leaving, newUntil }: { readonly leaving: boolean; readonly newUntil: number },
): Promise<boolean> {
    const askedAt = task.clock.now();
    let status: string | undefined;
    return handle.until<boolean>({
        look(record, at) {
            const observation = record === undefined ? undefined : observe(record, {});
            if (observation === undefined) {
                if (at >= newUntil) return true;
                // A new resource may be missing from answers for a while.
                task.report("confirming that it is gone", undefined);
                return undefined;
            }
            if (observation.condition === "gone") return true;
            status = observation.status;
            if (at < task.deadline) task.report("deleting", status);
            return observation.condition === "settled" && at - askedAt >= settleWindow ? false : undefined;
        },
        leaving,
        deadline: task.deadline,
        timedOut: (lastError) =>
            new UserError(
                `${who}: still there ${task.limitText} after its deletion began` +
                    `${status === undefined ? "" : ` (status ${status})`}${lastError ? `: ${lastError.message}` : ""}. ` +
                    "The next `pulumi destroy` or `pulumi up` goes on; `customTimeouts: { delete: ... }` allows longer.",
            ),
    });
}

/** Calls DELETE until the API accepts it. False: it answered 404. */
async function requestDeletion<Observed, ApiRecord>(removal: Removal<Observed, ApiRecord>): Promise<boolean> {
    const { observe, handle, who, task, request } = removal;
    const { clock, startedAt, deadline } = task;
    const nouns = contentNouns(removal.type);
    for (;;) {
        const refusal = await refusalOf(request, nouns);
        if (typeof refusal === "boolean") return refusal;
        const isHeld = refusal.kind !== "busy" && isInUse(refusal, nouns);
        const held = isHeld ? await dependentsOf(removal) : [];
        const staying = held.filter(({ leaving }) => !leaving);
        // What holds it beside that, such as a fork, stays.
        const isForced = removal.force && held.some(({ leaving, remove }) => leaving || remove !== undefined);
        const now = clock.now();
        const pause = Math.max(retryInterval(now - startedAt), refusal.retryAfter ?? 0);
        const withinWindow = now + pause <= startedAt + settleWindow;
        const patient =
            (isHeld && (staying.length === 0 || isForced || withinWindow)) ||
            maySucceedLater(refusal) ||
            isOperationInProgress(refusal) ||
            (!isDeletionProtected(refusal) && withinWindow);
        if (!patient) {
            const record = await handle.read({ fresh: true });
            const condition = record === undefined ? "gone" : observe(record, {}).condition;
            if (condition === "gone") return true;
            if (staying.length > 0) throw heldBy(who, staying, refusal);
            if (condition !== "busy") throw refusal;
        }
        const stuck =
            removal.force && isHeld && mayConcernContents(refusal, nouns) ? await removeDependents(staying) : "";
        const by = held.length === 0 ? "" : `; it is held by ${namesOf(held)}${stuck}`;
        if (now + pause > deadline) {
            throw new UserError(`${who} could not be deleted within ${task.limitText}: ${refusal.message}${by}.`);
        }
        const busy = isOperationInProgress(refusal) ? retryPhrases.operation : undefined;
        task.reportRetry("deleting", `${refusal.message}${by}`, isHeld ? retryPhrases.inUse : busy);
        await clock.sleep(pause);
    }
}

const heldBy = (who: string, staying: Parameters<typeof namesOf>[0], { message }: ApiError): UserError =>
    new UserError(
        `${who} could not be deleted: ${message}; it is held by ${namesOf(staying)}. ` +
            "Delete or detach what holds it first; what other resources or stacks own is not deleted on the way.",
    );
