import type { Goal, Resource } from "../model/resource";
import type { Urn } from "../model/urn";
import type { Op } from "./step";

/** What has been decided so far in an operation, by URN. */
export class Ledger {
    /** All that the program has registered. */
    readonly goals = new Map<Urn, Goal>();
    readonly registered = new Set<Urn>();
    readonly replaced = new Set<Urn>();
    /** To be deleted, or deleted already. */
    readonly deleted = new Set<Urn>();
    /** Creations that the targets leave out. */
    readonly skippedCreates = new Set<Urn>();
    /** Deleted before their replacement because of another resource. */
    readonly condemned = new Set<Resource>();
    /** What in another resource made it go. */
    readonly condemnedFor = new Map<Urn, string[]>();
    private readonly kept = new Set<Urn>();
    private readonly created = new Set<Urn>();
    private readonly newUrns = new Map<Urn, Urn>();
    private readonly formerUrns = new Map<Urn, Urn>();

    /** A resource of the state has come back under another URN. */
    rename(former: Urn, now: Urn): void {
        this.newUrns.set(former, now);
        this.formerUrns.set(now, former);
    }

    formerUrn = (urn: Urn): Urn | undefined => this.formerUrns.get(urn);
    newUrn = (urn: Urn): Urn | undefined => this.newUrns.get(urn);

    /** Something is done about this resource, and it stays. */
    decided(urn: Urn, op: Op): void {
        if (op === "create") this.created.add(urn);
        else this.kept.add(urn);
        if (op === "replace") this.replaced.add(urn);
    }

    /** Whether a resource of the state is the program's still. */
    isKept = (urn: Urn): boolean => this.kept.has(this.newUrns.get(urn) ?? urn);

    /** Whether anything at all has been decided about it. */
    isDecided = (urn: Urn): boolean => this.kept.has(urn) || this.created.has(urn) || this.deleted.has(urn);
}
