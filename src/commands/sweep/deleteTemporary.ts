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
    /** Whether what it contains goes with it. Default: false. */
    readonly deletesContents?: boolean;
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
    { definition = definitions.service, deletesContents = false, refuse, report }: DeleteOptions,
): Promise<void> {
    const { clock } = project;
    const task = new OperationProgress("delete", clock, definition.timeouts.delete, onlyStatus(report));
    for (;;) {
        try {
            // The API may just have created it, or somebody else may be about to delete it: a 404 alone proves nothing.
            const notFoundGraceUntil = task.startedAt + settleWindow;
            const lastSeen = { address: undefined, notFoundGraceUntil, unfinished: false };
            await remove(definition, project, id, task, { ...lastSeen, deletesContents, refuse });
            return;
        } catch (error) {
            if (error instanceof NotDeleted) throw error;
            const now = clock.now();
            // The lifecycle's own message names commands of Pulumi, which do not know this resource.
            if (now >= task.deadline)
                throw new UserError(
                    `${definition.noun} ${id} is still there ${task.limitText} after its deletion began.`,
                    {
                        cause: error,
                    },
                );
            if (!isTransient(error)) throw error;
            report(`waiting to try again: ${error.message}`);
            const pause = Math.max(retryInterval(now - task.startedAt), error.retryAfter ?? 0);
            await clock.sleep(Math.min(pause, task.deadline - now));
        }
    }
}
