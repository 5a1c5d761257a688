import type { Properties } from "../model/values";
import type { PendingOperation } from "../state/document";
import { Executor } from "./executor";
import { Planner } from "../plan/planner";
import type { Session } from "./session";
import type { Resource, Urn } from "../model/resource";
import { type Step, subjectOf } from "../plan/step";
import { Stopped } from "./events";
import { planDeletes } from "../plan/deletions";

interface PhasesOptions {
    /** Refreshes all resources first. */
    refresh: boolean;
    /** Interrupted steps of the last operation. */
    pending: readonly PendingOperation[];
    /** Runs the program; resolves when all its requests are complete. */
    program: (planner: Planner) => Promise<void>;
}

interface Verdict {
    ok: boolean;
    outputs: Properties;
}

export class Phases {
    private readonly planner: Planner;

    constructor(
        private readonly session: Session,
        private readonly options: PhasesOptions,
    ) {
        this.planner = new Planner(session);
    }

    async all(): Promise<Verdict> {
        const { operation } = this.session.options;
        const refreshing = operation === "refresh" || this.options.refresh;
        if (refreshing && !(await this.refresh())) return this.verdict();
        const { pending } = this.options;
        if (!refreshing && operation !== "preview" && pending.length > 0)
            this.session.say("warning", pendingWarning(pending));
        if (operation === "up" || operation === "preview") await this.update();
        else if (operation === "destroy" && this.requireTargets())
            await deletePhase(this.session, this.planner.executor);
        return this.verdict();
    }

    private async refresh(): Promise<boolean> {
        const { session } = this;
        const { operation } = session.options;
        const isUpdate = operation === "up" || operation === "preview";
        // The program may register the target that an empty stack does not have.
        if (!(isUpdate && session.olds.length === 0) && !this.requireTargets()) return false;
        const ok = await refreshPhase(session, new Executor(session));
        if (!ok) session.refused = true;
        return ok;
    }

    private async update(): Promise<void> {
        const { session, planner } = this;
        const unknownReplacements = [...session.options.replace].filter((urn) => !session.old(urn));
        if (!this.refuseMissing(unknownReplacements, targetNotFound)) return;
        await this.options.program(planner);
        if (session.options.halt.why) return;
        await deletePhase(session, planner.executor);
        this.requireTargets();
    }

    /** Stops the operation if a target is neither in the state nor registered. @returns whether it continues */
    private requireTargets(): boolean {
        const { operation, targets = [] } = this.session.options;
        const isUpdate = operation === "up" || operation === "preview";
        const known = new Set([...this.session.olds.map(({ urn }) => urn), ...this.session.ledger.registered]);
        const unknownTargets = [...targets].filter((urn) => !known.has(urn));
        return this.refuseMissing(
            unknownTargets,
            isUpdate ? targetNotFound : (urn) => `no resource named '${urn}' found`,
        );
    }

    /** Stops the operation if something is missing. @returns whether it continues */
    private refuseMissing(missing: readonly Urn[], message: (urn: Urn) => string): boolean {
        for (const urn of missing) this.session.say("error", message(urn));
        if (missing.length > 0) this.session.options.halt.stop("invalid");
        return missing.length === 0;
    }

    private async verdict(): Promise<Verdict> {
        const { halt } = this.session.options;
        const failed = this.planner.executor.failed.length > 0 || this.session.refused;
        const ok = !failed && halt.why === undefined;
        const outputs = await this.planner.finishOutputs(ok);
        const kind = this.session.dryRun ? "preview" : "update";
        // Invalid requests have already been reported.
        if (failed && halt.why !== "invalid") this.session.say("error", `${kind} failed`);
        else if (halt.why === "canceled") this.session.say("error", `${kind} canceled`);
        return { ok, outputs };
    }
}

function targetNotFound(urn: Urn): string {
    const hint = urn.includes("$") ? "" : " Did you forget to escape $ in your shell?";
    return `Target '${urn}' could not be found in the stack.${hint}`;
}

/** A warning about operations that were interrupted, in the CLI's words. */
function pendingWarning(pending: readonly PendingOperation[]): string {
    const list = pending.map(({ resource, type }) => `  * ${resource.urn}, interrupted while ${type}\n`).join("");
    return [
        `Attempting to deploy or update resources with ${pending.length} pending operations from previous deployment.\n${list}` +
            "These resources are in an unknown state because the Pulumi CLI was interrupted while waiting for changes to these resources to complete. " +
            "You should confirm whether or not the operations listed completed successfully by checking the state of the appropriate provider. " +
            "For example, if you are using AWS, you can confirm using the AWS Console.",
        "Once you have confirmed the status of the interrupted operations, you can repair your stack using `pulumi refresh` which will refresh the state from the provider you are using and clear the pending operations if there are any.",
        "Note that `pulumi refresh` will need to be run interactively to clear pending CREATE operations.",
    ].join("\n\n");
}

type RefreshStep = Extract<Step, { op: "refresh" }>;

/** Reads all resources or the targets, and updates the state. @returns whether all reads succeeded. */
async function refreshPhase(session: Session, executor: Executor): Promise<boolean> {
    const { snapshot, targets } = session.options;
    const steps: RefreshStep[] = session.olds
        .filter(({ urn }) => targets?.has(urn) ?? true)
        .map((old) => ({ op: "refresh", old }));
    await executor.all(steps);
    const found = new Map<Resource, Resource | undefined>();
    for (const { old, refreshed } of steps) if (refreshed) found.set(old, refreshed.next);
    session.olds = refreshedBase(session.olds, found);
    await snapshot.rebase(session.olds);
    return executor.failed.length === 0 && steps.every(({ refreshed }) => refreshed !== undefined);
}

/**
 * The state after a refresh: deleted resources are removed, together with dependencies on them, and their children have
 * no parent until the program registers them again.
 * @param found the refreshed resources; `undefined` for deleted ones.
 */
function refreshedBase(resources: readonly Resource[], found: ReadonlyMap<Resource, Resource | undefined>): Resource[] {
    const known = new Set<Urn>();
    const left: Resource[] = [];
    for (const old of resources) {
        const next = found.has(old) ? found.get(old) : old;
        if (!next) continue;
        const exists = (urn: Urn) => known.has(urn);
        next.dependencies = next.dependencies.filter(exists);
        next.propertyDependencies = whereAny(next.propertyDependencies, exists);
        if (next.deletedWith && !exists(next.deletedWith)) next.deletedWith = undefined;
        if (next.parent && !exists(next.parent)) next.parent = undefined;
        known.add(next.urn);
        left.push(next);
    }
    return left;
}

function whereAny(
    dependencies: Record<string, Urn[]> | undefined,
    exists: (urn: Urn) => boolean,
): Record<string, Urn[]> | undefined {
    if (!dependencies) return undefined;
    const kept = Object.entries(dependencies).map(([name, urns]) => [name, urns.filter(exists)] as const);
    return Object.fromEntries(kept.filter(([, urns]) => urns.length > 0));
}

/** Executes the planned deletes in rounds, so that dependents are deleted first. */
async function deletePhase(session: Session, executor: Executor): Promise<void> {
    const { halt } = session.options;
    try {
        const { kept, deletions } = await planDeletes(session);
        for (const step of kept) await executor.now(step);
        const stepOf = new Map<Resource, Step>(deletions.map((step) => [subjectOf(step), step]));
        for (const round of session.graph.deletionRounds(stepOf.keys())) {
            // Keep everything that a resource depends on whose delete has failed.
            const needed = session.graph.closure(executor.failed.filter((failed) => session.olds.includes(failed)));
            const steps = round.filter((resource) => !needed.has(resource)).flatMap((each) => stepOf.get(each) ?? []);
            if (halt.why) return;
            await executor.all(steps);
        }
    } catch (error) {
        // The reason has already been reported.
        if (!(error instanceof Stopped)) throw error;
    }
}
