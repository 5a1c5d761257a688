// One creation: how it is done, for whom, and what exists in its place.
import { ApiError } from "../../api";
import { duration } from "../../../shared/duration";
import { idOf, isBeingDeleted, listRecords, type AnyDefinition, type ListedParent } from "../definition";
import { childId, type CommonArgs } from "../definitions/fields";
import { orApiError } from "../errors";
import type { Project } from "../project";
import type { Candidate, Catalog, Listing } from "./catalog";
import { matchOf, type CreateSpec } from "./createSpec";

/** What the other resources of the program have, as far as this process has seen. */
export interface ProgramView {
    /** Another resource of the program that manages the one with this id, or is to adopt it. */
    rivalOf(id: string): string | undefined;
    /** The URN of a resource that the state has with this id, as a refresh of this operation has read it. It may have had this one's before. */
    storedAs(id: string): string | undefined;
    /** Notes that this resource takes what has the id. `adoptedByName`: since an interrupted `up` has left it. */
    take(id: string, how?: { readonly adoptedByName: boolean }): void;
    /** Whether a resource of the program manages the record with this id. */
    manages(id: string): boolean;
}

/** Who creates, and what it may replace. */
export interface Creator {
    /** The resource's URN. */
    readonly owner: string;
    /** This creation replaces a resource of the state, or may do so. Its predecessor may still exist. */
    readonly replacing: boolean;
    /** The option `retainOnDelete` keeps what this resource has had before. */
    readonly retainsFormer?: boolean;
    /** The id of the predecessor, where that is known. */
    readonly predecessor: string | undefined;
    /** The name has a hash that tells the stack. That alone proves nothing: the resource may have been renamed or moved, or be left from long ago. */
    readonly hasGeneratedName: boolean;
    /** Where the hash of a generated name begins; also where it is not known for which stack it stands. */
    readonly hashAt?: number | undefined;
    /** Whether nobody reads a warning. */
    readonly isCi?: boolean;
    readonly program: ProgramView;
}

export interface Attempt {
    readonly definition: AnyDefinition;
    readonly project: Project;
    readonly spec: CreateSpec;
    readonly creator: Creator;
    /** What exists in the same place. */
    readonly catalog: Catalog;
    /** Identifies what two resources of one program must not both create. */
    readonly key: string;
    readonly onConflict: NonNullable<CommonArgs["onNameConflict"]>;
    /** The resource's id for a record, as `adopt` takes it. */
    readonly idOf: (record: unknown) => string;
    /** The same for the API's own id, where the record cannot be read. */
    readonly idFrom: (ownId: string) => string;
    /** The same record by its own GET; undefined for a 404. */
    readonly readOwn: (record: unknown) => Promise<unknown>;
}

type Args = CommonArgs & Record<string, unknown>;

const parentIn = ({ containedIn }: AnyDefinition, args: Args): ListedParent | undefined =>
    containedIn && { id: String(args[containedIn.argument]) };

/** The same record by its own GET; undefined for a 404. */
const ownRecord = (definition: AnyDefinition, project: Project, args: Args, record: unknown): Promise<unknown> =>
    definition.clientFor(project, idOf(definition, record, args)).read({ fresh: true, single: true });

/** What exists where the arguments place a resource. */
export async function listCandidates(
    definition: AnyDefinition,
    project: Project,
    args: Args,
    { recognition }: CreateSpec,
): Promise<Listing> {
    /** A list may show less than the own GET of a record. A GET that fails shows nothing more. */
    const withName = async (listed: unknown): Promise<unknown> => {
        if (recognition.nameOf(listed) !== undefined) return listed;
        const own = await orApiError(ownRecord(definition, project, args, listed));
        return own === undefined || own instanceof ApiError ? listed : own;
    };
    const candidateOf = async (listed: unknown): Promise<Candidate> => {
        const record = await withName(listed);
        return {
            id: definition.recordId(record),
            name: recognition.nameOf(record),
            isDeleting: isBeingDeleted(definition.observe(record, {})),
            record,
        };
    };
    const { records, unreadable } = await listRecords(definition, project, parentIn(definition, args));
    return { candidates: await Promise.all(records.map(candidateOf)), unreadable };
}

export function attemptOf(
    definition: AnyDefinition,
    project: Project,
    args: Args,
    name: string,
    creator: Creator,
): Attempt {
    const { creation, noun } = definition;
    if (creation === undefined) throw new Error(`no ${noun} is ever created`);
    const spec = creation.spec(project, args, name);
    const parent = parentIn(definition, args);
    return {
        definition,
        project,
        // A child is created by one call at a time for all that its parent contains, as it is changed.
        spec: parent ? { ...spec, create: () => project.withLock(parent.id, () => spec.create()) } : spec,
        creator,
        catalog: project.catalog(`${noun}s of ${parent?.id ?? "the project"}`, () =>
            listCandidates(definition, project, args, spec),
        ),
        key: spec.recognition.key ?? spec.name,
        onConflict: args.onNameConflict ?? "error",
        idOf: (record) => idOf(definition, record, args),
        idFrom: (ownId) => (parent ? childId(parent.id, ownId) : ownId),
        readOwn: (record) => ownRecord(definition, project, args, record),
    };
}

/** Whether the API is still at work on a record, and so may not show all of it that was asked for. */
export const mayComplete = ({ definition, spec }: Attempt, record: unknown): boolean =>
    matchOf(spec, record) === "unclear" && definition.observe(record, {}).condition === "busy";

/** Whether the resource has a `name` argument, so that another name is a way out. */
export const hasNameArgument = ({ definition }: Attempt): boolean => definition.naming !== undefined;

/** Milliseconds since the creation of a record, by the API's own clock; NaN where the record does not tell. */
export const ageOf = ({ project, spec }: Attempt, record: unknown): number =>
    project.client.now() - (spec.recognition.createdAt?.(record) ?? NaN);

/** For messages: `abc, created 2 h ago`. */
export function idAndAge(attempt: Attempt, record: unknown): string {
    const id = attempt.idOf(record);
    const age = ageOf(attempt, record);
    return Number.isNaN(age) ? id : `${id}, created ${duration(Math.max(0, age))} ago`;
}
