import type { Goal, ReadGoal, Resource } from "../model/resource";
import { createUrn, type Urn } from "../model/urn";
import { aliasUrns } from "../plan/aliases";
import type { Ledger } from "../plan/ledger";
import { Stopped } from "./events";
import type { Session } from "./session";

/** A resource of the state that matches a registration. */
export interface Found {
    old: Resource | undefined;
    /** Another registration has its URN, or already matched it. The error has been reported. */
    taken: boolean;
}

/** Assigns URNs to registrations and finds the matching resources of the state. */
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
     * Reserves the URN of a new registration.
     * @throws Stopped if the URN is taken; Error if the parent is not registered.
     */
    claim(goal: Goal | ReadGoal): Urn {
        const { parent } = goal;
        if (parent && !this.ledger.registered.has(parent)) throw new Error(`could not find parent resource ${parent}`);
        const urn = this.urnOf(goal);
        if (this.ledger.registered.has(urn)) {
            const message = `Duplicate resource URN '${urn}'; try giving it a unique name`;
            this.session.say("error", message, urn);
            throw new Stopped(message);
        }
        this.ledger.registered.add(urn);
        return urn;
    }

    /** Finds a resource of the state by its URN or its aliases. */
    find(goal: Pick<Goal, "name" | "type" | "parent" | "aliases">, urn: Urn): Found {
        const { stack, project } = this.session.options;
        const place = { stack, project, formerUrn: this.ledger.formerUrn };
        const namesake = this.ledger.newUrn(urn);
        if (namesake !== undefined)
            this.session.say(
                "error",
                `Duplicate resource URN '${urn}' conflicting with alias on resource with URN '${namesake}'`,
                urn,
            );
        const found = [urn, ...aliasUrns(goal, place)].find((candidate) => this.session.old(candidate));
        if (found === undefined) return { old: undefined, taken: namesake !== undefined };
        const old = this.session.old(found);
        if (found === urn) return { old, taken: namesake !== undefined };
        const taker = this.ledger.registered.has(found) ? urn : this.ledger.newUrn(found);
        if (taker === undefined) this.ledger.rename(found, urn);
        else
            this.session.say(
                "error",
                `Duplicate resource alias '${found}' applied to resource with URN '${urn}' conflicting with resource with URN '${taker}'`,
                urn,
            );
        return { old, taken: taker !== undefined || namesake !== undefined };
    }
}
