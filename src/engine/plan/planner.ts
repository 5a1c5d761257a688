import { type Goal, readDraft, type ReadGoal, type Resource, type Urn } from "../model/resource";
import type { Registered } from "../monitor/service";
import { DefaultProvider, Ledger, type Planning, Registry } from "./planning";
import type { Step } from "./step";
import { ShutDown, Stopped } from "../run/events";
import { Executor } from "../run/executor";
import { planResource } from "./planResource";
import type { Session } from "../run/session";
import { requireDynamic } from "../run/apply";

/**
 * Plans the resources that the program registers, one at a time and in order of arrival, while earlier steps are being
 * executed.
 */
export class Planner implements Planning {
    readonly ledger = new Ledger();
    readonly registry: Registry;
    readonly executor: Executor;
    readonly defaultProvider: DefaultProvider;
    /** The completed registrations, by URN. */
    readonly answered = new Map<Urn, Resource>();
    private line: Promise<void> = Promise.resolve();

    constructor(readonly session: Session) {
        this.registry = new Registry(session, this.ledger);
        this.executor = new Executor(session, (urn) => this.ledger.deleted.has(urn));
        this.defaultProvider = new DefaultProvider(session, this.ledger, this.registry, this.executor);
    }

    /** Resolves when the resource is complete; never settles if the operation stops before. */
    register(goal: Goal): Promise<Registered> {
        return this.enqueue(goal, () => planResource(this, goal));
    }

    /** Like {@link register}, for an external resource. */
    read(goal: ReadGoal): Promise<Registered> {
        return this.enqueue(goal, () => planRead(this, goal));
    }

    /** Resolves when all requests are planned and executed. */
    async idle(): Promise<void> {
        await this.line;
        await this.executor.idle();
    }

    private enqueue(goal: Goal | ReadGoal, plan: () => Promise<Step[]>): Promise<Registered> {
        const { halt } = this.session.options;
        if (halt.why) return Promise.reject(new ShutDown());
        return new Promise((resolve) => {
            this.line = this.line.then(async () => {
                if (halt.hard) return;
                const steps = await plan().catch((error: unknown) => this.refuse(goal, error));
                await this.executor.start(steps, (resource, failed) => {
                    this.answered.set(resource.urn, resource);
                    resolve({ resource, failed });
                });
            });
        });
    }

    /** Stops the operation because of a planning error. */
    private refuse(goal: Goal | ReadGoal, error: unknown): Step[] {
        if (!(error instanceof Stopped)) {
            const message = error instanceof Error ? error.message : String(error);
            this.session.say("error", message, this.registry.urnOf(goal));
        }
        this.session.options.halt.stop("invalid");
        return [];
    }
}

/** Plans the steps for an external resource. */
async function planRead(planning: Planning, goal: ReadGoal): Promise<Step[]> {
    const { ledger, registry, defaultProvider } = planning;
    requireDynamic(goal);
    const provider = await defaultProvider.reference();
    const urn = registry.claim(goal);
    const { old } = registry.find({ ...goal, aliases: [] }, urn);
    const next = readDraft(goal, urn, old, provider);
    if (old && !old.external && old.id !== goal.id) {
        // The resource was managed until now: the managed one is deleted at the end.
        ledger.decided(urn, "replace");
        return [
            { op: "read-replacement", old, next },
            { op: "replace", old, next, keys: [] },
        ];
    }
    ledger.decided(urn, "read");
    return [{ op: "read", old, next }];
}
