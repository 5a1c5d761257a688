/** Identifies a record of the API. */
export interface ResourceRef {
    readonly type: string;
    readonly address: string;
    /** Undefined: the default project, which has not been looked up. */
    readonly projectId: string | undefined;
    readonly id: string;
}

/** A resource of the program that manages a record. */
interface Holding {
    readonly urn: string;
    readonly ref: ResourceRef;
    /** An interrupted `up` had left it, and it was found by its name. */
    readonly adoptedByName: boolean;
    /** The program declares it; otherwise its deletion has failed. */
    readonly isDeclared: boolean;
}

const isSame = (one: ResourceRef, other: ResourceRef): boolean =>
    one.type === other.type &&
    one.id === other.id &&
    one.address === other.address &&
    (one.projectId === undefined || other.projectId === undefined || one.projectId === other.projectId);

/**
 * Which resource of the program manages, or is to adopt, which record of the API, as far as this process has seen. An owner is
 * identified by the token in its state, not by its URN: renaming the stack, an alias or another parent changes the URN, and a
 * replacement has the same URN as the resource that it replaces.
 */
export class ResourceOwners {
    readonly #holdings = new Map<string, Holding>();
    /** By URN: what is to be adopted, or to be taken over by its generated name, as a preview has announced. */
    readonly #adoptions = new Map<string, Holding>();
    readonly #formerOwners = new Map<string, string>();

    /** Notes that a resource manages a record, and will still be in the state after the operation. */
    hold(
        owner: string | undefined,
        urn: string | undefined,
        ref: ResourceRef,
        { adoptedByName = false, isDeclared = true } = {},
    ): void {
        if (owner === undefined || urn === undefined) return;
        this.#holdings.set(owner, { urn, ref, adoptedByName, isDeclared });
        const adoption = this.#adoptions.get(urn);
        if (adoption !== undefined && isSame(adoption.ref, ref)) this.#adoptions.delete(urn);
    }

    /** Notes that a resource whose state had no token, and which was identified by its URN, has got one. */
    rename(former: string | undefined, owner: string): void {
        if (former !== undefined && former !== owner) this.#formerOwners.set(owner, former);
    }

    /** Notes that a resource is replaced or deleted. Returns whether the program declares it, and it had a record until now. */
    release(owner = ""): boolean {
        const names = [owner, this.#formerOwners.get(owner) ?? owner];
        const isDeclared = names.some((name) => this.#holdings.get(name)?.isDeclared);
        for (const name of names) this.#holdings.delete(name);
        return isDeclared;
    }

    anotherHolder(owner: string | undefined, ref: ResourceRef): Holding | undefined {
        const own = [owner, owner === undefined ? undefined : this.#formerOwners.get(owner)];
        return [...this.#holdings].find(([holder, { ref: held }]) => !own.includes(holder) && isSame(held, ref))?.[1];
    }

    /** Notes that a resource of the program is to adopt, or to take over, a record. */
    expectAdoption(urn: string, ref: ResourceRef, { adoptedByName = false } = {}): void {
        this.#adoptions.set(urn, { urn, ref, adoptedByName, isDeclared: true });
    }

    /** The URN of a resource that is to adopt the record, and has not done so yet. */
    pendingAdopter(ref: ResourceRef): string | undefined {
        return [...this.#adoptions.values()].find((adoption) => isSame(adoption.ref, ref))?.urn;
    }

    /** The URN of another resource of the program that takes the record over, since an interrupted `up` has left it. */
    takerByName(urn: string | undefined, ref: ResourceRef): string | undefined {
        return this.#others(urn, ref).find(({ adoptedByName }) => adoptedByName)?.urn;
    }

    /** The URN of another resource of the program that manages the record, or is to adopt it. */
    rivalOf(urn: string | undefined, ref: ResourceRef): string | undefined {
        return this.#others(urn, ref).find(({ isDeclared }) => isDeclared)?.urn;
    }

    #others(urn: string | undefined, ref: ResourceRef): Holding[] {
        const all = [...this.#holdings.values(), ...this.#adoptions.values()];
        return all.filter((one) => one.urn !== urn && isSame(one.ref, ref));
    }

    isHeld(ref: ResourceRef): boolean {
        return [...this.#holdings.values()].some((holding) => holding.isDeclared && isSame(holding.ref, ref));
    }
}
