import { dependenciesOf, type Resource } from "../model/resource";
import type { Urn } from "../model/urn";
import { nextOf, oldOf, type Step, subjectOf } from "../plan/step";
import { ProviderError } from "../provider/failure";
import { apply, ProtectedError } from "./apply";
import { isInternal } from "./changes";
import type { Session } from "./session";
import { Slots } from "./slots";

/** The steps after which the program can be told what has become of its resource. */
const answering: ReadonlySet<Step["op"]> = new Set([
    "same",
    "create",
    "create-replacement",
    "update",
    "read",
    "read-replacement",
]);

type Answer = (resource: Resource) => void;

/** Does steps: those of one chain one after the other, as many chains at once as there are slots. */
export class Executor {
    private readonly slots: Slots;
    private readonly running = new Set<Promise<void>>();
    /** The resources whose steps have failed. */
    readonly failed: Resource[] = [];
    /** What no step can be blamed for: the state could not be saved. */
    private broken: { error: unknown } | undefined;

    constructor(
        private readonly session: Session,
        private readonly deleted: (urn: Urn) => boolean,
    ) {
        this.slots = new Slots(session.options.parallel);
    }

    /**
     * Waits for a slot and begins; what the operation has stopped for in the meantime never begins.
     * @param answer called as soon as the program's resource is there
     */
    async start(chain: Step[], answer?: Answer): Promise<void> {
        if (chain.length === 0) return;
        const { halt } = this.session.options;
        const before = halt.why;
        await this.slots.take();
        if (halt.hard || halt.why !== before) {
            this.slots.release();
            return;
        }
        const run = this.run(chain, answer)
            .catch((error: unknown) => {
                this.broken ??= { error };
                halt.stop("invalid");
            })
            .finally(() => {
                this.slots.release();
                this.running.delete(run);
            });
        this.running.add(run);
    }

    /** Does all of `steps` at once and waits for the last, whatever fails. */
    async all(steps: Step[]): Promise<void> {
        for (const step of steps) await this.start([step]);
        await this.idle();
    }

    /** Does it now, for whoever cannot go on without; slots do not count. */
    async now(step: Step): Promise<void> {
        await this.run([step]);
    }

    /**
     * Resolves when nothing is under way.
     * @throws what has kept the state from being saved
     */
    async idle(): Promise<void> {
        while (this.running.size > 0) await Promise.all(this.running);
        if (this.broken) throw this.broken.error;
    }

    private async run(chain: Step[], answer?: Answer): Promise<void> {
        const last = chain.at(-1);
        if (last && last.op !== "same" && this.isSpoilt(subjectOf(last))) {
            this.failed.push(subjectOf(last));
            this.answerAllTheSame(last, answer);
            return;
        }
        for (const step of chain) {
            if (this.session.options.halt.hard && step !== chain[0]) return;
            if (!(await this.execute(step))) {
                this.answerAllTheSame(step, answer);
                return;
            }
            const next = nextOf(step);
            if (next && answering.has(step.op)) answer?.(next);
        }
    }

    /** Where the operation goes on, the program does, too: it gets what was there before. */
    private answerAllTheSame(step: Step, answer: Answer | undefined): void {
        const next = nextOf(step);
        if (!this.session.options.continueOnError || next === undefined) return;
        next.outputs ??= oldOf(step)?.outputs;
        answer?.(next);
    }

    /** Whether the resource depends on one whose step has failed: it is then left as it is. */
    private isSpoilt(resource: Resource): boolean {
        if (!this.session.options.continueOnError) return false;
        const failed = new Set(this.failed.map(({ urn }) => urn));
        return failed.size > 0 && [...dependenciesOf(resource)].some((urn) => failed.has(urn));
    }

    /** @returns whether it has succeeded */
    private async execute(step: Step): Promise<boolean> {
        const { snapshot, emit, changes } = this.session.options;
        emit({ kind: "step", step });
        await snapshot.begin(step);
        try {
            await apply(this.session, step, this.deleted);
        } catch (error) {
            this.fail(step, error);
            await snapshot.end(step, error instanceof ProviderError && error.partial !== undefined);
            return false;
        }
        changes.add(step);
        emit({ kind: "done", step });
        await snapshot.end(step, true);
        return true;
    }

    private fail(step: Step, error: unknown): void {
        const message = error instanceof Error ? error.message : String(error);
        const subject = subjectOf(step);
        this.session.say("error", message, isInternal(step) ? undefined : subject.urn);
        this.session.options.emit({ kind: "failed", step });
        this.failed.push(subject);
        // A refresh goes on to the end: it only finds out.
        const { continueOnError = false } = this.session.options;
        if (!(error instanceof ProtectedError) && step.op !== "refresh" && !continueOnError)
            this.session.options.halt.stop("failed");
    }
}
