import { UserError } from "./failure";
import type { CommonArgs } from "./kind";
import type { Candidate, Roster } from "./roster";

/** Who wants to make a thing, and what is to become of one that is there already. */
export interface Claim<Record> {
    /** The resource's URN. */
    readonly owner: string;
    readonly onConflict: NonNullable<CommonArgs["onNameConflict"]>;
    /** Whether the resource has a `name`, of which another one would be a way out. */
    readonly named: boolean;
    /** The id under which a resource has the thing, and may adopt it. */
    readonly idOf: (record: Record) => string;
}

/** What is to be made, as far as it can be told from what is there. */
export interface Wanted<Record> {
    /** What tells it from others in the roster; who bears it already is its twin, or what is left of an interrupted `up`. */
    readonly name: string;
    /** `service "orders"`. */
    readonly label: string;
    readonly roster: Roster<Record>;
}

/** The one that is what is to be made, and is to be taken over; an error where that is not for us to decide. */
export function soleTwin<Record>(
    wanted: Wanted<Record>,
    there: readonly Candidate<Record>[],
    claim: Claim<Record>,
): Candidate<Record> | undefined {
    const twins = there.filter((one) => !one.leaving && one.name === wanted.name);
    const [first] = twins;
    if (first === undefined) return undefined;
    const rival = wanted.roster.ownerOf(first.id);
    if (rival !== undefined && rival !== claim.owner) throw rivalry(wanted, rival, claim);
    if (claim.onConflict === "adopt" && twins.length === 1) return first;
    const otherwise = claim.named ? " or another `name`" : "";
    throw new UserError(
        `There already is a ${wanted.label}: ${idsOf(twins, claim)}. It may be what an interrupted \`pulumi up\` has left. ` +
            `To take it over, set \`adopt: "${claim.idOf(first.record)}"\`; ` +
            `to create another one all the same, set \`onNameConflict: "ignore"\`${otherwise}.`,
    );
}

export const rivalry = <Record>(
    { label }: Pick<Wanted<Record>, "label">,
    rival: string,
    { owner, named }: Claim<Record>,
) =>
    new UserError(
        `Two resources of this program want to create ${label}: ${rival} and ${owner}. ` +
            (named ? "Give one of them another `name`." : "Leave one of them out."),
    );

export const idsOf = <Record>(candidates: readonly Candidate<Record>[], { idOf }: Claim<Record>): string =>
    candidates.map(({ record }) => idOf(record)).join(", ");
