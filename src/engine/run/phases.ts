import type { Properties } from "../model/values";
import type { PendingOperation } from "../stateDocument";
import { Planner } from "../plan/planner";
import type { Session } from "./session";
import { type Resource, type Urn, withReferences } from "../model/resource";
import { type Step, subjectOf } from "../plan/step";
import { Stopped } from "./events";
import { planDeletes } from "../plan/deletions";
import { Graph } from "../plan/graph";

interface PhasesOptions {
    refresh: boolean;
    /** Interrupted steps of the last operation. */
    pending: readonly PendingOperation[];
    /** Runs the program; resolves when all its requests are complete. */
    program: (planner: Planner) => Promise<void>;
}

type RefreshStep = Extract<Step, { op: "refresh" }>;

export class Phases {
    private readonly planner: Planner;
    private readonly isUpdate: boolean;

    constructor(
        private readonly session: Session,
        private readonly options: PhasesOptions,
    ) {
        this.planner = new Planner(session);
        this.isUpdate = session.dryRun || session.options.operation === "up";
    }

    /** @returns whether the operation succeeded, and the stack's outputs */
    async all(): Promise<{ ok: boolean; outputs: Properties }> {
        const { operation } = this.session.options;
        const { refresh, pending } = this.options;
        const refreshing = operation === "refresh" || refresh;
        if (refreshing && !(await this.refresh())) return this.verdict();
        if (!refreshing && !this.session.dryRun && pending.length > 0)
            this.session.say("warning", pendingWarning(pending));
        if (this.isUpdate) await this.update();
        else if (operation === "destroy" && this.requireTargets()) await this.delete();
        return this.verdict();
    }

    /** Reads all resources or the targets, and updates the state. @returns whether the operation continues */
    private async refresh(): Promise<boolean> {
        const { session } = this;
        const { executor } = this.planner;
        // The program may register the target that an empty stack does not have.
        if (!(this.isUpdate && session.before.resources.length === 0) && !this.requireTargets()) return false;
        const targeted = session.before.resources.filter(({ urn }) => session.isTargeted(urn));
        const steps = targeted.map((old): RefreshStep => ({ op: "refresh", old }));
        await executor.all(steps);
        session.before = new Graph(refreshedBase(session.before.resources, steps));
        await session.options.snapshot.rebase(session.before.resources);
        session.refused = steps.some(({ refreshed }) => refreshed === undefined);
        return !session.refused && executor.failed.length === 0;
    }

    private async update(): Promise<void> {
        const { session, planner } = this;
        if (!this.require(session.options.replace, (urn) => session.before.current(urn) !== undefined)) return;
        await this.options.program(planner);
        if (session.halt.why) return;
        await this.delete();
        this.requireTargets();
    }

    /** Executes the planned deletes in rounds, so that dependents are deleted first. */
    private async delete(): Promise<void> {
        const { session } = this;
        const { executor } = this.planner;
        try {
            const { kept, deletions } = await planDeletes(session);
            for (const step of kept) await executor.run([step]);
            const refused = deletions.filter((step) => step.op === "delete" && subjectOf(step).protect);
            if (session.options.refuseFirst === true && refused.length > 0) {
                await executor.all(refused);
                return;
            }
            const stepOf = new Map<Resource, Step>(deletions.map((step) => [subjectOf(step), step]));
            const { before } = session;
            for (const round of before.deletionRounds(stepOf.keys())) {
                // Keep everything that a resource depends on whose delete has failed.
                const needed = before.closure(executor.failed.filter((each) => before.resources.includes(each)));
                const free = round.filter((resource) => !needed.has(resource));
                if (session.halt.why) return;
                await executor.all(free.flatMap((resource) => stepOf.get(resource) ?? []));
            }
        } catch (error) {
            // The reason has already been reported.
            if (!(error instanceof Stopped)) throw error;
        }
    }

    /** Stops the operation if a target is neither in the state nor registered. @returns whether it continues */
    private requireTargets(): boolean {
        const { before, ledger, options } = this.session;
        const known = new Set([...before.resources.map(({ urn }) => urn), ...ledger.registered]);
        return this.require(options.targets ?? [], (urn) => known.has(urn));
    }

    /** Stops the operation if any of these resources is not known. @returns whether it continues */
    private require(urns: Iterable<Urn>, isKnown: (urn: Urn) => boolean): boolean {
        const missing = [...urns].filter((urn) => !isKnown(urn));
        for (const urn of missing)
            this.session.say("error", this.isUpdate ? targetNotFound(urn) : `no resource named '${urn}' found`);
        if (missing.length > 0) this.session.halt.stop("invalid");
        return missing.length === 0;
    }

    private async verdict(): Promise<{ ok: boolean; outputs: Properties }> {
        const { halt } = this.session;
        const failed = this.planner.executor.failed.length > 0 || this.session.refused;
        const ok = !failed && halt.why === undefined;
        const outputs = await this.planner.finishOutputs(ok);
        const kind = this.session.dryRun ? "preview" : "update";
        // Invalid requests have already been reported.
        if (failed && halt.why !== "invalid") this.session.say("error", `${kind} failed`);
        else if (halt.why === "canceled") this.session.say("error", `${kind} canceled`);
        await this.session.options.snapshot.finish();
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

/**
 * The state after a refresh: deleted resources are removed, together with dependencies on them, and their children have
 * no parent until the program registers them again.
 */
function refreshedBase(resources: readonly Resource[], steps: readonly RefreshStep[]): Resource[] {
    const refreshed = new Map(steps.flatMap((step) => (step.refreshed ? [[step.old, step.refreshed.next]] : [])));
    const known = new Set<Urn>();
    return resources.flatMap((old) => {
        const next = refreshed.has(old) ? refreshed.get(old) : old;
        if (!next) return [];
        const left = withReferences(next, (urn) => (known.has(urn) ? urn : undefined));
        const needed = Object.entries(left.propertyDependencies ?? {}).filter(([, urns]) => urns.length > 0);
        left.propertyDependencies &&= Object.fromEntries(needed);
        known.add(left.urn);
        return [left];
    });
}
