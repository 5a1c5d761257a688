/** A thing of the API: its resource type, its project and its id. */
export type ResourceRef = readonly [type: string, projectId: string, id: string];

interface Held {
    readonly urn: string;
    readonly ref: string;
}

/** A take-over that the program wants, and that has not come about so far. */
interface Intention {
    readonly urn: string;
    readonly type: string;
    readonly id?: string;
    readonly name?: string;
}

const textOf = (ref: ResourceRef): string => JSON.stringify(ref);

/**
 * Which resource of the program has which thing of the API, as far as this process has heard. An owner is known by the token
 * that its state keeps, not by its URN: a stack that is renamed, an alias or another parent changes the URN, and what a
 * replacement replaces has the same URN as its successor.
 */
export class ResourceOwners {
    readonly #held = new Map<string, Held>();
    readonly #intentions = new Map<string, Intention>();
    readonly #former = new Map<string, string>();

    /** The resource has the thing, and is in the state at the end of the operation. */
    hold(owner: string | undefined, urn: string | undefined, ref: ResourceRef): void {
        if (owner === undefined || urn === undefined) return;
        // What the resource had before is replaced, and no longer its own.
        for (const [other, held] of this.#held) if (held.urn === urn && other !== owner) this.#held.delete(other);
        this.#held.set(owner, { urn, ref: textOf(ref) });
        const wanted = this.#intentions.get(urn);
        if (wanted !== undefined && (wanted.id === undefined || wanted.id === ref[2])) this.#intentions.delete(urn);
    }

    /** A state that kept no token gets one: both mean the same resource. */
    rename(former: string | undefined, owner: string): void {
        if (former !== undefined && former !== owner) this.#former.set(owner, former);
    }

    /** The resource is replaced or deleted. */
    release(owner: string | undefined): void {
        if (owner === undefined) return;
        this.#held.delete(owner);
        this.#held.delete(this.#former.get(owner) ?? owner);
    }

    /** The URN of another resource that has the thing. */
    another(owner: string | undefined, ref: ResourceRef): string | undefined {
        const wanted = textOf(ref);
        const former = owner === undefined ? undefined : this.#former.get(owner);
        const isAnother = (holder: string) => holder !== owner && holder !== former;
        return [...this.#held].find(([holder, held]) => isAnother(holder) && held.ref === wanted)?.[1].urn;
    }

    /** The program wants a resource to take over a thing, by its id or by its name. */
    intend(intention: Intention): void {
        this.#intentions.set(intention.urn, intention);
    }

    /** The URN of a resource that is to take over the thing, and has not done so. */
    intendedBy(type: string, id: string, name: unknown): string | undefined {
        const isMeant = (one: Intention) =>
            one.type === type && (one.id === undefined ? one.name !== undefined && one.name === name : one.id === id);
        return [...this.#intentions.values()].find(isMeant)?.urn;
    }
}
