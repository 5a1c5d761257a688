import { ApiError } from "../api";
import { UserError } from "./failure";
import type { CommonArgs, Handle, Kind } from "./kind";
import type { Project } from "./project";
import { isPassing } from "./passing";
import { isFirmlyBusy, isRefusal, refusalOf, saysHeld, saysProtected } from "./refusal";
import { retryInterval, settleWindow } from "./schedule";
import type { Task } from "./task";

/** Deletes a thing and waits until it is gone. Gone already is fine; a refusal because it is in use is tried again. */
export async function remove<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    project: Project,
    id: string,
    task: Task,
): Promise<void> {
    const handle = kind.at(project, id);
    const who = `${kind.noun} ${id}`;
    task.report("deleting", undefined);
    await ask(kind, handle, who, task, project);
    let status: string | undefined;
    await handle.until<true>({
        look: (record, at) => {
            const sighting = record === undefined ? undefined : kind.see(record, {});
            if (sighting === undefined || sighting.condition === "gone") return true;
            status = sighting.status;
            if (at < task.deadline) task.report("deleting", status);
            return undefined;
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

/** Asks for the deletion until the API agrees to it. */
async function ask<Observed extends object, Record>(
    { see }: Pick<Kind<CommonArgs, Observed, Record>, "see">,
    handle: Handle<Observed, Record>,
    who: string,
    task: Task,
    project: Project,
): Promise<void> {
    for (;;) {
        const refusal = await refusalOf(() => project.serialise(handle.lock, () => handle.remove()));
        if (refusal === undefined) return;
        const isHeld = refusal.kind !== "busy" && saysHeld(refusal);
        const held = isHeld ? await holdersOf(handle) : "";
        const now = task.clock.now();
        const pause = retryInterval(now - task.startedAt);
        const patient =
            isHeld ||
            isFirmlyBusy(refusal) ||
            (!saysProtected(refusal) && now + pause <= task.startedAt + settleWindow);
        if (!patient) {
            const record = await handle.read({ fresh: true });
            const condition = record === undefined ? "gone" : see(record, {}).condition;
            if (condition === "gone") return;
            if (condition !== "busy") throw refusal;
        }
        if (now + pause > task.deadline) {
            throw new UserError(`${who} could not be deleted within ${task.limitText}: ${refusal.message}${held}.`);
        }
        task.report(`deleting (waiting: ${refusal.message}${held})`, undefined);
        await task.clock.sleep(pause);
    }
}

/** What holds on to the thing. What cannot be told or removed at the moment may be so at the next attempt. */
async function holdersOf<Observed, Record>(handle: Handle<Observed, Record>): Promise<string> {
    try {
        const holders = await handle.unblock?.();
        return holders === undefined ? "" : `; it is held by ${holders}`;
    } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const passes = isRefusal(error) || error.kind === "notFound" || isPassing(error);
        if (!passes) throw error;
        return `; what holds it cannot go yet: ${error.message}`;
    }
}
