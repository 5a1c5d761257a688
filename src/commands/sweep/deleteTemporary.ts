import {
    definitions,
    isTransient,
    NotDeleted,
    onlyStatus,
    OperationProgress,
    remove,
    retryInterval,
    settleWindow,
    UserError,
    type AnyDefinition,
    type Project,
} from "../../provider/lifecycle";

interface DeleteOptions {
    /** Its type. Default: a service. */
    readonly definition?: AnyDefinition;
    /** Its creation was accepted, and has not been seen to end: that the API does not show it proves nothing until its time is over. */
    readonly unfinished?: boolean;
    /** Why a record must not be deleted: asked for what the API shows just before each attempt. */
    readonly refuse: (record: unknown) => string | undefined;
    readonly report: (text: string) => void;
}

/**
 * Deletes what was created for a while, and resolves when it is gone. What may pass is tried again until the time limit of a deletion.
 *
 * @throws NotDeleted - with what `refuse` has answered.
 */
export async function deleteTemporary(
    project: Project,
    id: string,
    { definition = definitions.service, unfinished = false, refuse, report }: DeleteOptions,
): Promise<void> {
    const { clock } = project;
    const who = `${definition.noun} ${id}`;
    const task = new OperationProgress("delete", clock, definition.timeouts.delete, onlyStatus(report));
    for (;;) {
        try {
            // The API may just have created it, or somebody else may be about to delete it: a 404 alone proves nothing.
            const grace = unfinished ? definition.timeouts.create : settleWindow;
            const lastSeen = { address: undefined, notFoundGraceUntil: task.startedAt + grace, unfinished };
            await remove(definition, project, id, task, { ...lastSeen, deletesContents: false, refuse });
            return;
        } catch (error) {
            if (error instanceof NotDeleted) throw error;
            const now = clock.now();
            // The lifecycle's own message names commands of Pulumi, which do not know this resource.
            if (now >= task.deadline)
                throw new UserError(`${who} is still there ${task.limitText} after its deletion was requested.`, {
                    cause: error,
                });
            const isUnseen = unfinished && error instanceof UserError;
            if (isUnseen && now >= task.startedAt + settleWindow)
                throw new UserError(`${who} was requested, and the API does not show it so far: it may still appear.`, {
                    cause: error,
                });
            if (!isUnseen && !isTransient(error)) throw error;
            report(isUnseen ? "waiting until the API shows it" : `waiting to try again: ${error.message}`);
            const retryAfter = isTransient(error) ? error.retryAfter : undefined;
            const pause = Math.max(retryInterval(now - task.startedAt), retryAfter ?? 0);
            await clock.sleep(Math.min(pause, task.deadline - now));
        }
    }
}
