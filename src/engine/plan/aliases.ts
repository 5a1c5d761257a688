import type { Alias, Goal } from "../model/resource";
import { createUrn, nameOf, qualifiedType, stackType, typeOf, type Urn } from "../model/urn";

interface Place {
    stack: string;
    project: string;
    /** The former URN under which a registered resource was found in the state, if any. */
    formerUrn(urn: Urn): Urn | undefined;
}

type Child = Pick<Goal, "name" | "type" | "parent">;

function spelledOut(alias: Alias, child: Child, place: Place): Urn {
    if ("urn" in alias) return alias.urn;
    const given = alias.parent && (place.formerUrn(alias.parent) ?? alias.parent);
    const parent = alias.noParent ? undefined : (given ?? child.parent);
    const atRoot = parent === undefined || qualifiedType(parent) === stackType;
    return createUrn(
        alias.stack || place.stack,
        alias.project || place.project,
        atRoot ? undefined : parent,
        alias.type || child.type,
        alias.name || child.name,
    );
}

/** The URN of a child under its parent's former URN. A name that starts with the parent's name is renamed too. */
function underFormerParent(name: string, type: string, parent: Urn, former: Urn, { stack, project }: Place): Urn {
    const parentName = nameOf(parent);
    const formerName = name.startsWith(parentName) ? nameOf(former) + name.slice(parentName.length) : name;
    return createUrn(stack, project, former, type, formerName);
}

/** All former URNs to look up in the state, in order. */
export function aliasUrns(goal: Child & Pick<Goal, "aliases">, place: Place): Urn[] {
    const own = goal.aliases.map((alias) => spelledOut(alias, goal, place));
    const { parent } = goal;
    const former = parent && place.formerUrn(parent);
    if (!parent || !former) return [...new Set(own)];
    const inherited = [
        underFormerParent(goal.name, goal.type, parent, former, place),
        ...own.map((urn) => underFormerParent(nameOf(urn), typeOf(urn), parent, former, place)),
    ];
    return [...new Set([...own, ...inherited])];
}
