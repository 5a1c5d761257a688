import { UserError } from "../errors";
import type { CommonArgs } from "../definition";
import type { Candidate, Inventory } from "./inventory";
import { sameName } from "../spelling";

/** Who wants to make a thing, and what is to become of one that is there already. */
export interface Claim<ApiRecord> {
    /** The resource's URN. */
    readonly owner: string;
    readonly onConflict: NonNullable<CommonArgs["onNameConflict"]>;
    /** Whether the resource has a `name`, of which another one would be a way out. */
    readonly named: boolean;
    /** The resource is in the state already: this creation replaces it, and its predecessor may still exist. */
    readonly replacing: boolean;
    /** The id under which a resource has the thing, and may adopt it. */
    readonly idOf: (record: ApiRecord) => string;
}

/**
 * Whether a record shows what was asked for and cannot change in place (region, type, parent, CIDR): all of it, something
 * else, or less than could tell.
 */
export type Match = "same" | "different" | "unclear";

/** What is to be made, as far as it can be told from what exists. */
export interface CreateTarget<ApiRecord> {
    readonly name: string;
    /** What two resources of one program must not both make. */
    readonly key: string;
    /** Whether a thing of that name is in the way, whatever else it is. Otherwise only one that matches is. */
    readonly uniqueName: boolean;
    /** `service "orders"`. */
    readonly label: string;
    readonly inventory: Inventory<ApiRecord>;
    match(record: ApiRecord): Match;
}

/** The one that is what is to be made, and is to be taken over; an error where that is not for us to decide. */
export function findExisting<ApiRecord>(
    wanted: CreateTarget<ApiRecord>,
    candidates: readonly Candidate<ApiRecord>[],
    claim: Claim<ApiRecord>,
): Candidate<ApiRecord> | undefined {
    const twins = candidates.filter(
        (one) =>
            !one.leaving &&
            sameName(wanted.name, one.name) &&
            (wanted.uniqueName || wanted.match(one.record) !== "different"),
    );
    const [first] = twins;
    if (first === undefined) return undefined;
    const rival = wanted.inventory.ownerOf(first.id);
    if (rival !== undefined && rival !== claim.owner) throw duplicateCreateError(wanted, rival, claim);
    if (claim.replacing) throw predecessorError(wanted, twins, claim);
    const [match, ...others] = twins.map(({ record }) => wanted.match(record));
    if (claim.onConflict === "adopt" && others.length === 0 && match === "same") return first;
    const differs = match === "different" ? "It is not what is asked for (region, addons, parent or CIDR). " : "";
    const adopt =
        match === "different" ? "" : `If it is yours, take it over: \`adopt: "${claim.idOf(first.record)}"\`. `;
    const otherwise = claim.named ? " or another `name`" : "";
    throw new UserError(
        `There already is a ${wanted.label}: ${idsOf(twins, claim)}. It may be what an interrupted \`pulumi up\` has left, or another stack's. ` +
            `${differs}${adopt}To create another one all the same: \`onNameConflict: "ignore"\`${otherwise}.`,
    );
}

/** The resource is replaced, and what has its name may be what it replaces: to take that over would end in its deletion. */
const predecessorError = <ApiRecord>(
    { label }: Pick<CreateTarget<ApiRecord>, "label">,
    twins: readonly Candidate<ApiRecord>[],
    claim: Claim<ApiRecord>,
) =>
    new UserError(
        `${label} is to be replaced, but there already is one of that name: ${idsOf(twins, claim)}. If that is its predecessor, set ` +
            "`deleteBeforeReplace: true` among the resource's options: it is then deleted first. " +
            (claim.named ? "Or give the resource another `name`." : "Or delete it first."),
    );

export const duplicateCreateError = <ApiRecord>(
    { label }: Pick<CreateTarget<ApiRecord>, "label">,
    rival: string,
    { owner, named }: Claim<ApiRecord>,
) =>
    new UserError(
        `Two resources of this program want to create ${label}: ${rival} and ${owner}. ` +
            (named ? "Give one of them another `name`." : "Leave one of them out."),
    );

export const idsOf = <ApiRecord>(candidates: readonly Candidate<ApiRecord>[], { idOf }: Claim<ApiRecord>): string =>
    candidates.map(({ record }) => idOf(record)).join(", ");
