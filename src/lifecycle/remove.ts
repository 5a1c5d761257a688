import type { ApiError } from "../api";
import { assertEmpty, dependentsOf, namesOf, removeDependents } from "./dependents";
import { UserError } from "./failure";
import type { CommonArgs, Handle, Kind } from "./kind";
import type { Project } from "./project";
import { isFirmlyBusy, maySucceedLater, refusalOf, saysContents, saysHeld, saysProtected } from "./refusal";
import { retryInterval, settleWindow } from "./schedule";
import type { Task } from "./task";
import type { Sighting } from "./verdict";

export interface RemoveOptions {
    /** Also deletes what an API may delete along with the thing, though the resource does not own it. */
    readonly forceDestroy: boolean;
    /** Just created: until this moment a thing that is not found may exist all the same. */
    readonly newUntil: number;
}

interface Removal<Observed, Record> {
    readonly see: (record: Record, expected: Partial<Observed>) => Omit<Sighting<Observed>, "at">;
    readonly handle: Handle<Observed, Record>;
    /** For messages: `service abc`. */
    readonly who: string;
    readonly task: Task;
    readonly serialise: Project["serialise"];
    readonly force: boolean;
}

/** Deletes a thing and waits until it is gone. Gone already is fine; a refusal because it is in use is tried again. */
export async function remove<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    project: Project,
    id: string,
    task: Task,
    options: RemoveOptions,
): Promise<void> {
    const handle = kind.at(project, id);
    const removal: Removal<Observed, Record> = {
        see: (record, expected) => kind.see(record, expected),
        handle,
        who: `${kind.noun} ${id}`,
        task,
        serialise: project.serialise,
        force: options.forceDestroy,
    };
    task.report("deleting", undefined);
    if (!options.forceDestroy) await assertEmpty(handle, removal.who, task);
    for (;;) {
        const wasThere = await ask(removal);
        if (await isGone(removal, wasThere ? -Infinity : options.newUntil)) break;
    }
    project.forget(id);
}

/** Waits until the thing is gone. False: its deletion was accepted, but has not begun within the settle window. */
function isGone<Observed, Record>(
    { see, handle, who, task }: Removal<Observed, Record>,
    newUntil: number,
): Promise<boolean> {
    const askedAt = task.clock.now();
    let status: string | undefined;
    return handle.until<boolean>({
        look(record, at) {
            const sighting = record === undefined ? undefined : see(record, {});
            if (sighting === undefined) return at >= newUntil ? true : undefined;
            if (sighting.condition === "gone") return true;
            status = sighting.status;
            if (at < task.deadline) task.report("deleting", status);
            return sighting.condition === "settled" && at - askedAt >= settleWindow ? false : undefined;
        },
        deadline: task.deadline,
        timedOut: (lastError) =>
            new UserError(
                `${who}: still there ${task.limitText} after its deletion began` +
                    `${status === undefined ? "" : ` (status ${status})`}${lastError ? `: ${lastError.message}` : ""}. ` +
                    "The next `pulumi destroy` or `pulumi up` goes on; `customTimeouts: { delete: ... }` allows longer.",
            ),
    });
}

/** Asks for the deletion until the API agrees to it. False: it knows of no such thing. */
async function ask<Observed, Record>(removal: Removal<Observed, Record>): Promise<boolean> {
    const { see, handle, who, task, serialise } = removal;
    const { clock, startedAt, deadline } = task;
    for (;;) {
        const refusal = await refusalOf(() => serialise(handle.lock, () => handle.remove()));
        if (typeof refusal === "boolean") return refusal;
        const isHeld = refusal.kind !== "busy" && saysHeld(refusal);
        const held = isHeld ? await dependentsOf(handle) : [];
        const staying = held.filter(({ leaving }) => !leaving);
        const now = clock.now();
        const pause = Math.max(retryInterval(now - startedAt), refusal.retryAfter ?? 0);
        const withinWindow = now + pause <= startedAt + settleWindow;
        const patient =
            (isHeld && (staying.length === 0 || removal.force || withinWindow)) ||
            maySucceedLater(refusal) ||
            isFirmlyBusy(refusal) ||
            (!saysProtected(refusal) && withinWindow);
        if (!patient) {
            const record = await handle.read({ fresh: true });
            const condition = record === undefined ? "gone" : see(record, {}).condition;
            if (condition === "gone") return true;
            if (staying.length > 0) throw heldBy(who, staying, refusal);
            if (condition !== "busy") throw refusal;
        }
        const stuck = removal.force && isHeld && saysContents(refusal) ? await removeDependents(staying) : "";
        const by = held.length === 0 ? "" : `; it is held by ${namesOf(held)}${stuck}`;
        if (now + pause > deadline) {
            throw new UserError(`${who} could not be deleted within ${task.limitText}: ${refusal.message}${by}.`);
        }
        task.report(`deleting (waiting: ${refusal.message}${by})`, undefined);
        await clock.sleep(pause);
    }
}

const heldBy = (who: string, staying: Parameters<typeof namesOf>[0], { message }: ApiError): UserError =>
    new UserError(
        `${who} could not be deleted: ${message}; it is held by ${namesOf(staying)}. ` +
            "Delete or detach what holds it first; what other resources or stacks own is not deleted on the way.",
    );
