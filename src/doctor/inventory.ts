import { unreadableIn } from "../api";
import {
    childId,
    definitions,
    isBeingDeleted,
    observeRecord,
    undefinedOn404,
    type AnyDefinition,
    type Project,
} from "../lifecycle";

/** What exists in the API. */
export interface Found {
    readonly definition: AnyDefinition;
    /** As `adopt` takes it: of a child `parentId/id`. */
    readonly id: string;
    /** Undefined for a type that has no names. */
    readonly name: string | undefined;
    readonly observed: Readonly<Partial<Record<string, unknown>>>;
    /** The API's own status, if the type has one. */
    readonly status: string | undefined;
    /** It failed for good. */
    readonly failed: boolean;
    /** It may recover by itself. */
    readonly unstable: boolean;
    /** It is being deleted. */
    readonly leaving: boolean;
    /** It shows what a finished creation shows. */
    readonly ready: boolean;
}

/** A record that violates the contract: it exists, and is not known otherwise. */
export interface Unreadable {
    readonly definition: AnyDefinition;
    readonly id: string | undefined;
    readonly detail: string;
}

/** All that a project contains. */
export interface Inventory {
    readonly projectId: string;
    /** Parents before children. */
    readonly found: readonly Found[];
    readonly unreadable: readonly Unreadable[];
}

/** All records of one type of resource. */
interface Collection {
    readonly found: readonly (Found & { readonly record: unknown })[];
    readonly unreadable: readonly Unreadable[];
}

/** Lists every collection of a project once. */
export async function takeInventory(project: Project): Promise<Inventory> {
    const listed = new Map<string, Promise<Collection>>();
    // The registry has parents before their children.
    for (const definition of Object.values<AnyDefinition>(definitions)) {
        const { type, containedIn } = definition;
        listed.set(type, listAll(project, definition, containedIn && listed.get(containedIn.type)));
    }
    const { found, unreadable } = joined(await Promise.all(listed.values()));
    return { projectId: project.id, found: found.map(({ record: _record, ...one }) => one), unreadable };
}

/** Lists the records of a type: of the project, or of each parent. */
async function listAll(
    project: Project,
    definition: AnyDefinition,
    parents: Promise<Collection> | undefined,
): Promise<Collection> {
    if (parents === undefined) return collected(definition, await definition.list(project));
    // A 404: the parent has been deleted meanwhile.
    const children = (await parents).found.map(async (one) =>
        collected(definition, (await undefinedOn404(definition.list(project, one))) ?? [], one.id),
    );
    return joined(await Promise.all(children));
}

const joined = (collections: readonly Collection[]): Collection => ({
    found: collections.flatMap(({ found }) => found),
    unreadable: collections.flatMap(({ unreadable }) => unreadable),
});

/** What one list contains. @param parent - the id of the parent whose children it lists. */
function collected(definition: AnyDefinition, records: readonly unknown[], parent?: string): Collection {
    const idOf = (own: string) => (parent === undefined ? own : childId(parent, own));
    return {
        found: records.flatMap((record) => {
            const found = foundOf(definition, idOf(definition.recordId(record)), record);
            return found === undefined ? [] : [{ ...found, record }];
        }),
        unreadable: unreadableIn(records).map(({ id, detail }) => ({
            definition,
            id: id === undefined ? undefined : idOf(id),
            detail,
        })),
    };
}

/** Undefined for a record of something deleted, which an API may list for a while. */
export function foundOf(definition: AnyDefinition, id: string, record: unknown): Found | undefined {
    const { observation, known } = observeRecord(definition, record);
    const { condition, status, problem, values } = observation;
    if (condition === "gone") return undefined;
    const observed = { ...known.observed, ...definition.observedFromId?.(id) };
    return {
        definition,
        id,
        name: typeof observed["name"] === "string" ? observed["name"] : undefined,
        observed,
        status,
        failed: condition === "failed" || problem !== undefined,
        unstable: condition === "unstable",
        leaving: isBeingDeleted(observation),
        ready: Object.keys(definition.ready).every((key) => values[key] !== undefined),
    };
}
