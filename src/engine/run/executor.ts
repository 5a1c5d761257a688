import { Semaphore } from "async-mutex";
import { dependenciesOf, type Resource } from "../model/resource";
import { nextOf, type Step, subjectOf } from "../plan/step";
import { ProviderError } from "../provider/client";
import { apply, ProtectedError } from "./apply";
import { isInternal } from "./events";
import type { Session } from "./session";

/** Completes a registration. `failed`: the operation continues after its step has failed, and its outputs are unknown. */
type Answer = (resource: Resource, failed: boolean) => void;

/** Executes steps: those of a chain in sequence, and as many chains concurrently as there are slots. */
export class Executor {
    private readonly slots: Semaphore;
    private readonly running = new Set<Promise<void>>();
    readonly failed: Resource[] = [];
    /** An error outside of any step, such as a failure to save the state. */
    private broken: { error: unknown } | undefined;

    constructor(private readonly session: Session) {
        this.slots = new Semaphore(session.options.parallel);
    }

    /** Waits for a slot and starts the chain, unless the operation has stopped in the meantime. */
    async start(chain: Step[], answer?: Answer): Promise<void> {
        if (chain.length === 0) return;
        const { halt } = this.session;
        const before = halt.why;
        const [, release] = await this.slots.acquire();
        if (halt.hard || halt.why !== before) {
            release();
            return;
        }
        const run = this.run(chain, answer)
            .catch((error: unknown) => {
                this.broken ??= { error };
                halt.stop("invalid");
            })
            .finally(() => {
                release();
                this.running.delete(run);
            });
        this.running.add(run);
    }

    /** Executes `steps` concurrently and waits for all of them, including failures. */
    async all(steps: Step[]): Promise<void> {
        for (const step of steps) await this.start([step]);
        await this.idle();
    }

    /** Resolves when no step is in progress. @throws the error if the state could not be saved */
    async idle(): Promise<void> {
        while (this.running.size > 0) await Promise.all(this.running);
        if (this.broken) throw this.broken.error;
    }

    /** Executes a chain immediately, without waiting for a slot. */
    async run(chain: Step[], answer?: Answer): Promise<void> {
        const { halt, options } = this.session;
        // The step that completes the registration. A chain may begin with steps of other resources, and end with a `replace`.
        const own = chain.findLast((step) => step.op !== "replace" && nextOf(step));
        const next = own && nextOf(own);
        const last = chain.at(-1);
        if (last && last.op !== "same" && this.dependsOnFailed(subjectOf(last))) {
            this.failed.push(subjectOf(last));
            if (next) answer?.(next, true);
            return;
        }
        for (const step of chain) {
            if (halt.hard && step !== chain[0]) return;
            const isDone = await this.execute(step);
            // If the operation continues after an error, the registration is completed without outputs.
            if (next && (isDone ? step === own : options.continueOnError)) answer?.(next, !isDone);
            if (!isDone) return;
        }
    }

    /** Whether the resource depends on a failed one, in which case its steps are skipped. */
    private dependsOnFailed(resource: Resource): boolean {
        if (!this.session.options.continueOnError) return false;
        const failed = new Set(this.failed.map(({ urn }) => urn));
        return failed.size > 0 && [...dependenciesOf(resource)].some((urn) => failed.has(urn));
    }

    /** @returns whether the step succeeded */
    private async execute(step: Step): Promise<boolean> {
        const { snapshot, emit, continueOnError } = this.session.options;
        emit({ kind: "step", step });
        await snapshot.begin(step);
        try {
            await apply(this.session, step);
        } catch (error) {
            const message = error instanceof Error ? error.message : String(error);
            const { urn } = subjectOf(step);
            const text = this.session.dryRun ? `Preview failed: ${message}` : message;
            this.session.say("error", text, isInternal(step) ? undefined : urn);
            emit({ kind: "failed", step });
            this.failed.push(subjectOf(step));
            // A refresh continues after errors, since it changes nothing.
            if (!(error instanceof ProtectedError) && step.op !== "refresh" && !continueOnError)
                this.session.halt.stop("failed");
            await snapshot.end(step, error instanceof ProviderError && error.partial !== undefined);
            return false;
        }
        emit({ kind: "done", step });
        await snapshot.end(step, true);
        return true;
    }
}
