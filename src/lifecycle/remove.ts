import { ApiError } from "../api";
import { UserError } from "./failure";
import type { CommonArgs, Handle, Kind } from "./kind";
import type { Project } from "./project";
import { retryInterval } from "./schedule";
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
    await ask(handle, who, task, project);
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

async function ask<Observed, Record>(
    handle: Handle<Observed, Record>,
    who: string,
    task: Task,
    project: Project,
): Promise<void> {
    for (;;) {
        try {
            await project.serialise(handle.lock, () => handle.remove());
            return;
        } catch (error) {
            if (!(error instanceof ApiError) || (error.kind !== "conflict" && error.kind !== "busy")) throw error;
            const holders = await handle.unblock?.();
            const now = task.clock.now();
            const pause = retryInterval(now - task.startedAt);
            const held = holders === undefined ? "" : `; it is held by ${holders}`;
            if (now + pause > task.deadline) {
                throw new UserError(`${who} could not be deleted within ${task.limitText}: ${error.message}${held}.`);
            }
            task.report(`deleting (waiting: ${error.message}${held})`, undefined);
            await task.clock.sleep(pause);
        }
    }
}
