import { isDeepStrictEqual } from "node:util";
import { ApiError } from "../api";
import { asError, UserError } from "./errors";
import type { CallResult, CommonArgs, Desired, Handle, ResourceDefinition, CurrentProperties } from "./definition";
import { assumeApplied, withValues, mergeObservation, withSpellings } from "./knownState";
import { isOperationInProgress, isRefusal, mayNeedRunning, maySucceedLater } from "./refusal";
import { spellingsOf } from "./replacement";
import { pollInterval, retryInterval, settleWindow } from "./wait/schedule";
import { withRequestedSpelling } from "./spelling";
import type { Effect, Step } from "./step";
import type { ResourceInProgress } from "./resourceInProgress";
import type { Task } from "./task";
import { ReadinessChecker, type Observation, type Readiness } from "./wait/readiness";

/** How often a step that seemed to work may come up again (someone else may be at work) before it counts as not holding. */
const repetitions = 3;

/** A step that has not got through yet: since when it has been tried, and how often its call isAmbiguous. */
interface RetryState<Observed> {
    readonly step: Step<Observed>;
    readonly since: number;
    readonly ambiguousFailures: number;
    /** It seems to need the thing awake, which it is not. */
    readonly needsStart?: boolean;
}

/**
 * Brings one thing to what is desired: takes the plan's first step, waits until its effect is visible, observes, plans
 * again, until the plan is empty. There is no bookkeeping of steps: a half-done change is just another observed state.
 */
export class Converger<Args extends CommonArgs, Observed extends object, ApiRecord> {
    constructor(
        private readonly definition: ResourceDefinition<Args, Observed, ApiRecord>,
        private readonly handle: Handle<Observed, ApiRecord>,
        private readonly resource: ResourceInProgress<Observed>,
        private readonly task: Task,
        private readonly serialise: <T>(key: string, work: () => Promise<T>) => Promise<T>,
        /** Until when a look that finds nothing is tolerated: a list may lag behind a creation. */
        private readonly newUntil = -Infinity,
    ) {}

    async converge(wanted: Desired<Args>): Promise<void> {
        const desired = this.definition.resolveDesired?.(wanted, this.resource.known.observed) ?? wanted;
        const done: Step<Observed>[] = [];
        try {
            await this.#followPlan(desired, done);
        } catch (error) {
            await this.#restore(desired, done, asError(error));
        }
    }

    async #followPlan(desired: Desired<Args>, done: Step<Observed>[]): Promise<void> {
        let retryState: RetryState<Observed> | undefined;
        let waking = false;
        for (;;) {
            const { observed } = this.resource.known;
            const [planned] = this.definition.plan(observed, desired);
            if (planned === undefined) return;
            const step = (waking ? this.definition.startStep?.(observed) : undefined) ?? planned;
            if (done.filter((earlier) => isDeepStrictEqual(earlier, step)).length >= repetitions) {
                throw new UserError(
                    `${this.#who}: ${step.progress} was carried out ${repetitions} times, but does not last.`,
                );
            }
            retryState = await this.#perform(step, isDeepStrictEqual(retryState?.step, step) ? retryState : undefined);
            waking ||= retryState?.needsStart === true;
            if (retryState === undefined) done.push(step);
        }
    }

    /** Waits until nothing goes on and the effect is visible; `first` is a look that was already had. */
    async waitFor(doing: string, effect: Effect<Observed>, first?: ApiRecord): Promise<void> {
        const expected = { ...this.resource.known.observed, ...valuesOf(effect) };
        const checker = new ReadinessChecker<Observed>(effect, this.#whenOmitted, this.task.clock.now(), this.newUntil);
        let why = "";
        let status: string | undefined;
        const judged = (record: ApiRecord | undefined, at: number): Readiness => {
            const observation = this.#observe(record, expected, at);
            if (observation.condition !== "gone")
                this.resource.known = mergeObservation(this.definition, this.resource.known, observation);
            status = observation.status;
            return checker.check(observation);
        };
        let askedAlone = false;
        const look = async (record: ApiRecord | undefined, at: number): Promise<true | undefined> => {
            let readiness = judged(record, at);
            // A list may show less than a GET does: what it leaves out is asked for once, and once more before it is given up.
            if (readiness.is !== "failed" && readiness.omitted === true && (readiness.is === "done" || !askedAlone)) {
                askedAlone = true;
                readiness = judged(await this.handle.read({ fresh: true, single: true }), at);
            }
            return conclude(readiness);
        };
        const conclude = (readiness: Readiness): true | undefined => {
            if (readiness.is === "failed") {
                // The API's own words may end with a full stop of theirs.
                throw new UserError(`${this.#who}: ${doing} failed: ${readiness.why.replace(/\.$/, "")}.`);
            }
            if (readiness.is === "done") {
                this.resource.known = assumeApplied(this.resource.known, expected, readiness.assumed);
                return true;
            }
            why = readiness.why;
            this.task.report(doing, status);
            return undefined;
        };
        if (first !== undefined && conclude(judged(first, this.task.clock.now()))) return;
        await this.handle.until({
            look,
            deadline: this.task.deadline,
            ...(first === undefined ? {} : { notBefore: this.task.clock.now() + pollInterval(0) }),
            timedOut: (lastError) => this.#timedOut(doing, status, why, lastError),
        });
    }

    /** Looks once, now, and waits for what goes on already. A failed thing is no obstacle: a step may well be its cure. */
    async settle(): Promise<void> {
        const record = (await this.handle.read({ fresh: true })) ?? (await this.#listedLater());
        const observation = this.#observe(record, this.resource.known.observed, this.task.clock.now());
        if (record === undefined || observation.condition === "gone") {
            throw new UserError(
                `${this.#who} no longer exists. \`pulumi refresh\` takes note of that; the next \`pulumi up\` then creates it anew.`,
            );
        }
        this.resource.known = mergeObservation(this.definition, this.resource.known, observation);
        if (observation.condition === "busy") await this.waitFor("waiting for what goes on already", {}, record);
    }

    /** Gives the setback when the call has not got through, or may not have: what is there by then decides what comes next. */
    async #perform(
        step: Step<Observed>,
        before: RetryState<Observed> | undefined,
    ): Promise<RetryState<Observed> | undefined> {
        if (step.call === undefined) {
            await this.waitFor(step.progress, step.effect);
            return undefined;
        }
        this.task.report(step.progress, undefined);
        const result = await this.#call(step);
        if (result instanceof ApiError) return this.#waitToRetry(result, step, before);
        if (result.values) this.resource.known = withValues(this.resource.known, result.values);
        await this.waitFor(step.progress, step.effect, result.record);
        return undefined;
    }

    async #call(step: Step<Observed>): Promise<CallResult<Observed, ApiRecord> | ApiError> {
        try {
            return await this.serialise(this.handle.lock, () => this.handle.act(step));
        } catch (error) {
            if (error instanceof ApiError) return error;
            throw error;
        }
    }

    /**
     * Waits after a call that has not got through, and looks again; what may need the thing awake is told as that at once. A
     * refusal that says busy is waited out; one that does not, while nothing goes on, is given the settle window; a call that may
     * or may not have worked is made up for a few times.
     */
    async #waitToRetry(
        error: ApiError,
        step: Step<Observed>,
        before: RetryState<Observed> | undefined,
    ): Promise<RetryState<Observed>> {
        const { clock, deadline } = this.task;
        const now = clock.now();
        const { since, ambiguousFailures } = before ?? { since: now, ambiguousFailures: 0 };
        const pause = Math.max(retryInterval(now - since), error.retryAfter ?? 0);
        const isAmbiguous = error.outcomeUnknown || error.kind === "server" || error.kind === "rateLimited";
        const start = this.definition.startStep?.(this.resource.known.observed);
        if (!isAmbiguous && start !== undefined && start.call !== step.call && mayNeedRunning(error, now - since)) {
            return { step, since, ambiguousFailures, needsStart: true };
        }
        const retryState = { step, since, ambiguousFailures: ambiguousFailures + (isAmbiguous ? 1 : 0) };
        if (isAmbiguous && step.maybeApplied) this.resource.known = withValues(this.resource.known, step.maybeApplied);
        const passes = isAmbiguous
            ? retryState.ambiguousFailures < repetitions || maySucceedLater(error)
            : isOperationInProgress(error) || (isRefusal(error) && now + pause <= since + settleWindow);
        if (!passes) throw error;
        if (now + pause > deadline) throw this.#timedOut(step.progress, undefined, "", error);
        this.task.report(`${step.progress} (waiting: ${error.message})`, undefined);
        await clock.sleep(pause);
        await this.settle();
        return retryState;
    }

    /** What silence means of this very thing: nothing, for a field that its record has never shown though it was set. */
    get #whenOmitted(): Partial<Observed> {
        const { assumed } = this.resource.known;
        const told = Object.entries(this.definition.whenOmitted).filter(([key]) => !assumed.has(key));
        return Object.fromEntries(told) as Partial<Observed>;
    }

    #observe(record: ApiRecord | undefined, expected: Partial<Observed>, at: number): Observation<Observed> {
        if (record === undefined) return { values: {}, condition: "gone", status: undefined, at };
        const observation = this.definition.observe(record, expected);
        const own = spellingsOf(
            this.definition,
            expected as CurrentProperties,
            observation.values as CurrentProperties,
        );
        this.resource.known = withSpellings(this.resource.known, own);
        return { ...observation, values: withRequestedSpelling(observation.values, this.resource.known.spellings), at };
    }

    /** Waits for a thing that has just been created and is not listed yet. */
    async #listedLater(): Promise<ApiRecord | undefined> {
        if (this.task.clock.now() >= this.newUntil) return undefined;
        const found = await this.handle.until<{ readonly record: ApiRecord | undefined }>({
            look: (record, at) => (record !== undefined || at >= this.newUntil ? { record } : undefined),
            deadline: this.task.deadline,
            timedOut: (lastError) => this.#timedOut("looking for it", undefined, "", lastError),
        });
        return found.record;
    }

    /** Ends with the error. What a step had started for the time of the change does not stay running because of it. */
    async #restore(desired: Desired<Args>, done: readonly Step<Observed>[], error: Error): Promise<never> {
        const step = this.definition.restore?.(this.resource.known.observed, desired, done);
        if (step === undefined) throw error;
        this.task.report(step.progress, undefined);
        const result = await this.#call(step);
        if (!(result instanceof ApiError)) throw error;
        throw new UserError(
            `${error.message} ${this.#who} was started for this, and stays running: ${result.message}.`,
            {
                cause: error,
            },
        );
    }

    get #who(): string {
        return `${this.definition.noun} ${this.resource.id}`;
    }

    #timedOut(doing: string, status: string | undefined, why: string, lastError: ApiError | undefined): Error {
        const { operation, limitText } = this.task;
        const seen = [
            status === undefined ? "" : `status ${status}`,
            why,
            lastError ? `last error: ${lastError.message}` : "",
        ];
        return new UserError(
            `${this.#who}: ${doing} was not done within ${limitText} (${seen.filter(Boolean).join("; ")}). ` +
                `The next \`pulumi up\` goes on from there; \`customTimeouts: { ${operation}: ... }\` allows longer.`,
        );
    }
}

const valuesOf = <Observed extends object>(effect: Effect<Observed>): Partial<Observed> =>
    Object.fromEntries(Object.entries(effect).filter(([, value]) => typeof value !== "symbol")) as Partial<Observed>;
