import type { CommonArgs } from "../definitions/commonArgs";
import { UserError } from "../errors";
import { sameName } from "../spelling";
import { matchOf, type CreateTarget } from "./createSpec";
import type { Candidate } from "./inventory";

/** Who creates, and what to do where one exists already. */
export interface Claim<ApiRecord> {
    /** The resource's URN. */
    readonly owner: string;
    readonly onConflict: NonNullable<CommonArgs["onNameConflict"]>;
    /** Whether the resource has a `name` argument, so that another name is a way out. */
    readonly named: boolean;
    /** The resource is in the state already: this creation replaces it, and its predecessor may still exist. */
    readonly replacing: boolean;
    /** The id of the predecessor, where that is known. */
    readonly predecessor: string | undefined;
    /** No other resource gets this name: what has it and matches was created for this resource, by an `up` that was interrupted. */
    readonly nameIsOwn: boolean;
    /** The API's id of a record, unique in its list. */
    readonly recordId: (record: ApiRecord) => string;
    /** The resource's id for a record, as `adopt` takes it. */
    readonly idOf: (record: ApiRecord) => string;
}

/** The existing records that have the name. */
export const namesakesOf = <ApiRecord>(
    target: CreateTarget<ApiRecord>,
    candidates: readonly Candidate<ApiRecord>[],
): Candidate<ApiRecord>[] =>
    candidates.filter(
        (candidate) =>
            !candidate.leaving &&
            sameName(target.name, candidate.name) &&
            (target.uniqueName !== false || matchOf(target, candidate.record) !== "different"),
    );

/** The existing record to adopt; undefined where none is in the way. @throws UserError where the user has to decide. */
export function findExisting<ApiRecord>(
    target: CreateTarget<ApiRecord>,
    candidates: readonly Candidate<ApiRecord>[],
    claim: Claim<ApiRecord>,
): Candidate<ApiRecord> | undefined {
    const existing = namesakesOf(target, candidates);
    const [first] = existing;
    if (first === undefined) return undefined;
    const owner = target.inventory.ownerOf(first.id);
    if (owner !== undefined && owner !== claim.owner) throw duplicateCreateError(target, owner, claim);
    const mayBePredecessor =
        claim.replacing &&
        !(claim.nameIsOwn && claim.predecessor !== undefined && claim.predecessor !== claim.idOf(first.record));
    if (mayBePredecessor) throw predecessorError(target, existing, claim);
    const [match, ...others] = existing.map(({ record }) => matchOf(target, record));
    if ((claim.onConflict === "adopt" || claim.nameIsOwn) && others.length === 0 && match === "same") return first;
    const differs = match === "different" ? "It is not what is asked for (region, addons, parent or CIDR). " : "";
    const adopt =
        match === "different" ? "" : `If it is yours, take it over: \`adopt: "${claim.idOf(first.record)}"\`. `;
    const otherwise = claim.named ? " or another `name`" : "";
    throw new UserError(
        `There already is a ${target.label}: ${idsOf(existing, claim)}. It may be what an interrupted \`pulumi up\` has left, or another stack's. ` +
            `${differs}${adopt}To create another one all the same: \`onNameConflict: "ignore"\`${otherwise}. ` +
            "If `--replace` or a taint is to replace it: `deleteBeforeReplace: true`.",
    );
}

/** Adopting what has the name could mean adopting the predecessor, which the replacement then deletes. */
const predecessorError = <ApiRecord>(
    { label }: Pick<CreateTarget<ApiRecord>, "label">,
    existing: readonly Candidate<ApiRecord>[],
    claim: Claim<ApiRecord>,
) =>
    new UserError(
        `${label} is to be replaced, but there already is one of that name: ${idsOf(existing, claim)}. If that is its predecessor, set ` +
            "`deleteBeforeReplace: true` among the resource's options: it is then deleted first. " +
            (claim.named ? "Or give the resource another `name`." : "Or delete it first."),
    );

/** Two resources of one program would create the same. */
export const duplicateCreateError = <ApiRecord>(
    { label }: Pick<CreateTarget<ApiRecord>, "label">,
    other: string,
    { owner, named }: Claim<ApiRecord>,
) =>
    new UserError(
        `Two resources of this program want to create ${label}: ${other} and ${owner}. ` +
            (named ? "Give one of them another `name`." : "Leave one of them out."),
    );

export const idsOf = <ApiRecord>(candidates: readonly Candidate<ApiRecord>[], { idOf }: Claim<ApiRecord>): string =>
    candidates.map(({ record }) => idOf(record)).join(", ");
