import type { Properties } from "../model/values";
import type { PendingOperation } from "../state/stack";
import { deletePhase } from "./deletePhase";
import { Executor } from "./executor";
import { Outputs } from "./outputs";
import { pendingWarning } from "./pendingWarning";
import { Planner } from "./planner";
import { refreshPhase } from "./refreshPhase";
import type { Session } from "./session";
import { refuseMissing, refuseStrangers, targetNotFound, unknownReplacements } from "./targets";

export interface PhasesOptions {
    /** Refreshes all resources first. */
    refresh: boolean;
    /** Interrupted steps of the last operation. */
    pending: readonly PendingOperation[];
    /** Runs the program; resolves when all its requests are complete. */
    program: (planner: Planner, outputs: Outputs) => Promise<void>;
}

export interface Verdict {
    ok: boolean;
    /** The stack's outputs. */
    outputs: Properties;
}

/** The phases of an operation. */
export class Phases {
    private readonly planner: Planner;
    private readonly outputs: Outputs;

    constructor(
        private readonly session: Session,
        private readonly options: PhasesOptions,
    ) {
        this.planner = new Planner(session);
        this.outputs = new Outputs(this.planner);
    }

    async all(): Promise<Verdict> {
        const { operation } = this.session.options;
        const refreshing = operation === "refresh" || this.options.refresh;
        if (refreshing && !(await this.refresh())) return this.verdict();
        if (!refreshing && operation !== "preview") this.warnOfPending();
        if (operation === "destroy") await this.destroy();
        else if (operation !== "refresh") await this.update();
        return this.verdict();
    }

    private async refresh(): Promise<boolean> {
        if (!this.knowsTargets()) return false;
        const ok = await refreshPhase(this.session, new Executor(this.session, () => false));
        if (!ok) this.session.refused = true;
        return ok;
    }

    private async destroy(): Promise<void> {
        if (this.knowsTargets()) await deletePhase(this.planner, this.planner.executor);
    }

    private async update(): Promise<void> {
        if (!refuseMissing(this.session, unknownReplacements(this.session), targetNotFound)) return;
        await this.options.program(this.planner, this.outputs);
        if (this.session.options.halt.why) return;
        await deletePhase(this.planner, this.planner.executor);
        this.missTargets();
    }

    /** Before a refresh or destroy: stops the operation if a target is not in the state. @returns whether it continues */
    private knowsTargets(): boolean {
        const { operation } = this.session.options;
        // The refresh that begins an update has nothing to do in an empty stack; the program may have the target.
        if (operation === "up" || operation === "preview") return this.session.olds.length === 0 || this.missTargets();
        return refuseStrangers(
            this.session,
            () => false,
            (urn) => `no resource named '${urn}' found`,
        );
    }

    private missTargets(): boolean {
        return refuseStrangers(this.session, (urn) => this.planner.ledger.registered.has(urn), targetNotFound);
    }

    private warnOfPending(): void {
        const warning = pendingWarning(this.options.pending);
        if (warning) this.session.say("warning", warning);
    }

    /** Reports how the operation has ended. */
    private async verdict(): Promise<Verdict> {
        const { halt } = this.session.options;
        const failed = this.planner.executor.failed.length > 0 || this.session.refused;
        const ok = !failed && halt.why === undefined;
        const outputs = await this.outputs.finish(ok);
        const kind = this.session.dryRun ? "preview" : "update";
        // Invalid requests have already been reported.
        if (failed && halt.why !== "invalid") this.session.say("error", `${kind} failed`);
        else if (halt.why === "canceled") this.session.say("error", `${kind} canceled`);
        return { ok, outputs };
    }
}
