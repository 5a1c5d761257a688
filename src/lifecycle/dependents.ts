import { ApiError, assertNoUnreadable, isApiError, noRecords, type RecordList } from "../api";
import { UserError } from "./errors";
import type { AnyDefinition, AnyResourceClient, Dependent, ListedParent } from "./definition";
import { definitions } from "./definitions";
import { childId } from "./definitions/pairId";
import { isBeingDeleted } from "./observation";
import { isRefusal, isTransient } from "./refusal";
import { retryInterval } from "./wait/schedule";
import type { Project } from "./project";
import type { OperationProgress } from "./task";

/** Milliseconds to wait for a deletion of contents that another resource of the same operation may be about to start. */
const deletionPatience = 10_000;

export const namesOf = (dependents: readonly Dependent[]): string => dependents.map(({ label }) => label).join(", ");

/** A resource that is to be deleted. */
interface Subject {
    readonly definition: AnyDefinition;
    readonly project: Project;
    readonly id: string;
    readonly resourceClient: AnyResourceClient;
}

const childrenOf = (type: string): readonly AnyDefinition[] =>
    Object.values<AnyDefinition>(definitions).filter(({ containedIn }) => containedIn?.type === type);

/** What a resource of this type can contain: `read replica set`. */
export const contentNouns = (type: string): readonly string[] => childrenOf(type).map(({ noun }) => noun);

/**
 * What an API may delete along with the resource, though the resource does not own it. With `forceDestroy`: only what has to stay
 * all the same. Nothing older counts than the resource's own GET, and the lists of what this does not show.
 */
async function contentsOf(
    { definition, project, id, resourceClient }: Subject,
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
        ...(containedIn?.forceDestroy && {
            remove: async () => {
                await definition.clientFor(project, id).remove();
            },
        }),
    };
}

/** What prevents the deletion, as far as the API shows it; nothing where it cannot be read now. */
export async function dependentsOf(subject: Subject): Promise<readonly Dependent[]> {
    try {
        return [...(await contentsOf(subject)), ...((await subject.resourceClient.usedBy?.()) ?? [])];
    } catch (error) {
        if (error instanceof ApiError && (isRefusal(error) || error.kind === "notFound" || isTransient(error)))
            return [];
        throw error;
    }
}

/** Deletes what prevents the deletion. Refusals are returned as text for messages: the next attempt may succeed. */
export async function removeDependents(staying: readonly Dependent[]): Promise<string> {
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
 * Refuses to delete a resource with contents that it does not own, since an API may delete them along with it. Waits for contents
 * that another resource of the same operation is deleting.
 *
 * @param options - with `forceDestroy`, contents that it also deletes are no obstacle.
 * @throws UserError - that names the contents.
 */
export async function assertEmpty(
    subject: Subject,
    who: string,
    task: OperationProgress,
    options: { readonly forceDestroy: boolean },
): Promise<void> {
    for (;;) {
        const contents = await contentsOf(subject, options);
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
        ? ", or set `forceDestroy: true` on the resource, run `pulumi up`, and then delete it"
        : "";
    return new UserError(
        `${who} is not deleted: it still has ${namesOf(staying)}, which would go with it, and which this resource does not own. Delete them first${force}.`,
    );
};
