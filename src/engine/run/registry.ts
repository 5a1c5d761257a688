import type { Goal, ReadGoal, Resource } from "../model/resource";
import { createUrn, type Urn } from "../model/urn";
import { aliasUrns } from "../plan/aliases";
import type { Ledger } from "../plan/ledger";
import { Stopped } from "./events";
import type { Session } from "./session";

/** What is left of a resource from before. */
export interface Found {
    old: Resource | undefined;
    /** Another resource goes on from it: the registration cannot be, and this has been told. */
    taken: boolean;
}

/** Who is who: the URNs of what a program registers, and what the state has of it. */
export class Registry {
    constructor(
        private readonly session: Session,
        private readonly ledger: Ledger,
    ) {}

    urnOf({ parent, type, name }: Pick<Goal, "parent" | "type" | "name">): Urn {
        const { stack, project } = this.session.options;
        return createUrn(stack, project, parent, type, name);
    }

    /**
     * Takes the URN for a new registration.
     * @throws Stopped where another one has it; Error where its parent is not there.
     */
    claim(goal: Goal | ReadGoal): Urn {
        const { parent } = goal;
        if (parent && !this.ledger.registered.has(parent)) throw new Error(`could not find parent resource ${parent}`);
        const urn = this.urnOf(goal);
        const former = this.ledger.newUrn(urn);
        if (this.ledger.registered.has(urn))
            this.refuse(urn, `Duplicate resource URN '${urn}'; try giving it a unique name`);
        if (former !== undefined)
            this.refuse(urn, `Duplicate resource URN '${urn}' conflicting with alias on resource with URN '${former}'`);
        this.ledger.registered.add(urn);
        return urn;
    }

    /** What the state has of a resource, under its own URN or else under one it had before. */
    find(goal: Pick<Goal, "name" | "type" | "parent" | "aliases">, urn: Urn): Found {
        const { stack, project } = this.session.options;
        const place = { stack, project, formerUrn: this.ledger.formerUrn };
        const found = [urn, ...aliasUrns(goal, place)].find((candidate) => this.session.old(candidate));
        if (found === undefined) return { old: undefined, taken: false };
        const old = this.session.old(found);
        if (found === urn) return { old, taken: false };
        const taker = this.ledger.registered.has(found) ? urn : this.ledger.newUrn(found);
        if (taker === undefined) this.ledger.rename(found, urn);
        else
            this.session.say(
                "error",
                `Duplicate resource alias '${found}' applied to resource with URN '${urn}' conflicting with resource with URN '${taker}'`,
                urn,
            );
        return { old, taken: taker !== undefined };
    }

    private refuse(urn: Urn, message: string): never {
        this.session.say("error", message, urn);
        throw new Stopped(message);
    }
}
