import {
    type AnyDefinition,
    type AnyDesired,
    lockKey,
    newReferenceProblems,
    type AnyResourceClient,
    type AnyObserved,
    type Observation,
} from "./definition";
import { isSameStep, type AnyCall, type CallResult, type Effect, type Step } from "./step";
import { duration } from "../../shared/duration";
import { type OperationProgress, retryPhrases } from "./task";
import {
    UserError,
    asError,
    assertNoProblem,
    isAmbiguous,
    isDeletionProtected,
    isKeyRefused,
    isLimitReached,
    isOperationInProgress,
    isRefusal,
    mayNeedRunning,
    maySucceedLater,
    obstacleOf,
    orApiError,
} from "./errors";
import { assertSameAddress, noLongerExists, type LastSeen } from "./gone";
import { assertSameResource } from "./mayDelete";
import { type KnownState, ResourceInProgress } from "./observation";
import type { Project } from "./project";
import { settleWindow, retryInterval } from "./wait/schedule";
import { ApiError } from "../api";
import { EffectWait, waitTimedOut } from "./wait/effect";
import { withoutPeriod } from "../../shared/visible";

/**
 * Brings an existing resource to the desired state, from whatever state it really has.
 *
 * @throws UserError - if it is not found: nothing has changed, and the state stays as it was.
 */
export async function update(
    definition: AnyDefinition,
    project: Project,
    id: string,
    remembered: KnownState,
    desired: AnyDesired,
    task: OperationProgress,
    lastSeen: LastSeen,
): Promise<ResourceInProgress> {
    const resource = new ResourceInProgress(definition, id, remembered);
    const record = await find(resource, project, task, lastSeen);
    assertSameResource(definition, id, record, remembered);
    // Before a service leaves its VPC for one that does not exist.
    assertNoProblem(await newReferenceProblems(definition, project, remembered.observed, desired));
    const converger = new Converger(project, resource, task, lastSeen.notFoundGraceUntil);
    await resource.preservingState(async () => {
        await converger.begin(record);
        if (lastSeen.unfinished)
            await converger.waitFor("finishing what was interrupted", definition.creation?.ready ?? {});
        await converger.converge(desired);
    });
    return resource;
}

/** The record. One that may still be in creation is awaited for the settle window. */
async function find(
    { definition, id, label }: ResourceInProgress,
    project: Project,
    task: OperationProgress,
    lastSeen: LastSeen,
): Promise<unknown> {
    const resourceClient = definition.clientFor(project, id);
    const record = await resourceClient.read({ fresh: true });
    if (record !== undefined) return record;
    assertSameAddress(label, project, lastSeen);
    const now = task.clock.now();
    if (now >= lastSeen.notFoundGraceUntil) throw noLongerExists(label);
    task.report("waiting until the API shows it", undefined);
    const notShown = new UserError(
        `${label} was created, but the API does not show it so far. It counts as deleted only if it is still missing in ${duration(lastSeen.notFoundGraceUntil - now)}. ` +
            "Run `pulumi up` again to look for it.",
    );
    return resourceClient.until<unknown>({
        look: (found) => found,
        deadline: Math.min(now + settleWindow, lastSeen.notFoundGraceUntil, task.deadline),
        timedOut: (lastError) => lastError ?? (lastSeen.unfinished ? notShown : noLongerExists(label)),
    });
}

/** How often a step that seemed to work may be planned again (somebody else may be changing the resource) before it is an error. */
const maxRepetitions = 3;

type AnyStep = Step<AnyObserved>;

/** A step whose call has not succeeded yet. */
interface RetryState {
    readonly step: AnyStep;
    /** When it was first tried. */
    readonly since: number;
    /** How often it is unknown whether the call was applied. */
    readonly ambiguousFailures: number;
    /** The call may need the resource running, and it is not. */
    readonly needsStart?: boolean;
}

/**
 * Brings one resource to the desired state: takes the plan's first step, waits until its effect is visible, observes, plans again,
 * until the plan is empty. Steps are not recorded: a half-done update is just another observed state.
 */
export class Converger {
    private readonly resourceClient: AnyResourceClient;
    /** What the error has to say while it is not known whether a call was applied. */
    #warning: string | undefined;
    #wasUnstable = false;

    constructor(
        private readonly project: Project,
        private readonly resource: ResourceInProgress,
        private readonly task: OperationProgress,
        /** Just created: until this moment a 404 is tolerated, since a list may lag behind. */
        private readonly notFoundGraceUntil = -Infinity,
    ) {
        this.resourceClient = resource.definition.clientFor(project, resource.id);
    }

    async converge(wanted: AnyDesired): Promise<void> {
        const { definition, known } = this.resource;
        const desired = definition.pausing?.resolveDesired(wanted, known.observed) ?? wanted;
        const done: AnyStep[] = [];
        try {
            await this.#followPlan(desired, done);
        } catch (error) {
            await this.#restore(desired, done, this.#withWarning(asError(error)));
        }
    }

    /** Waits until no operation is in progress and the effect is visible. `first` and `isNew`: see `EffectWait.run`. */
    async waitFor(progress: string, effect: Effect<AnyObserved>, first?: unknown, isNew?: boolean): Promise<void> {
        const { settledWords } = this.project;
        const { notFoundGraceUntil } = this;
        const awaited = { progress, effect, notFoundGraceUntil, settledWords, wasUnstable: this.#wasUnstable };
        await new EffectWait(this.resourceClient, this.resource, this.task, awaited).run(first, isNew);
    }

    /** Before the first step. What is unstable already does not become stable by a change that succeeds. */
    async begin(record: unknown): Promise<void> {
        const { condition, status } = await this.settle(record);
        this.#wasUnstable = condition === "unstable";
        if (this.#wasUnstable)
            this.task.reporter.warn(
                `The status of ${this.resource.label} is ${status}. A change counts as done as soon as it shows.`,
            );
    }

    /**
     * Observes once, and waits for an operation in progress. A failed resource is no obstacle: a step may repair it.
     *
     * @param first - a record that was just read.
     * @returns what was observed first.
     */
    async settle(first?: unknown): Promise<Observation<AnyObserved>> {
        const record = first ?? (await this.resourceClient.read({ fresh: true }));
        const notShownYet = record === undefined && this.task.clock.now() < this.notFoundGraceUntil;
        const seen = await this.resource.observeFully(this.resourceClient, record);
        const { condition, status } = seen;
        if (condition === "gone" && !notShownYet) throw noLongerExists(this.resource.label);
        const isUnclear = condition === "unclear" && !this.project.settledWords.has(status);
        if (condition === "busy" || isUnclear || notShownYet)
            await this.waitFor("waiting for the operation in progress", {}, record);
        return seen;
    }

    async #followPlan(desired: AnyDesired, done: AnyStep[]): Promise<void> {
        const { definition } = this.resource;
        let retryState: RetryState | undefined;
        let startFirst = false;
        for (;;) {
            const { observed } = this.resource.known;
            const plan = definition.plan(observed, desired);
            const [planned] = plan;
            this.task.reporter.debug(
                `${this.resource.label}: plan: ${plan.map(({ title }) => title).join(", then ") || "none"}`,
            );
            if (planned === undefined) return;
            const step = (startFirst ? definition.pausing?.startStep(observed) : undefined) ?? planned;
            if (done.filter((earlier) => isSameStep(earlier, step)).length >= maxRepetitions) {
                throw new UserError(
                    `${this.resource.label}: ${step.progress} was carried out ${maxRepetitions} times, but does not last. Something else changes it back: another stack, a script or a person.`,
                );
            }
            const earlier = retryState && isSameStep(retryState.step, step) ? retryState : undefined;
            if (earlier === undefined) this.task.reportStep(step.progress);
            retryState = await this.#perform(step, earlier);
            startFirst ||= retryState?.needsStart === true;
            if (retryState === undefined) done.push(step);
        }
    }

    /** Makes the call and waits for its effect. Returns the retry state where the call failed, or may have failed. */
    async #perform(step: AnyStep, earlier: RetryState | undefined): Promise<RetryState | undefined> {
        if (step.call === undefined) {
            await this.waitFor(step.progress, step.effect);
            return undefined;
        }
        this.task.report(step.progress, undefined);
        const result = await this.#call(step);
        if (result instanceof ApiError) return this.#waitToRetry(result, step, earlier);
        this.resource.learn(result.values);
        await this.waitFor(step.progress, step.effect, result.record).catch((failure: unknown) => {
            this.#notKnownIfApplied(step);
            throw failure;
        });
        if (step.maybeApplied !== undefined) this.#warning = undefined;
        return undefined;
    }

    #notKnownIfApplied({ maybeApplied }: AnyStep): void {
        this.resource.learn(maybeApplied?.values);
        this.#warning = maybeApplied?.warning ?? this.#warning;
    }

    #withWarning(error: Error): Error {
        if (this.#warning === undefined) return error;
        return new UserError(`${withoutPeriod(error.message)}. ${this.#warning}`, { cause: error });
    }

    #call(step: AnyCall<AnyObserved>): Promise<CallResult<AnyObserved, unknown> | ApiError> {
        const { definition, id, label } = this.resource;
        const onWait = () => this.task.report(step.progress, undefined, `another change of ${label}`);
        return orApiError(this.project.withLock(lockKey(definition, id), () => this.resourceClient.act(step), onWait));
    }

    /**
     * Waits after a failed call, and observes: the plan made from that decides what comes next. A refusal because of an operation in
     * progress is retried until the deadline, any other refusal for the settle window, a call that may have been applied a few times.
     */
    async #waitToRetry(error: ApiError, step: AnyStep, earlier: RetryState | undefined): Promise<RetryState> {
        const { clock, deadline } = this.task;
        const now = clock.now();
        const { since, ambiguousFailures } = earlier ?? { since: now, ambiguousFailures: 0 };
        const pause = Math.max(retryInterval(now - since), error.retryAfter ?? 0);
        const ambiguous = isAmbiguous(error);
        // A call that was sent may be refused after the work, whatever the status.
        if (ambiguous || error.status !== undefined) this.#notKnownIfApplied(step);
        if (!ambiguous && mayNeedRunning(error, now - since) && (await this.#isToStart(step)))
            return { step, since, ambiguousFailures, needsStart: true };
        const retryState = { step, since, ambiguousFailures: ambiguousFailures + (ambiguous ? 1 : 0) };
        const inWindow = now + pause <= since + settleWindow;
        const mayPass = ambiguous
            ? retryState.ambiguousFailures < maxRepetitions || maySucceedLater(error)
            : isOperationInProgress(error) ||
              (inWindow && (isRefusal(error) || (await this.#mayBeTooNew(error, step))));
        const obstacle = ambiguous ? undefined : await obstacleOf(this.resourceClient);
        if (obstacle !== undefined || !mayPass) throw this.#stepFailed(step, error, now - since, obstacle);
        if (now + pause > deadline)
            throw waitTimedOut(this.resource.label, step.progress, this.task, { lastError: error });
        const phrase = isOperationInProgress(error) ? retryPhrases.operation : undefined;
        this.task.reportRetry(step.progress, error.message, phrase);
        await clock.sleep(pause);
        await this.settle();
        return retryState;
    }

    #stepFailed(step: AnyStep, error: ApiError, repeatedFor: number, obstacle = ""): UserError {
        const repeated = repeatedFor > 0 ? `, although repeated for ${duration(repeatedFor)}` : "";
        const message = `${this.resource.label}: ${step.progress} failed${repeated}: ${error.message}. ${obstacle}`;
        return new UserError(message.trim(), { cause: error });
    }

    /** Whether an API may not know the resource in all its parts, since it is new: it exists, and so does what the step names. */
    async #mayBeTooNew(error: ApiError, step: AnyStep): Promise<boolean> {
        if (error.status === undefined || step.call === undefined || this.task.clock.now() >= this.notFoundGraceUntil)
            return false;
        if (isKeyRefused(error) || isLimitReached(error) || isDeletionProtected(error)) return false;
        const existsNamed = this.resourceClient.namesExisting?.(step);
        // What names nothing else is refused for what it asks.
        if (existsNamed === undefined && error.kind !== "notFound") return false;
        const record = await orApiError(this.resourceClient.read({ fresh: true, single: true }));
        if (record === undefined || record instanceof ApiError) return false;
        return existsNamed === undefined || (await orApiError(existsNamed())) === true;
    }

    /** Whether the resource, as its own GET shows it now, is to be started before the step. A GET that fails shows nothing. */
    async #isToStart(step: AnyStep): Promise<boolean> {
        const { resource, resourceClient } = this;
        const startFrom = (values: AnyObserved) => resource.definition.pausing?.startStep(values);
        if ([undefined, step.call].includes(startFrom(resource.known.observed)?.call)) return false;
        const record = await orApiError(resourceClient.read({ fresh: true, single: true }));
        return !(record instanceof ApiError) && startFrom(resource.observe(record, true).values) !== undefined;
    }

    /** Rethrows the error, after undoing what a step has done only for the time of the update: a start. */
    async #restore(desired: AnyDesired, done: readonly AnyStep[], error: Error): Promise<never> {
        const { definition, known, label } = this.resource;
        const step = definition.pausing?.restore(known.observed, desired, done);
        if (step?.call === undefined) throw error;
        this.task.report(step.progress, undefined);
        const result = await this.#call(step);
        if (!(result instanceof ApiError)) {
            // No wait observes the pause, so it is recorded here for the next plan.
            this.resource.learn(step.effect);
            throw error;
        }
        throw new UserError(
            `${withoutPeriod(error.message)}. ${label} was started for this, and stays running: ${result.message}.`,
            {
                cause: error,
            },
        );
    }
}
