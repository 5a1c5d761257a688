import {
    createUrn,
    nameOf,
    originOf,
    providerUrn,
    qualifiedType,
    type Resource,
    stackType,
    typeOf,
    type Urn,
} from "../model/resource";
import { nextOf, oldOf, type Step, subjectOf } from "../plan/step";
import type { OperationType, PendingOperation, StackState } from "../state/document";

const operationOf: Partial<Record<Step["op"], OperationType>> = {
    create: "creating",
    "create-replacement": "creating",
    update: "updating",
    delete: "deleting",
    "delete-replaced": "deleting",
    discard: "deleting",
    "discard-replaced": "deleting",
    read: "reading",
    "read-replacement": "reading",
};

/**
 * The current state during an operation: new resources first, then the remaining old ones. Every step is recorded as
 * pending before it is executed.
 */
export class Snapshot {
    private base: Resource[];
    private readonly current: Resource[] = [];
    private readonly removed = new Set<Resource>();
    private readonly pending = new Map<Resource, OperationType>();
    private readonly interrupted: PendingOperation[];
    private readonly saver: Saver;

    /** @param save `undefined` in a preview, which saves nothing. */
    constructor(before: StackState, save: ((state: StackState) => Promise<void>) | undefined) {
        this.base = before.resources;
        // Only the user can resolve an interrupted create.
        this.interrupted = before.pending.filter(({ type }) => type === "creating");
        this.saver = new Saver(() => save?.(this.state) ?? Promise.resolve());
        // The other interrupted steps are over with this operation, whatever it does.
        if (this.interrupted.length < before.pending.length) this.saver.later();
    }

    get state(): StackState {
        const resources = [...this.current, ...this.base].filter((resource) => !this.removed.has(resource));
        const pending = [...this.pending].map(([resource, type]) => ({ resource, type }));
        return { resources: withoutAliases(resources), pending: [...pending, ...this.interrupted] };
    }

    /** Replaces the old resources after a refresh. */
    rebase(resources: Resource[]): Promise<void> {
        this.base = resources;
        return this.saver.save();
    }

    async begin(step: Step): Promise<void> {
        const operation = operationOf[step.op];
        const resource = subjectOf(step);
        if (!operation) return;
        this.pending.set(resource, operation);
        await this.saver.save();
    }

    /** @param applied whether the step was applied, at least in part */
    async end(step: Step, applied: boolean): Promise<void> {
        const resource = subjectOf(step);
        this.pending.delete(resource);
        if (applied) this.record(step);
        if (step.op === "same") this.saver.later();
        else if (step.op !== "replace" && step.op !== "refresh") await this.saver.save();
    }

    outputsChanged(): Promise<void> {
        return this.saver.save();
    }

    finish(): Promise<void> {
        return this.saver.flush();
    }

    private record(step: Step): void {
        const old = oldOf(step);
        switch (step.op) {
            case "replace":
            case "refresh":
                return;
            case "create-replacement":
                // A resource that was deleted first was kept as a placeholder for its replacement.
                if (old?.pendingReplacement) this.removed.add(old);
                break;
            case "read-replacement":
                break;
            case "delete-replaced":
                if (old && !old.pendingReplacement) this.removed.add(old);
                return;
            default:
                if (old) this.removed.add(old);
        }
        const next = nextOf(step);
        if (next && !(step.op === "same" && step.skippedCreate)) this.current.push(next);
    }
}

/** Runs saves in sequence. Calls during a save share the next one. */
class Saver {
    private current: Promise<void> = Promise.resolve();
    private next: Promise<void> | undefined;
    private dirty = false;

    constructor(private readonly write: () => Promise<void>) {}

    /** Resolves when the current state is saved. */
    save(): Promise<void> {
        this.next ??= this.current.then(() => {
            this.next = undefined;
            this.dirty = false;
            this.current = this.write();
            return this.current;
        });
        return this.next;
    }

    /** Marks a change that can wait for the next save. */
    later(): void {
        this.dirty = true;
    }

    async flush(): Promise<void> {
        if (this.dirty) await this.save();
        await this.current;
    }
}

/** Maps former URNs to current ones, including those of children of a renamed parent. */
function renames(resources: readonly Resource[]): Map<Urn, Urn> {
    const renamed = new Map<Urn, Urn>();
    for (const { urn, aliases, parent } of resources) {
        for (const alias of aliases) renamed.set(alias, urn);
        const newParent = parent && renamed.get(parent);
        if (!newParent || qualifiedType(newParent) === stackType) continue;
        const { stack, project } = originOf(urn);
        renamed.set(urn, createUrn(stack, project, newParent, typeOf(urn), nameOf(urn)));
    }
    return renamed;
}

/**
 * Replaces all references to former URNs by current ones, since resources in a state have no aliases. Unchanged
 * resources are returned as the same objects.
 */
function withoutAliases(resources: readonly Resource[]): Resource[] {
    const renamed = renames(resources);
    if (renamed.size === 0) return [...resources];
    const now = (urn: Urn): Urn => renamed.get(urn) ?? urn;
    const provider = (reference: string) =>
        now(providerUrn(reference)) + reference.slice(providerUrn(reference).length);
    return resources.map((resource) => ({
        ...resource,
        urn: now(resource.urn),
        parent: resource.parent && now(resource.parent),
        dependencies: resource.dependencies.map(now),
        propertyDependencies:
            resource.propertyDependencies &&
            Object.fromEntries(
                Object.entries(resource.propertyDependencies).map(([name, urns]) => [name, urns.map(now)]),
            ),
        deletedWith: resource.deletedWith && now(resource.deletedWith),
        provider: resource.provider && provider(resource.provider),
        aliases: [],
    }));
}
