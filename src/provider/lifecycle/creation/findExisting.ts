import { hashLength, ownHashLength, type AnyDefinition } from "../definition";
import type { CommonArgs } from "../definitions/fields";
import type { Project } from "../project";
import { duration } from "../../../shared/duration";
import { UserError } from "../errors";
import { sameName } from "../spelling";
import { matchOf, type Candidate, type CreateSpec, type ListedSpec } from "./createSpec";

/** What the other resources of the program have, as far as this process has seen. */
export interface ProgramView {
    /** Another resource of the program that manages the one with this id, or is to adopt it. */
    rivalOf(id: string): string | undefined;
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
    /** The id of the predecessor, where that is known. */
    readonly predecessor: string | undefined;
    /** The name is a generated one. That alone proves nothing: the resource may have been renamed or moved, or be left from long ago. */
    readonly hasGeneratedName: boolean;
    /** Where the hash of a generated name begins; also where it is not known for which stack it stands. */
    readonly hashAt?: number | undefined;
    /** Whether nobody reads a warning. */
    readonly isCi?: boolean;
    readonly program: ProgramView;
}

/** One creation: how it is done, for whom, and what to do where one exists already. */
export interface Creation extends ListedSpec, Creator {
    readonly definition: AnyDefinition;
    readonly project: Project;
    readonly onConflict: NonNullable<CommonArgs["onNameConflict"]>;
    /** Whether the resource has a `name` argument, so that another name is a way out. */
    readonly hasNameArgument: boolean;
    /** The resource's id for a record, as `adopt` takes it. */
    readonly idOf: (record: unknown) => string;
    /** The same for the API's own id, where the record cannot be read. */
    readonly idFrom: (ownId: string) => string;
    /** The same record by its own GET; undefined for a 404. */
    readonly readOwn: (record: unknown) => Promise<unknown>;
}

/** Milliseconds since its creation for which a record of a generated name may be what an interrupted `up` has left. */
const leftoverAge = 3_600_000;
/** Milliseconds by which clocks of one API may differ. */
export const clockTolerance = 60_000;

/** Milliseconds since the creation of a record, by the API's own clock; NaN where the record does not tell. */
const ageOf = (creation: Creation, record: unknown): number =>
    creation.project.client.now() - (creation.createdAt?.(record) ?? NaN);

/** Whether a record was created within the last hour. */
function isRecent(creation: Creation, record: unknown): boolean {
    const age = ageOf(creation, record);
    return age >= -clockTolerance && age <= leftoverAge;
}

/** Whether a record of a generated name is left over from a creation of this resource: it is recent, or in a parent of this program. */
export const isOwnLeftover = (creation: Creation, record: unknown): boolean =>
    creation.hasGeneratedName &&
    (creation.ownedBy === undefined ? isRecent(creation, record) : creation.program.manages(creation.ownedBy));

/** The existing records that have the name. */
export const namesakesOf = (spec: CreateSpec, candidates: readonly Candidate[]): Candidate[] =>
    candidates.filter(
        (candidate) =>
            !candidate.isDeleting &&
            sameName(spec.name, candidate.name) &&
            (spec.uniqueName !== false || matchOf(spec, candidate.record) !== "different"),
    );

/**
 * What an interrupted creation of this resource has left; undefined where nothing is in the way.
 *
 * @throws UserError where something has the name and is not proven to be that: the user has to decide.
 */
export async function findExisting(creation: Creation, candidates: readonly Candidate[]): Promise<unknown> {
    const existing = namesakesOf(creation, candidates);
    const [first] = existing;
    if (first === undefined) return undefined;
    const { replacing, predecessor, onConflict } = creation;
    const owner = creation.inventory.ownerOf(first.id);
    if (owner !== undefined && owner !== creation.owner) throw duplicateCreateError(creation, owner);
    if (onConflict === "ignore") return undefined;
    const mayBePredecessor = replacing && (predecessor === undefined || predecessor === creation.idOf(first.record));
    const doubt = mayBePredecessor ? predecessorDoubt : await doubtAbout(creation, existing);
    if (doubt === undefined) return first.record;
    throw await conflictError(creation, existing, doubt);
}

const predecessorDoubt =
    "If it is the one that this operation replaces, set `deleteBeforeReplace: true` among the resource's options: it is then deleted first, unless `retainOnDelete` is set";

/** Why it is not proven that the record is left over from an interrupted creation of this resource; undefined where it is. */
async function doubtAbout(creation: Creation, [first, ...others]: readonly Candidate[]): Promise<string | undefined> {
    const isUnscoped = creation.hashAt !== undefined && !creation.hasGeneratedName;
    const unknown =
        "It may be what an interrupted `pulumi up` has left, or another stack's" +
        (isUnscoped ? ": the backend of this stack is not known, unless PULUMI_BACKEND_URL is set" : "");
    if (first === undefined || others.length > 0) return unknown;
    const rival = creation.program.rivalOf(creation.idOf(first.record));
    if (rival !== undefined) return `${rival} in this program has it, and two resources cannot share one`;
    if (!isOwnLeftover(creation, first.record)) return unknown;
    const record = await creation.readOwn(first.record);
    if (record === undefined)
        return "A list shows it, but its own GET does not: it may just have been deleted, or created";
    const match = matchOf(creation, record);
    return match === "same" ? undefined : `${unknown}: it does not show all that was asked for`;
}

async function conflictError(creation: Creation, existing: readonly Candidate[], doubt: string): Promise<UserError> {
    const [first] = existing;
    const differs = first !== undefined && matchOf(creation, first.record) === "different";
    const ids = existing.map(({ record }) => creation.idOf(record));
    const free = ids.filter((id) => creation.program.rivalOf(id) === undefined);
    const adopt = await wayToAdopt(creation, free);
    const otherwise = creation.hasNameArgument ? " or another `name`" : "";
    // The engine does not mark a forced replacement, but asks for no `diff` in it.
    const mayBeForced = creation.predecessor === undefined && doubt !== predecessorDoubt;
    return new UserError(
        `There already is a ${creation.label}: ${existing.map(({ record }) => describe(creation, record)).join(", ")}. ${doubt}. ` +
            `${differs ? "It is not what is asked for. " : ""}${adopt}To create another one all the same: \`onNameConflict: "ignore"\`${otherwise}.` +
            (mayBeForced ? " If you force its replacement (`--replace`, taint): `deleteBeforeReplace: true`." : ""),
    );
}

export const adoptHint = (ids: readonly string[]): string => ids.map((id) => `\`adopt: "${id}"\``).join(" or ");

/** Where the resource has another one already, one of the two has to be given up first. */
async function wayToAdopt(creation: Creation, ids: readonly string[]): Promise<string> {
    if (ids.length === 0) return "";
    const { predecessor } = creation;
    const isFree = predecessor === undefined || ids.includes(predecessor) || !(await exists(creation, predecessor));
    const yours = ids.length === 1 ? "If it is yours" : "If one of them is yours";
    const adopt = adoptHint(ids);
    return isFree
        ? `${yours}, take it over: ${adopt}. `
        : `${yours}, delete it, and repeat the operation; or keep it instead of ${predecessor}: remove that from the state with \`pulumi state delete\`, ` +
              `and set ${adopt}. `;
}

/** Whether a resource of the type exists, as far as the API shows. */
async function exists({ definition, project }: Creation, id: string): Promise<boolean> {
    const record = await definition.clientFor(project, id).read({ fresh: true });
    return record !== undefined && definition.observe(record, {}).condition !== "gone";
}

/** For messages: `abc, created 2 h ago`. */
export function describe(creation: Creation, record: unknown): string {
    const id = creation.idOf(record);
    const age = ageOf(creation, record);
    return Number.isNaN(age) ? id : `${id}, created ${duration(Math.max(0, age))} ago`;
}

export const duplicateCreateError = ({ label, owner, hasNameArgument }: Creation, other: string) =>
    new UserError(
        `Two resources of this program want to create ${label}: ${other} and ${owner}. ` +
            (hasNameArgument ? "Give one of them another `name`." : "Leave one of them out."),
    );

/**
 * A recent record may be what an interrupted `up` has left, though the API does not show its name.
 *
 * @throws UserError in that case.
 */
export function assertNoneNameless(creation: Creation, candidates: readonly Candidate[]): void {
    const found = candidates.filter(
        ({ id, name, isDeleting, record }) =>
            name === undefined &&
            !isDeleting &&
            isRecent(creation, record) &&
            matchOf(creation, record) !== "different" &&
            creation.inventory.ownerOf(id) === undefined &&
            !creation.program.manages(id),
    );
    if (found.length === 0) return;
    const ids = found.map(({ record }) => creation.idOf(record));
    throw new UserError(
        `The API does not show the name of ${found.map(({ record }) => describe(creation, record)).join(", ")}, which may be a ${creation.label} that an interrupted \`pulumi up\` has left. ` +
            `If it is yours, take it over: ${adoptHint(ids)}. To create another one: \`onNameConflict: "ignore"\`.`,
    );
}

/**
 * What to say of something recent that has the resource's own name with another hash. An `up` that was interrupted before the stack was
 * renamed, or an argument changed, may have left it, or it is another stack's. If only the part of the hash differs that stands for the
 * scope, and all else matches, it is most likely this resource, left from another machine. It is not taken over.
 *
 * @throws UserError in that case, if nobody reads a warning.
 */
export async function otherHash(
    creation: Creation,
    candidates: readonly Candidate[],
): Promise<{ readonly note?: string; readonly warning?: string }> {
    const { name: own, hashAt = Infinity, idOf, program, predecessor } = creation;
    const end = hashAt + hashLength;
    const around = (name: string) => name.slice(0, hashAt) + name.slice(end);
    const found = candidates.filter(
        ({ id, name = "", isDeleting, record }) =>
            !isDeleting &&
            sameName(around(own), around(name)) &&
            /^[a-z0-9]{7}$/.test(name.slice(hashAt, end)) &&
            !sameName(own, name) &&
            creation.inventory.ownerOf(id) === undefined &&
            idOf(record) !== predecessor &&
            program.rivalOf(idOf(record)) === undefined &&
            isRecent(creation, record),
    );
    if (found.length === 0) return {};
    const all = found.map(({ name = "", record }) => `${name} (${describe(creation, record)})`).join(", ");
    const told = `${all} has the name of this resource with another hash, and no resource of this program has it so far. An interrupted \`pulumi up\` may have left it`;
    const ownPart = (name: string) => name.slice(0, hashAt + ownHashLength);
    const isOwn = ({ name = "" }: Candidate) => sameName(ownPart(own), ownPart(name));
    const shown = await Promise.all(found.filter(isOwn).map(({ record }) => creation.readOwn(record)));
    const matching = shown.filter((record) => record !== undefined && matchOf(creation, record) === "same").map(idOf);
    if (matching.length === 0 || creation.onConflict === "ignore")
        return {
            note: `${told}, before the stack was renamed or an argument changed; or it is another stack's. It is not taken over: \`adopt\` it, delete it, or leave it.`,
        };
    const likely = `${told} on another machine, or with another backend or project: it is what is asked for, and only the last characters of its name differ.`;
    const ways = `take it over (${adoptHint(matching)}), or delete it`;
    if (creation.isCi === true)
        throw new UserError(
            `${likely} If it is yours, ${ways}. To create another one all the same: \`onNameConflict: "ignore"\` or another \`name\`.`,
        );
    const { noun } = creation.definition;
    return {
        warning: `${likely} It is not taken over: a second ${noun} is created, and billed. To avoid that, ${ways}.`,
    };
}
