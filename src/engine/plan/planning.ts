import { isDeepStrictEqual } from "node:util";
import type { Session } from "../run/session";
import {
    type Alias,
    blankResource,
    createUrn,
    type Goal,
    nameOf,
    providerTypePrefix,
    type Resource,
    typeOf,
    type Urn,
} from "../model/resource";
import type { Op, Step } from "./step";
import { Stopped } from "../run/events";
import type { Executor } from "../run/executor";
import { dynamicPackage } from "../run/apply";

/** The context for planning a resource. */
export interface Planning {
    session: Session;
    ledger: Ledger;
    registry: Registry;
    defaultProvider: DefaultProvider;
}

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
    private readonly newUrns = new Map<Urn, Urn>();
    private readonly formerUrns = new Map<Urn, Urn>();

    /** Records that a resource of the state is registered under another URN. */
    rename(former: Urn, now: Urn): void {
        this.newUrns.set(former, now);
        this.formerUrns.set(now, former);
    }

    formerUrn = (urn: Urn): Urn | undefined => this.formerUrns.get(urn);
    newUrn = (urn: Urn): Urn | undefined => this.newUrns.get(urn);

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

type Child = Pick<Goal, "name" | "type" | "parent">;

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

    urnOf({ parent, type, name }: Child): Urn {
        const { stack, project } = this.session.options;
        return createUrn(stack, project, parent, type, name);
    }

    /**
     * Reserves the URN of a new registration.
     * @throws Stopped if the URN is taken; Error if the parent is not registered.
     */
    claim(goal: Child): Urn {
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
    find(goal: Child & Pick<Goal, "aliases">, urn: Urn): Found {
        const { session, ledger } = this;
        const namesake = ledger.newUrn(urn);
        if (namesake !== undefined)
            this.reportConflict(`URN '${urn}' conflicting with alias on resource with URN '${namesake}'`, urn);
        const found = [urn, ...this.aliasUrns(goal)].find((candidate) => session.old(candidate)) ?? urn;
        const old = session.old(found);
        if (found === urn) return { old, taken: namesake !== undefined };
        const taker = ledger.registered.has(found) ? urn : ledger.newUrn(found);
        if (taker === undefined) ledger.rename(found, urn);
        else
            this.reportConflict(
                `alias '${found}' applied to resource with URN '${urn}' conflicting with resource with URN '${taker}'`,
                urn,
            );
        return { old, taken: taker !== undefined || namesake !== undefined };
    }

    /** All former URNs to look up in the state, in order. */
    private aliasUrns(goal: Child & Pick<Goal, "aliases">): Urn[] {
        const own = goal.aliases.map((alias) => this.aliasUrn(alias, goal));
        const { parent } = goal;
        const former = parent && this.ledger.formerUrn(parent);
        if (!parent || !former) return own;
        const inherited = [goal, ...own.map((urn) => ({ name: nameOf(urn), type: typeOf(urn) }))];
        return [...own, ...inherited.map((child) => this.underFormerParent(child, parent, former))];
    }

    private aliasUrn(alias: Alias, child: Child): Urn {
        if ("urn" in alias) return alias.urn;
        const { stack, project } = this.session.options;
        const given = alias.parent && (this.ledger.formerUrn(alias.parent) ?? alias.parent);
        const parent = alias.noParent ? undefined : (given ?? child.parent);
        const [type, name] = [alias.type || child.type, alias.name || child.name];
        return createUrn(alias.stack || stack, alias.project || project, parent, type, name);
    }

    /** The URN of a child under its parent's former URN. A name that starts with the parent's name is renamed too. */
    private underFormerParent({ name, type }: Child, parent: Urn, former: Urn): Urn {
        const parentName = nameOf(parent);
        const formerName = name.startsWith(parentName) ? nameOf(former) + name.slice(parentName.length) : name;
        return this.urnOf({ parent: former, type, name: formerName });
    }

    private reportConflict(what: string, urn: Urn): void {
        this.session.say("error", `Duplicate resource ${what}`, urn);
    }
}

/** The resource that represents the provider of all dynamic resources. Its inputs are the stack's configuration. */
export class DefaultProvider {
    private registered: Promise<string> | undefined;

    constructor(
        private readonly session: Session,
        private readonly ledger: Ledger,
        private readonly registry: Registry,
        private readonly executor: Executor,
    ) {}

    /** The `provider` reference of its resources. Registered on first use. */
    reference(): Promise<string> {
        this.registered ??= this.register();
        return this.registered;
    }

    private async register(): Promise<string> {
        const type = providerTypePrefix + dynamicPackage;
        const urn = this.registry.claim({ type, name: "default" });
        const old = this.session.old(urn);
        const { created, modified } = old ?? {};
        const inputs = this.session.options.providerConfig;
        const next: Resource = { ...blankResource(urn, type, true), inputs, created, modified };
        const same = old && isDeepStrictEqual(old.inputs, next.inputs);
        const step: Step = !old
            ? { op: "create", next }
            : same
              ? { op: "same", old, next }
              : { op: "update", old, next, ignoreChanges: [] };
        this.ledger.decided(urn, step.op);
        await this.executor.now(step);
        this.session.options.provider.use(next.inputs);
        return `${urn}::${next.id ?? ""}`;
    }
}
