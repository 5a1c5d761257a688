import { isDeepStrictEqual } from "node:util";
import { blankResource, dynamicProvider, type Goal, type Resource, stackType, type Urn } from "../model/resource";
import type { Properties } from "../model/values";
import { Stopped } from "../run/events";
import { Executor } from "../run/executor";
import type { Session } from "../run/session";
import { planResource } from "./planResource";
import { claimUrn, urnOf } from "./registration";
import type { Step } from "./step";

/**
 * Plans the resources that the program registers, one at a time and in order of arrival, while earlier steps are being
 * executed.
 */
export class Planner {
    readonly executor: Executor;
    private readonly answered = new Map<Urn, Resource>();
    /** The outputs of components and of the stack that the program has registered. */
    private readonly outputs = new Map<Urn, Properties>();
    private line: Promise<void> = Promise.resolve();
    private provider: Promise<string> | undefined;

    constructor(readonly session: Session) {
        this.executor = new Executor(session);
    }

    /**
     * Resolves when the resource is complete; never settles if the operation stops before. `failed`: its step has failed,
     * and the operation continues: the program treats its outputs as unknown.
     */
    register(goal: Goal): Promise<{ resource: Resource; failed: boolean }> {
        const { halt } = this.session;
        return new Promise((resolve) => {
            if (halt.why) return;
            this.line = this.line.then(async () => {
                if (halt.hard) return;
                const planned = planResource(this.session, goal, () => (this.provider ??= this.registerProvider()));
                const steps = await planned.catch((error: unknown) => this.refuseGoal(goal, error));
                await this.executor.start(steps, (resource, failed) => {
                    this.answered.set(resource.urn, resource);
                    resolve({ resource, failed });
                });
            });
        });
    }

    /** @throws Error for an unknown resource, or one that has already registered its outputs. */
    async registerOutputs(urn: Urn, outputs: Properties): Promise<void> {
        const resource = this.answered.get(urn);
        if (!resource || this.outputs.has(urn))
            throw new Error(`cannot complete a resource '${urn}' whose registration isn't pending`);
        this.outputs.set(urn, outputs);
        // Those of the stack follow at the end.
        if (resource.type === stackType) return;
        resource.outputs = outputs;
        await this.session.options.snapshot.save();
    }

    refuse(message: string): void {
        this.session.say("error", message);
        this.session.halt.stop("invalid");
    }

    async idle(): Promise<void> {
        await this.line;
        await this.executor.idle();
    }

    /**
     * Stores and returns the stack's outputs. After a failure, outputs that were not registered keep their previous
     * values; a preview has only the registered ones.
     */
    async finishOutputs(ok: boolean): Promise<Properties> {
        const { session } = this;
        const stack = [...this.answered.values()].find(({ type }) => type === stackType);
        const outputs = stack && this.outputs.get(stack.urn);
        if (!stack || !(outputs || session.dryRun)) return {};
        const kept = ok || session.dryRun ? {} : session.before.current(stack.urn)?.outputs;
        stack.outputs = { ...kept, ...outputs };
        await session.options.snapshot.save();
        return stack.outputs;
    }

    private refuseGoal({ name, resource }: Goal, error: unknown): Step[] {
        if (!(error instanceof Stopped)) {
            const message = error instanceof Error ? error.message : String(error);
            this.session.say("error", message, urnOf(this.session, { name, ...resource }));
        }
        this.session.halt.stop("invalid");
        return [];
    }

    /** The provider of all dynamic resources, whose inputs are the stack's configuration. @returns the reference to it */
    async registerProvider(): Promise<string> {
        const { session } = this;
        const { providerConfig: inputs, provider } = session.options;
        const urn = claimUrn(session, { type: dynamicProvider, name: "default" });
        const old = session.before.current(urn);
        const { created, modified } = old ?? {};
        const next: Resource = { ...blankResource(dynamicProvider, true), urn, inputs, created, modified };
        const op = isDeepStrictEqual(old?.inputs, inputs) ? "same" : "update";
        const step: Step = old ? { op, old, next } : { op: "create", next };
        session.ledger.decided(urn, step.op);
        await this.executor.run([step]);
        provider.use(next.inputs);
        return `${urn}::${next.id ?? ""}`;
    }
}
