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
 * The state of the stack as it is at each moment of an operation: what this operation has made, then what is left of what was
 * there. What is begun is on record before it is done.
 */
export class Snapshot {
    private base: Resource[];
    private readonly made: Resource[] = [];
    private readonly gone = new Set<Resource>();
    private readonly pending = new Map<Resource, OperationType>();
    private readonly carried: PendingOperation[];
    private readonly saver: Saver;

    /** @param save undefined in a preview: nothing is kept. */
    constructor(before: StackState, save: ((state: StackState) => Promise<void>) | undefined) {
        this.base = before.resources;
        // Only a person can tell whether an interrupted creation has happened.
        this.carried = before.pending.filter(({ type }) => type === "creating");
        this.saver = new Saver(() => save?.(this.state) ?? Promise.resolve());
    }

    get state(): StackState {
        const resources = [...this.made, ...this.base].filter((resource) => !this.gone.has(resource));
        const pending = [...this.pending].map(([resource, type]) => ({ resource, type }));
        return { resources: withoutAliases(resources), pending: [...pending, ...this.carried] };
    }

    /** After a refresh. */
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

    /** @param took whether the resource has become what the step wanted, at least in part */
    async end(step: Step, took: boolean): Promise<void> {
        const resource = subject(step);
        if (resource) this.pending.delete(resource);
        if (took) this.record(step);
        if (step.op === "same") this.saver.later();
        else if (step.op !== "replace" && step.op !== "refresh") await this.saver.save();
    }

    /** A component or the stack has told its outputs. */
    outputsChanged(): Promise<void> {
        return this.saver.save();
    }

    /** When nothing is under way any more. */
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
                // One that was deleted first stood for its replacement until now.
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
