import { createUrn, partsOf, type Resource, stackType, typeOf, type Urn, withReferences } from "../model/resource";
import { nextOf, type Step, subjectOf } from "../plan/step";
import type { OperationType, PendingOperation, StackState } from "../stateDocument";

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
    private writing: Promise<void> = Promise.resolve();
    private nextSave: Promise<void> | undefined;
    /** There is a change that can wait for the next save. */
    private dirty: boolean;

    /** @param write `undefined` in a preview, which saves nothing. */
    constructor(
        before: StackState,
        private readonly write: ((state: StackState) => Promise<void>) | undefined,
    ) {
        this.base = before.resources;
        // Only the user can resolve an interrupted create.
        this.interrupted = before.pending.filter(({ type }) => type === "creating");
        // The other interrupted steps are over with this operation, whatever it does.
        this.dirty = this.interrupted.length < before.pending.length;
    }

    get state(): StackState {
        const resources = [...this.current, ...this.base].filter((resource) => !this.removed.has(resource));
        const pending = [...this.pending].map(([resource, type]) => ({ resource, type }));
        return { resources: withoutAliases(resources), pending: [...pending, ...this.interrupted] };
    }

    rebase(resources: Resource[]): Promise<void> {
        this.base = resources;
        return this.save();
    }

    async begin(step: Step): Promise<void> {
        const operation = operationOf[step.op];
        const resource = subjectOf(step);
        if (!operation) return;
        this.pending.set(resource, operation);
        await this.save();
    }

    /** @param applied whether the step was applied, at least in part */
    async end(step: Step, applied: boolean): Promise<void> {
        const resource = subjectOf(step);
        this.pending.delete(resource);
        if (applied) this.record(step);
        if (step.op === "same") this.dirty = true;
        else if (step.op !== "replace" && step.op !== "refresh") await this.save();
    }

    /** Resolves when the current state is saved. Saves run in sequence, and calls during a save share the next one. */
    save(): Promise<void> {
        this.nextSave ??= this.writing.then(() => {
            this.nextSave = undefined;
            this.dirty = false;
            this.writing = this.write?.(this.state) ?? Promise.resolve();
            return this.writing;
        });
        return this.nextSave;
    }

    async finish(): Promise<void> {
        if (this.dirty) await this.save();
        await this.writing;
    }

    private record(step: Step): void {
        const { op } = step;
        if (op === "replace" || op === "refresh") return;
        const old = "old" in step ? step.old : undefined;
        // A resource that is deleted first is a placeholder for its replacement until that is created.
        const stays =
            op === "read-replacement" || // It is deleted at the end.
            (op === "create-replacement" && !step.old.pendingReplacement) ||
            (op === "delete-replaced" && step.old.pendingReplacement);
        if (old && !stays) this.removed.add(old);
        const next = nextOf(step);
        if (next && !(op === "same" && step.skippedCreate)) this.current.push(next);
    }
}

/** Maps former URNs to current ones, including those of children of a renamed parent. */
function renames(resources: readonly Resource[]): Map<Urn, Urn> {
    const renamed = new Map<Urn, Urn>();
    for (const { urn, aliases, parent } of resources) {
        for (const alias of aliases) renamed.set(alias, urn);
        const newParent = parent && renamed.get(parent);
        if (!newParent || typeOf(newParent) === stackType) continue;
        const { stack, project, name } = partsOf(urn);
        renamed.set(urn, createUrn(stack, project, newParent, typeOf(urn), name));
    }
    return renamed;
}

/** Replaces former URNs by current ones, since resources in a state have no aliases. */
function withoutAliases(resources: readonly Resource[]): Resource[] {
    const renamed = renames(resources);
    if (renamed.size === 0) return [...resources];
    const now = (urn: Urn): Urn => renamed.get(urn) ?? urn;
    return resources.map((resource) => ({ ...withReferences(resource, now), urn: now(resource.urn), aliases: [] }));
}
