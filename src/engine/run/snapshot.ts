import type { Resource } from "../model/resource";
import { nextOf, oldOf, type Step } from "../plan/step";
import type { OperationType } from "../state/format";
import { withoutAliases } from "../state/renames";
import type { PendingOperation, StackState } from "../state/stack";
import { Saver } from "./saver";

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

const subject = (step: Step) => nextOf(step) ?? oldOf(step);

/**
 * The current state during an operation: new resources first, then the remaining old ones. Every step is recorded as
 * pending before it is executed.
 */
export class Snapshot {
    private base: Resource[];
    private readonly made: Resource[] = [];
    private readonly gone = new Set<Resource>();
    private readonly pending = new Map<Resource, OperationType>();
    private readonly carried: PendingOperation[];
    private readonly saver: Saver;

    /** @param save `undefined` in a preview, which saves nothing. */
    constructor(before: StackState, save: ((state: StackState) => Promise<void>) | undefined) {
        this.base = before.resources;
        // Only the user can resolve an interrupted create.
        this.carried = before.pending.filter(({ type }) => type === "creating");
        this.saver = new Saver(() => save?.(this.state) ?? Promise.resolve());
        // The other interrupted steps are over with this operation, whatever it does.
        if (this.carried.length < before.pending.length) this.saver.later();
    }

    get state(): StackState {
        const resources = [...this.made, ...this.base].filter((resource) => !this.gone.has(resource));
        const pending = [...this.pending].map(([resource, type]) => ({ resource, type }));
        return { resources: withoutAliases(resources), pending: [...pending, ...this.carried] };
    }

    /** Replaces the old resources after a refresh. */
    rebase(resources: Resource[]): Promise<void> {
        this.base = resources;
        return this.saver.save();
    }

    async begin(step: Step): Promise<void> {
        const operation = operationOf[step.op];
        const resource = subject(step);
        if (!operation || !resource) return;
        this.pending.set(resource, operation);
        await this.saver.save();
    }

    /** @param took whether the step was applied, at least in part */
    async end(step: Step, took: boolean): Promise<void> {
        const resource = subject(step);
        if (resource) this.pending.delete(resource);
        if (took) this.record(step);
        if (step.op === "same") this.saver.later();
        else if (step.op !== "replace" && step.op !== "refresh") await this.saver.save();
    }

    /** Saves registered outputs. */
    outputsChanged(): Promise<void> {
        return this.saver.save();
    }

    /** The final save. */
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
                if (old?.pendingReplacement) this.gone.add(old);
                break;
            case "read-replacement":
                break;
            case "delete-replaced":
                if (old && !old.pendingReplacement) this.gone.add(old);
                return;
            default:
                if (old) this.gone.add(old);
        }
        const next = nextOf(step);
        if (next && !(step.op === "same" && step.skippedCreate)) this.made.push(next);
    }
}
