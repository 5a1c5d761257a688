import { type Alias, createUrn, type Goal, nameOf, type Resource, typeOf, type Urn } from "../model/resource";
import { Stopped } from "../run/events";
import type { Session } from "../run/session";

type ChildGoal = Pick<Goal, "name"> & Pick<Resource, "type" | "parent">;

export const urnOf = ({ options: { stack, project } }: Session, { parent, type, name }: ChildGoal): Urn =>
    createUrn(stack, project, parent, type, name);

/** @throws Stopped if the URN is taken; Error if the parent is not registered. */
export function claimUrn(session: Session, child: ChildGoal): Urn {
    const { registered } = session.ledger;
    const { parent } = child;
    if (parent && !registered.has(parent)) throw new Error(`could not find parent resource ${parent}`);
    const urn = urnOf(session, child);
    if (registered.has(urn)) {
        session.say("error", `Duplicate resource URN '${urn}'; try giving it a unique name`, urn);
        throw new Stopped("duplicate URN");
    }
    registered.add(urn);
    return urn;
}

/**
 * Finds the resource of the state that is registered as `urn`, by its URN or its aliases.
 * @returns also whether another registration has its URN, or already matched it. The error has been reported.
 */
export function findOld(
    session: Session,
    child: ChildGoal,
    aliases: readonly Alias[],
    urn: Urn,
): { old: Resource | undefined; taken: boolean } {
    const { ledger } = session;
    const reportConflict = (what: string) => session.say("error", `Duplicate resource ${what}`, urn);
    const namesake = ledger.newUrns.get(urn);
    if (namesake !== undefined)
        reportConflict(`URN '${urn}' conflicting with alias on resource with URN '${namesake}'`);
    const found =
        [urn, ...aliasUrns(session, child, aliases)].find((candidate) => session.before.current(candidate)) ?? urn;
    const old = session.before.current(found);
    if (found === urn) return { old, taken: namesake !== undefined };
    const taker = ledger.registered.has(found) ? urn : ledger.newUrns.get(found);
    if (taker !== undefined)
        reportConflict(
            `alias '${found}' applied to resource with URN '${urn}' conflicting with resource with URN '${taker}'`,
        );
    else {
        ledger.newUrns.set(found, urn);
        ledger.formerUrns.set(urn, found);
    }
    return { old, taken: taker !== undefined || namesake !== undefined };
}

function aliasUrns(session: Session, child: ChildGoal, aliases: readonly Alias[]): Urn[] {
    const own = aliases.map((alias) => aliasUrn(session, alias, child));
    const { parent } = child;
    const former = parent && session.ledger.formerUrns.get(parent);
    if (!parent || !former) return own;
    const inherited = [child, ...own.map((urn) => ({ name: nameOf(urn), type: typeOf(urn) }))];
    // A name that starts with the parent's name was renamed with it.
    const parentName = nameOf(parent);
    const formerName = (name: string) =>
        name.startsWith(parentName) ? nameOf(former) + name.slice(parentName.length) : name;
    return [
        ...own,
        ...inherited.map(({ name, type }) => urnOf(session, { parent: former, type, name: formerName(name) })),
    ];
}

function aliasUrn({ ledger, options }: Session, alias: Alias, child: ChildGoal): Urn {
    if ("urn" in alias) return alias.urn;
    const given = alias.parent && (ledger.formerUrns.get(alias.parent) ?? alias.parent);
    const parent = alias.noParent ? undefined : (given ?? child.parent);
    const [type, name] = [alias.type || child.type, alias.name || child.name];
    return createUrn(alias.stack || options.stack, alias.project || options.project, parent, type, name);
}
