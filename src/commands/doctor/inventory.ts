import { noRecords, type RecordList, type ServiceRecord } from "../../provider/api";
import {
    childId,
    definitions,
    forkMarkOf,
    isBeingDeleted,
    observeRecord,
    undefinedOn404,
    type AnyDefinition,
    type ForkMark,
    type Project,
    listRecords,
    valuesInId,
} from "../../provider/lifecycle";

import { meantService, type ListedService } from "./meantService";

export interface Found {
    readonly definition: AnyDefinition;
    /** The id that `adopt` takes: of a child `parentId/id`. */
    readonly id: string;
    readonly record: unknown;
    /** Undefined for a type that has no names. */
    readonly name: string | undefined;
    readonly observed: Readonly<Partial<Record<string, unknown>>>;
    /** The API's own status, if the type has one. */
    readonly status: string | undefined;
    readonly failed: boolean;
    readonly deleting: boolean;
    /** An operation is changing it. */
    readonly busy: boolean;
    /** What the name of a fork says that exists only for a while. */
    readonly fork: ForkMark | undefined;
}

/** What a fork is that `clouddb sweep` deletes, so that nothing should adopt it. Undefined for what is to stay. */
export function sweptFork(found: Found, now: number): string | undefined {
    const fork = markOfSwept(found);
    if (fork?.kind === "drill") return "the fork of a restore drill";
    return fork !== undefined && fork.expiresAt <= now ? "a preview fork whose time is over" : undefined;
}

/** Whether a fork is the preview of some branch, whose own stack manages it. A sweep deletes what is left when its time is over. */
export function isCurrentPreview(found: Found, now: number): boolean {
    const fork = markOfSwept(found);
    return fork?.kind === "preview" && fork.expiresAt > now;
}

/** The sweep keeps what is not `DEV`. A list may omit the environment. */
const markOfSwept = ({ fork, observed }: Found): ForkMark | undefined =>
    (observed["environment"] ?? "DEV") === "DEV" ? fork : undefined;

/** A record that violates the contract: it exists, but nothing else is known. */
export interface Unreadable {
    readonly definition: AnyDefinition;
    readonly id: string | undefined;
    readonly detail: string;
}

interface Records {
    readonly found: readonly Found[];
    readonly unreadable: readonly Unreadable[];
}

/** Everything that a project contains, parents before children. */
export interface Inventory extends Records {
    readonly projectId: string;
}

/** Lists every collection of a project once. */
export async function takeInventory(project: Project): Promise<Inventory> {
    const listed = new Map<string, Promise<Records>>();
    // The registry has parents before their children.
    for (const definition of Object.values<AnyDefinition>(definitions)) {
        const { type, containedIn } = definition;
        listed.set(type, listAll(project, definition, containedIn && listed.get(containedIn.type)));
    }
    return { projectId: project.id, ...joined(await Promise.all(listed.values())) };
}

/** These services of an inventory, by id or name, and what they contain. @throws UserError for one that is not among them. */
export function partOf({ projectId, found, unreadable }: Inventory, services: readonly string[]): Inventory {
    const { type: serviceType } = definitions.service;
    const listed = [...found, ...unreadable].flatMap(({ definition, id, ...one }) =>
        definition.type === serviceType && id !== undefined ? [{ ...one, serviceId: id }] : [],
    );
    const ids = services.map((wanted) => meantService<ListedService>(listed, wanted, projectId).serviceId);
    const isPart = ({ definition: { type, containedIn }, id = "" }: Pick<Unreadable, "definition" | "id">) =>
        [type, containedIn?.type].includes(serviceType) && ids.includes(id.split("/")[0] ?? "");
    return { projectId, found: found.filter(isPart), unreadable: unreadable.filter(isPart) };
}

/** The inventory by each record's own GET, since a list may omit fields. */
export async function readEach(project: Project, { projectId, found, unreadable }: Inventory): Promise<Inventory> {
    const read = found.map(async ({ definition, id }): Promise<Records> => {
        const record = await definition.clientFor(project, id).read({ fresh: true, single: true });
        if (record !== undefined) return { found: foundIn(definition, id, record), unreadable: [] };
        const detail = "a list shows it, but its own GET returns 404";
        return { found: [], unreadable: [{ definition, id, detail }] };
    });
    return { projectId, ...joined([{ found: [], unreadable }, ...(await Promise.all(read))]) };
}

async function listAll(
    project: Project,
    definition: AnyDefinition,
    parents: Promise<Records> | undefined,
): Promise<Records> {
    if (parents === undefined) return foundInList(definition, await listRecords(definition, project));
    // A 404: the parent has been deleted meanwhile.
    const children = (await parents).found.map(async (one) => {
        const list =
            definition.containedIn?.shownIn?.(one.record) ??
            (await undefinedOn404(listRecords(definition, project, one)));
        return foundInList(definition, list ?? noRecords, one.id);
    });
    return joined(await Promise.all(children));
}

const joined = (several: readonly Records[]): Records => ({
    found: several.flatMap(({ found }) => found),
    unreadable: several.flatMap(({ unreadable }) => unreadable),
});

function foundInList(definition: AnyDefinition, list: RecordList<unknown>, parent?: string): Records {
    const idOf = (own: string) => (parent === undefined ? own : childId(parent, own));
    return {
        found: list.records.flatMap((record) => foundIn(definition, idOf(definition.recordId(record)), record)),
        unreadable: list.unreadable.map(({ id, detail }) => ({ definition, id: id && idOf(id), detail })),
    };
}

/** Nothing for the record of a deleted resource, which an API may list for a while. */
function foundIn(definition: AnyDefinition, id: string, record: unknown): Found[] {
    const { observation, known } = observeRecord(definition, record);
    const { condition, status, problem } = observation;
    if (condition === "gone") return [];
    const observed = { ...known.observed, ...valuesInId(definition, id) };
    return [
        {
            definition,
            id,
            record,
            name: typeof observed["name"] === "string" ? observed["name"] : undefined,
            observed,
            status,
            failed: condition === "failed" || problem !== undefined,
            deleting: isBeingDeleted(observation),
            busy: condition === "busy",
            fork: definition.type === definitions.service.type ? forkMarkOf(record as ServiceRecord) : undefined,
        },
    ];
}

export type Args = Parameters<NonNullable<AnyDefinition["creation"]>["spec"]>[1];

/** Whether a definition accepts the arguments. */
export const isArgs = (definition: AnyDefinition, args: unknown): args is Args =>
    definition.schema.safeParse(args).success;
