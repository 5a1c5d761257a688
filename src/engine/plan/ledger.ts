import type { Resource, Urn } from "../model/resource";
import type { Op } from "./step";

/** The decisions of an operation so far, by URN. */
export class Ledger {
    readonly registered = new Set<Urn>();
    readonly replaced = new Set<Urn>();
    /** Deleted, or to be deleted. */
    readonly deleted = new Set<Urn>();
    /** Creates that are skipped because they are not targeted. */
    readonly skippedCreates = new Set<Urn>();
    /**
     * Deleted before their replacement because a dependency is replaced, with the properties that depend on the replaced
     * resource.
     */
    readonly markedForDelete = new Map<Resource, string[]>();
    private readonly kept = new Set<Urn>();
    private readonly created = new Set<Urn>();
    /** By the former URN of a resource that is registered under another one. */
    readonly newUrns = new Map<Urn, Urn>();
    readonly formerUrns = new Map<Urn, Urn>();

    rename(former: Urn, now: Urn): void {
        this.newUrns.set(former, now);
        this.formerUrns.set(now, former);
    }

    /** Records a decision that keeps the resource. */
    decided(urn: Urn, op: Op): void {
        if (op === "create") this.created.add(urn);
        else this.kept.add(urn);
        if (op === "replace") this.replaced.add(urn);
    }

    /** Whether a resource of the state is still in the program. */
    isKept = (urn: Urn): boolean => this.kept.has(this.newUrns.get(urn) ?? urn);

    /** Whether any decision was made. */
    isDecided = (urn: Urn): boolean => this.kept.has(urn) || this.created.has(urn) || this.deleted.has(urn);
}
