/** Identifies a record of the API. */
export type ResourceRef = readonly [type: string, projectId: string, id: string];

interface Holding {
    readonly urn: string;
    readonly ref: string;
    /** It existed already, and was found by its name. */
    readonly takenOver: boolean;
}

/** A resource of the program that manages a record. */
export type Holder = Pick<Holding, "urn" | "takenOver">;

/** An adoption that the program asks for, by id (`adopt`) or by name (`onNameConflict`), and that has not happened yet. */
interface PendingAdoption {
    readonly urn: string;
    readonly type: string;
    readonly id?: string;
    readonly name?: string;
}

const textOf = (ref: ResourceRef): string => JSON.stringify(ref);

/**
 * Which resource of the program manages which record of the API, as far as this process has seen. An owner is identified by the
 * token in its state, not by its URN: renaming the stack, an alias or another parent changes the URN, and a replacement has the
 * same URN as the resource that it replaces.
 */
export class ResourceOwners {
    readonly #holdings = new Map<string, Holding>();
    readonly #pendingAdoptions = new Map<string, PendingAdoption>();
    readonly #formerOwners = new Map<string, string>();

    /** Notes that a resource manages a record, and will still be in the state after the operation. */
    hold(owner: string | undefined, urn: string | undefined, ref: ResourceRef, takenOver = false): void {
        if (owner === undefined || urn === undefined) return;
        // Another owner of the same URN is the resource that this one replaces.
        for (const [other, holding] of this.#holdings) {
            if (holding.urn === urn && other !== owner) this.#holdings.delete(other);
        }
        this.#holdings.set(owner, { urn, ref: textOf(ref), takenOver });
        const pending = this.#pendingAdoptions.get(urn);
        if (pending !== undefined && (pending.id === undefined || pending.id === ref[2]))
            this.#pendingAdoptions.delete(urn);
    }

    /** Notes that a resource whose state had no token, and which was identified by its URN, has got one. */
    rename(former: string | undefined, owner: string): void {
        if (former !== undefined && former !== owner) this.#formerOwners.set(owner, former);
    }

    /** Notes that a resource is replaced or deleted. */
    release(owner: string | undefined): void {
        if (owner === undefined) return;
        this.#holdings.delete(owner);
        this.#holdings.delete(this.#formerOwners.get(owner) ?? owner);
    }

    /** Another resource that manages the record. */
    anotherHolder(owner: string | undefined, ref: ResourceRef): Holder | undefined {
        const wanted = textOf(ref);
        const former = owner === undefined ? undefined : this.#formerOwners.get(owner);
        const isAnother = (holder: string) => holder !== owner && holder !== former;
        return [...this.#holdings].find(([holder, holding]) => isAnother(holder) && holding.ref === wanted)?.[1];
    }

    /** Notes that a resource of the program is going to adopt a record. */
    expectAdoption(adoption: PendingAdoption): void {
        this.#pendingAdoptions.set(adoption.urn, adoption);
    }

    /** The URN of a resource that is going to adopt the record. */
    pendingAdopter(type: string, id: string, name: unknown): string | undefined {
        const matches = (one: PendingAdoption) =>
            one.type === type && (one.id === undefined ? one.name !== undefined && one.name === name : one.id === id);
        return [...this.#pendingAdoptions.values()].find(matches)?.urn;
    }
}
