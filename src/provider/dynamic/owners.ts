import { isSameThing } from "../lifecycle";
import type { Holding, ResourceRef } from "./otherProcesses";
import type { OtherProcesses } from "./otherProcesses";

/** One API may have two addresses: at another one, what cannot change has to be the same. */
const isSame = (one: ResourceRef, other: ResourceRef): boolean =>
    one.type === other.type &&
    one.id === other.id &&
    (one.projectId === undefined || other.projectId === undefined || one.projectId === other.projectId) &&
    (one.address === other.address ||
        isSameThing({ identity: { ...one.identity, ...other.identity } }, one.facts, other.facts));

const holding = (urn: string, ref: ResourceRef, how: Holding["how"], more: Partial<Holding> = {}): Holding => ({
    ...{ urn, ref, how, owner: undefined, adoptedByName: false, isDeclared: true, isReplaced: false },
    ...more,
});

/**
 * Which resource of the program manages, or is to adopt, which record of the API, as far as this process and others of the same operation
 * have seen. An owner is identified by the token in its state together with its URN: renaming the stack, an alias or another parent
 * changes the URN, a replacement has the URN of the resource that it replaces, and an import file that is imported twice gives one token
 * to two resources.
 */
export class ResourceOwners {
    readonly #holdings = new Map<string, Holding>();
    readonly #formerOwners = new Map<string, string>();

    constructor(private readonly others?: OtherProcesses) {}

    #set(key: string, one: Holding): void {
        this.#holdings.set(key, one);
        this.others?.publish(key, one);
    }

    #delete(key: string): void {
        if (this.#holdings.delete(key)) this.others?.publish(key, undefined);
    }

    /** Notes that a resource manages a record, and will still be in the state after the operation. */
    hold(owner: string | undefined, urn: string | undefined, ref: ResourceRef, more: Partial<Holding> = {}): void {
        if (owner === undefined || urn === undefined) return;
        this.#set(`${owner} ${urn}`, holding(urn, ref, "manages", { ...more, owner }));
        const adoption = this.#holdings.get(`adopts ${urn}`);
        if (adoption !== undefined && isSame(adoption.ref, ref)) this.#delete(`adopts ${urn}`);
    }

    /** Notes that the state has a resource with this record, as a refresh has read it. The program may not declare it. */
    holdStored(owner: string | undefined, ref: ResourceRef, urn = owner): void {
        if (!this.#holdings.has(`${owner} ${urn}`)) this.hold(owner, urn, ref, { isDeclared: false });
    }

    /** The URN of a resource that the state has with this record, though the program may not declare it. */
    storedAs(ref: ResourceRef): string | undefined {
        return this.#all(ref).find(({ how, isDeclared }) => how === "manages" && !isDeclared)?.urn;
    }

    /** Notes that a resource is created: what it had before, it replaces. */
    replacePredecessor(urn: string | undefined): void {
        for (const [key, one] of this.#holdings)
            if (one.how === "manages" && one.urn === urn && one.isDeclared) this.#delete(key);
    }

    /** Notes that a resource whose state had no token, and which was identified by its URN, has got one. */
    rename(former: string | undefined, owner: string): void {
        if (former !== undefined && former !== owner) this.#formerOwners.set(owner, former);
    }

    /** Notes that a resource is replaced or deleted. Returns whether the program declares it, and it had a record until now. */
    release(owner: string | undefined, urn: string | undefined): boolean {
        const own = [...this.#holdings].filter(([, one]) => this.#isOwn(one, owner, urn));
        for (const [key] of own) this.#delete(key);
        return own.some(([, { isDeclared }]) => isDeclared);
    }

    /** A resource that is declared under another URN is another one, though an import file has given it the same token. */
    #isOwn({ owner: held, urn: heldBy, isReplaced, isDeclared }: Holding, owner = "", urn = heldBy): boolean {
        if (held !== owner && held !== this.#formerOwners.get(owner)) return false;
        return heldBy === urn || isReplaced || !isDeclared;
    }

    /** Another resource that manages the record. `urn` is the one in the state: undefined after an import. */
    anotherHolder(owner: string | undefined, urn: string | undefined, ref: ResourceRef): Holding | undefined {
        // Without a token, the URN does not tell a resource from the entry of one that it has replaced.
        const isKept = ({ isDeclared, isReplaced }: Holding) => owner === urn && isDeclared && !isReplaced;
        return this.#all(ref).find(
            (one) => one.how === "manages" && (!this.#isOwn(one, owner, urn ?? "") || isKept(one)),
        );
    }

    /** Notes that a resource of the program is to adopt, or to take over, a record. */
    expectAdoption(urn: string, ref: ResourceRef, more: Partial<Holding> = {}): void {
        this.#set(`adopts ${urn}`, holding(urn, ref, "adopts", more));
    }

    /** Notes that a `get` of the program reads a record. */
    expectRead(urn: string | undefined, ref: ResourceRef): void {
        if (urn !== undefined) this.#set(`reads ${urn}`, holding(urn, ref, "reads"));
    }

    /** The URN of a resource that is to adopt the record and has not done so yet, or of a `get` that reads it. */
    awaitedBy(how: "adopts" | "reads", ref: ResourceRef): string | undefined {
        return this.#all(ref).find((one) => one.how === how)?.urn;
    }

    /** The URN of another resource of the program that takes the record over, since an interrupted `up` has left it. */
    takerByName(urn: string | undefined, ref: ResourceRef): string | undefined {
        return this.#rivals(urn, ref).find(({ adoptedByName }) => adoptedByName)?.urn;
    }

    /** The URN of another resource of the program that manages the record, or is to adopt it. */
    rivalOf(urn: string | undefined, ref: ResourceRef): string | undefined {
        return this.#rivals(urn, ref).find(({ isDeclared }) => isDeclared)?.urn;
    }

    #rivals(urn: string | undefined, ref: ResourceRef): Holding[] {
        return this.#all(ref).filter((one) => one.urn !== urn && one.how !== "reads");
    }

    #all(ref: ResourceRef): Holding[] {
        return [...this.#holdings.values(), ...(this.others?.holdings() ?? [])].filter((one) => isSame(one.ref, ref));
    }

    isHeld(ref: ResourceRef): boolean {
        return this.#all(ref).some(({ how, isDeclared }) => how === "manages" && isDeclared);
    }
}
