import { hashLength, isHash, losesData, ownHashLength } from "../definition";
import { aliasOption, isSamePlace, nameInUrn } from "../../../shared/registration";
import { UserError } from "../errors";
import { sameName } from "../spelling";
import { clockTolerance } from "../wait/schedule";
import { ageOf, hasNameArgument, idAndAge, mayComplete, type Attempt } from "./attempt";
import type { Candidate } from "./catalog";
import { matchOf, type CreateSpec } from "./createSpec";

/** Milliseconds since its creation for which a record of a generated name may be what an interrupted `up` has left. */
const leftoverAge = 3_600_000;

/** Whether a record was created within the last hour. */
function isRecent(attempt: Attempt, record: unknown): boolean {
    const age = ageOf(attempt, record);
    return age >= -clockTolerance && age <= leftoverAge;
}

/** Whether a record of a generated name is left over from a creation of this resource: it is recent, or in a parent of this program. */
export function isOwnLeftover(attempt: Attempt, record: unknown): boolean {
    const { creator } = attempt;
    const { ownedBy } = attempt.spec.recognition;
    return (
        creator.hasGeneratedName &&
        (ownedBy === undefined ? isRecent(attempt, record) : creator.program.manages(ownedBy))
    );
}

/** The existing records that have the name. */
export const namesakesOf = (spec: CreateSpec, candidates: readonly Candidate[]): Candidate[] =>
    candidates.filter(
        (candidate) =>
            !candidate.isDeleting &&
            sameName(spec.name, candidate.name) &&
            (spec.recognition.uniqueName !== false || matchOf(spec, candidate.record) !== "different"),
    );

/** In a forced replacement, nothing tells which record is replaced. */
export const mayBePredecessor = ({ creator: { predecessor }, idOf }: Attempt, record: unknown): boolean =>
    predecessor === undefined || predecessor === idOf(record);

/** What an interrupted creation of this resource has left. */
export interface Existing {
    readonly record: unknown;
    /** The API is still creating it, and does not show all that was asked for so far. Once it is complete, it is compared again. */
    readonly isIncomplete: boolean;
}

/**
 * What an interrupted creation of this resource has left; undefined where nothing is in the way.
 *
 * @param mayWait - whether what is incomplete is looked at again.
 * @throws UserError where something has the name and is not proven to be that: the user has to decide.
 */
export async function findExisting(
    attempt: Attempt,
    candidates: readonly Candidate[],
    mayWait: boolean,
): Promise<Existing | undefined> {
    const existing = namesakesOf(attempt.spec, candidates);
    const [first] = existing;
    if (first === undefined) return undefined;
    const { creator, onConflict } = attempt;
    const owner = attempt.catalog.ownerOf(first.id);
    if (owner !== undefined && owner !== creator.owner) throw duplicateCreateError(attempt, owner);
    if (onConflict === "ignore") return undefined;
    const doubt = replacedDoubt(attempt, first.record);
    const found = doubt ?? (await proven(attempt, existing, mayWait));
    if (typeof found === "string") throw await conflictError(attempt, existing, found);
    creator.program.take(attempt.idOf(found.record), { adoptedByName: true });
    // While the API was asked, the program may have declared a resource that has it.
    const holder = holderOf(attempt, found.record);
    if (holder !== undefined) throw await conflictError(attempt, existing, holder);
    return found;
}

/** Where the state has a record of which the program has declared no resource so far. */
function placeInState({ creator: { owner, program }, idOf }: Attempt, record: unknown) {
    const urn = program.rivalOf(idOf(record)) === undefined ? program.storedAs(idOf(record)) : undefined;
    return urn === undefined ? undefined : { urn, isOwn: isSamePlace(urn, owner) };
}

/** Whether an earlier replacement has replaced the record, and its deletion is still to come. */
const isFormer = (attempt: Attempt, record: unknown): boolean => {
    const { predecessor } = attempt.creator;
    const isAnother = predecessor !== undefined && predecessor !== attempt.idOf(record);
    return isAnother && placeInState(attempt, record)?.isOwn === true;
};

/** Why a record belongs to another resource, as far as this operation has seen. */
function holderOf(attempt: Attempt, record: unknown): string | undefined {
    const rival = attempt.creator.program.rivalOf(attempt.idOf(record));
    if (rival !== undefined) return `${rival} in this program has it, and two resources cannot share one`;
    if (isFormer(attempt, record))
        return "It is a former one of this resource, which the next `pulumi up` that succeeds deletes";
    const stored = placeInState(attempt, record);
    if (stored === undefined) return undefined;
    if (stored.isOwn)
        return "The state has it already, as this resource or as one that had its name before, and two resources cannot share one";
    return `${inState(attempt, stored.urn)} has it, and two resources cannot share one: if this one is to have it instead, set ${aliasOption(stored.urn)} among its options`;
}

function inState({ creator: { owner } }: Attempt, urn: string): string {
    const name = nameInUrn(urn) ?? "";
    return `${name} in the state${name === nameInUrn(owner) ? ", under another parent," : ""}`;
}

/** Where the user asks for another one beside namesakes that the state has: what comes of those that no resource declares. */
export function leftInState(attempt: Attempt, namesakes: readonly Candidate[]): string[] {
    const { definition, idOf } = attempt;
    const lost = losesData(definition) ? " with its data" : "";
    return namesakes.flatMap(({ record }) => {
        const stored = placeInState(attempt, record);
        if (stored === undefined || stored.isOwn) return [];
        return `${inState(attempt, stored.urn)} has ${definition.noun} ${idOf(record)} of the same name. Unless the program declares it as well, this \`up\` DELETES it${lost}. If it is to become this resource: ${aliasOption(stored.urn)} among the options.`;
    });
}

/** Why a record of this resource's name is one that the operation replaces, or that an earlier one has replaced. */
function replacedDoubt(attempt: Attempt, record: unknown): string | undefined {
    const { replacing, retainsFormer } = attempt.creator;
    if (replacing && mayBePredecessor(attempt, record)) return predecessorDoubt;
    return retainsFormer === true ? "The option `retainOnDelete` may have kept it" : undefined;
}

const predecessorDoubt =
    "If it is the one that this operation replaces, set `deleteBeforeReplace: true` among the resource's options: it is then deleted first, unless `retainOnDelete` is set";

/** What is left over from an interrupted creation of this resource, or why that is not proven. */
async function proven(
    attempt: Attempt,
    [first, ...others]: readonly Candidate[],
    mayWait: boolean,
): Promise<Existing | string> {
    const { hashAt, hasGeneratedName } = attempt.creator;
    const isUnscoped = hashAt !== undefined && !hasGeneratedName;
    const unknown =
        "It may be what an interrupted `pulumi up` has left, another stack's, or what this operation deletes at its end" +
        (isUnscoped ? ": the backend of this stack is not known, unless PULUMI_BACKEND_URL is set" : "");
    if (first === undefined || others.length > 0) return unknown;
    const holder = holderOf(attempt, first.record);
    if (holder !== undefined) return holder;
    if (!isOwnLeftover(attempt, first.record)) return unknown;
    const record = await attempt.readOwn(first.record);
    if (record === undefined)
        return "A list shows it, but its own GET does not: it may just have been deleted, or created";
    if (matchOf(attempt.spec, record) === "same") return { record, isIncomplete: false };
    if (mayWait && mayComplete(attempt, record)) return { record, isIncomplete: true };
    return `${unknown}: it does not show all that was asked for`;
}

async function conflictError(attempt: Attempt, existing: readonly Candidate[], doubt: string): Promise<UserError> {
    const [first] = existing;
    const differs = first !== undefined && matchOf(attempt.spec, first.record) === "different";
    const free = existing.filter(({ record }) => isFormer(attempt, record) || holderOf(attempt, record) === undefined);
    const adopt = await wayToAdopt(
        attempt,
        free.map(({ record }) => record),
    );
    const otherwise = hasNameArgument(attempt) ? " or another `name`" : "";
    const left = existing.filter(({ record }) => placeInState(attempt, record)?.isOwn === false);
    const deletes = `; the \`up\` then deletes ${left.map(({ record }) => attempt.idOf(record)).join(", ")}, unless the program declares it`;
    const another = `To create another one all the same: \`onNameConflict: "ignore"\`${otherwise}${left.length === 0 ? "" : deletes}.`;
    // The engine does not mark a forced replacement, but asks for no `diff` in it.
    const mayBeForced = attempt.creator.predecessor === undefined && doubt !== predecessorDoubt;
    const sentences = [
        `There already is a ${attempt.spec.label}: ${existing.map(({ record }) => idAndAge(attempt, record)).join(", ")}.`,
        `${doubt}.`,
        ...(differs ? ["It is not what is asked for.", another, adopt] : [adopt, another]),
        differs && adopt !== "" && "The program then has to declare it as it is.",
        mayBeForced && "If you force its replacement (`--replace`, taint): `deleteBeforeReplace: true`.",
    ];
    return new UserError(sentences.filter(Boolean).join(" "));
}

export const adoptHint = (ids: readonly string[]): string => ids.map((id) => `\`adopt: "${id}"\``).join(" or ");

/** Where the resource has another one already, one of the two has to be given up first. */
async function wayToAdopt(attempt: Attempt, records: readonly unknown[]): Promise<string> {
    if (records.length === 0) return "";
    const { predecessor } = attempt.creator;
    const ids = records.map(attempt.idOf);
    const isFree = predecessor === undefined || ids.includes(predecessor) || !(await exists(attempt, predecessor));
    const yours = ids.length === 1 ? "If it is yours" : "If one of them is yours";
    const adopt = adoptHint(ids);
    if (isFree) return `${yours}, take it over: ${adopt}.`;
    // Both have one URN, by which `state delete` finds neither.
    const inPlace = `in place of this resource, declare one with another name (without an alias), and with ${adopt}; the \`up\` then deletes ${predecessor}`;
    const isInState = records.some((record) => isFormer(attempt, record));
    const way = isInState
        ? inPlace
        : `remove that from the state with \`pulumi state delete\`, which leaves it running, and set ${adopt} (where its URN is ambiguous there: ${inPlace})`;
    const lost = losesData(attempt.definition) ? ", which loses its data" : "";
    return `${yours}, keep it instead of ${predecessor}: ${way}; or delete it${lost}, and repeat the operation.`;
}

/** Whether a resource of the type exists, as far as the API shows. */
async function exists({ definition, project }: Attempt, id: string): Promise<boolean> {
    const record = await definition.clientFor(project, id).read({ fresh: true });
    return record !== undefined && definition.observe(record, {}).condition !== "gone";
}

export const duplicateCreateError = (attempt: Attempt, other: string) =>
    new UserError(
        `Two resources of this program want to create ${attempt.spec.label}: ${other} and ${attempt.creator.owner}. ` +
            (hasNameArgument(attempt) ? "Give one of them another `name`." : "Leave one of them out."),
    );

/**
 * A recent record may be what an interrupted `up` has left, though the API does not show its name.
 *
 * @throws UserError in that case.
 */
export function assertNoneNameless(attempt: Attempt, candidates: readonly Candidate[]): void {
    const found = candidates.filter(
        ({ id, name, isDeleting, record }) =>
            name === undefined &&
            !isDeleting &&
            isRecent(attempt, record) &&
            matchOf(attempt.spec, record) !== "different" &&
            attempt.catalog.ownerOf(id) === undefined &&
            !attempt.creator.program.manages(id),
    );
    if (found.length === 0) return;
    const ids = found.map(({ record }) => attempt.idOf(record));
    throw new UserError(
        `The API does not show the name of ${found.map(({ record }) => idAndAge(attempt, record)).join(", ")}, which may be a ${attempt.spec.label} that an interrupted \`pulumi up\` has left. ` +
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
    attempt: Attempt,
    candidates: readonly Candidate[],
): Promise<{ readonly note?: string; readonly warning?: string }> {
    const { spec, creator, catalog, idOf } = attempt;
    const { hashAt = Infinity, program, predecessor } = creator;
    const { name: own } = spec;
    const end = hashAt + hashLength;
    const around = (name: string) => name.slice(0, hashAt) + name.slice(end);
    const found = candidates.filter(
        ({ id, name = "", isDeleting, record }) =>
            !isDeleting &&
            sameName(around(own), around(name)) &&
            isHash(name.slice(hashAt, end)) &&
            !sameName(own, name) &&
            catalog.ownerOf(id) === undefined &&
            idOf(record) !== predecessor &&
            program.rivalOf(idOf(record)) === undefined &&
            isRecent(attempt, record),
    );
    if (found.length === 0) return {};
    const all = found.map(({ name = "", record }) => `${name} (${idAndAge(attempt, record)})`).join(", ");
    const [has, isNotTaken, it] = found.length === 1 ? ["has", "It is", "it"] : ["have", "They are", "them"];
    const told = `${all} ${has} the name of this resource with another hash, and no resource of this program has ${it} so far.`;
    const left = `An interrupted \`pulumi up\` may have left ${it}`;
    const ownPart = (name: string) => name.slice(0, hashAt + ownHashLength);
    const isOwn = ({ name = "" }: Candidate) => sameName(ownPart(own), ownPart(name));
    const shown = await Promise.all(found.filter(isOwn).map(({ record }) => attempt.readOwn(record)));
    const isIt = (record: unknown) =>
        record !== undefined && (matchOf(spec, record) === "same" || mayComplete(attempt, record));
    const matching = shown.filter(isIt).map(idOf);
    if (matching.length === 0 || attempt.onConflict === "ignore")
        return {
            note: `${told} ${isNotTaken} not taken over. If this stack has ${it} under another name or parent, this \`up\` deletes ${it}, unless you set \`aliases\`. If another stack manages ${it}, leave ${it}. ${left}, before the stack was renamed or an argument changed: then \`adopt\` ${it}, or delete ${it}.`,
        };
    const likely = `${told} ${left} on another machine, or with another backend or project: it is what is asked for, and only the last characters of its name differ.`;
    const ways = `take it over (${adoptHint(matching)}), or delete it`;
    if (creator.isCi === true)
        throw new UserError(
            `${likely} This is an error because \`CI\` is set: nobody may read a warning. If it is yours, ${ways}. To create another one all the same: \`onNameConflict: "ignore"\` or another \`name\`.`,
        );
    const { noun } = attempt.definition;
    return {
        warning: `${likely} It is not taken over: a second ${noun} is created, and billed. To avoid that, ${ways}.`,
    };
}
