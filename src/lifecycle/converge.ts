import { isDeepStrictEqual } from "node:util";
import { ApiError } from "../api";
import { asError, UserError } from "./failure";
import type { CallResult, CommonArgs, Desired, Handle, Kind, There } from "./kind";
import { assume, know, learn, spelt } from "./knowledge";
import { isFirmlyBusy, isRefusal, mayNeedRunning, maySucceedLater } from "./refusal";
import { spellingsOf } from "./replacement";
import { pollInterval, retryInterval, settleWindow } from "./schedule";
import { asAsked } from "./spelling";
import type { Effect, Step } from "./step";
import type { Subject } from "./subject";
import type { Task } from "./task";
import { Judge, type Sighting, type Verdict } from "./verdict";

/** How often a step that seemed to work may come up again (someone else may be at work) before it counts as not holding. */
const repetitions = 3;

/** A step that has not got through yet: since when it has been tried, and how often its call stumbled. */
interface Setback<Observed> {
    readonly step: Step<Observed>;
    readonly since: number;
    readonly stumbles: number;
    /** It seems to need the thing awake, which it is not. */
    readonly asleep?: boolean;
}

/**
 * Brings one thing to what is desired: takes the plan's first step, waits until its effect is visible, observes, plans
 * again, until the plan is empty. There is no bookkeeping of steps: a half-done change is just another observed state.
 */
export class Converger<Args extends CommonArgs, Observed extends object, Record> {
    constructor(
        private readonly kind: Kind<Args, Observed, Record>,
        private readonly handle: Handle<Observed, Record>,
        private readonly subject: Subject<Observed>,
        private readonly task: Task,
        private readonly serialise: <T>(key: string, work: () => Promise<T>) => Promise<T>,
        /** Until when a look that finds nothing is tolerated: a list may lag behind a creation. */
        private readonly newUntil = -Infinity,
    ) {}

    async converge(wanted: Desired<Args>): Promise<void> {
        const desired = this.kind.aim?.(wanted, this.subject.knowledge.observed) ?? wanted;
        const done: Step<Observed>[] = [];
        try {
            await this.#follow(desired, done);
        } catch (error) {
            await this.#restore(desired, done, asError(error));
        }
    }

    async #follow(desired: Desired<Args>, done: Step<Observed>[]): Promise<void> {
        let setback: Setback<Observed> | undefined;
        let waking = false;
        for (;;) {
            const { observed } = this.subject.knowledge;
            const [planned] = this.kind.plan(observed, desired);
            if (planned === undefined) return;
            const step = (waking ? this.kind.wake?.(observed) : undefined) ?? planned;
            if (done.filter((earlier) => isDeepStrictEqual(earlier, step)).length >= repetitions) {
                throw new UserError(
                    `${this.#who}: ${step.doing} was carried out ${repetitions} times, but does not last.`,
                );
            }
            setback = await this.#perform(step, isDeepStrictEqual(setback?.step, step) ? setback : undefined);
            waking ||= setback?.asleep === true;
            if (setback === undefined) done.push(step);
        }
    }

    /** Waits until nothing goes on and the effect is visible; `first` is a look that was already had. */
    async await(doing: string, effect: Effect<Observed>, first?: Record): Promise<void> {
        const expected = { ...this.subject.knowledge.observed, ...valuesOf(effect) };
        const judge = new Judge<Observed>(effect, this.#silence, this.task.clock.now(), this.newUntil);
        let why = "";
        let status: string | undefined;
        const judged = (record: Record | undefined, at: number): Verdict => {
            const sighting = this.#sight(record, expected, at);
            if (sighting.condition !== "gone")
                this.subject.knowledge = learn(this.kind, this.subject.knowledge, sighting);
            status = sighting.status;
            return judge.look(sighting);
        };
        let askedAlone = false;
        const look = async (record: Record | undefined, at: number): Promise<true | undefined> => {
            let verdict = judged(record, at);
            // A list may show less than a GET does: what it leaves out is asked for once, and once more before it is given up.
            if (verdict.is !== "failed" && verdict.omitted === true && (verdict.is === "done" || !askedAlone)) {
                askedAlone = true;
                verdict = judged(await this.handle.read({ fresh: true, single: true }), at);
            }
            return conclude(verdict);
        };
        const conclude = (verdict: Verdict): true | undefined => {
            if (verdict.is === "failed") {
                // The API's own words may end with a full stop of theirs.
                throw new UserError(`${this.#who}: ${doing} failed: ${verdict.why.replace(/\.$/, "")}.`);
            }
            if (verdict.is === "done") {
                this.subject.knowledge = assume(this.subject.knowledge, expected, verdict.assumed);
                return true;
            }
            why = verdict.why;
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
        const sighting = this.#sight(record, this.subject.knowledge.observed, this.task.clock.now());
        if (record === undefined || sighting.condition === "gone") {
            throw new UserError(
                `${this.#who} no longer exists. \`pulumi refresh\` takes note of that; the next \`pulumi up\` then creates it anew.`,
            );
        }
        this.subject.knowledge = learn(this.kind, this.subject.knowledge, sighting);
        if (sighting.condition === "busy") await this.await("waiting for what goes on already", {}, record);
    }

    /** Gives the setback when the call has not got through, or may not have: what is there by then decides what comes next. */
    async #perform(
        step: Step<Observed>,
        before: Setback<Observed> | undefined,
    ): Promise<Setback<Observed> | undefined> {
        if (step.call === undefined) {
            await this.await(step.doing, step.effect);
            return undefined;
        }
        this.task.report(step.doing, undefined);
        const result = await this.#call(step);
        if (result instanceof ApiError) return this.#outwait(result, step, before);
        if (result.learned) this.subject.knowledge = know(this.subject.knowledge, result.learned);
        await this.await(step.doing, step.effect, result.record);
        return undefined;
    }

    async #call(step: Step<Observed>): Promise<CallResult<Observed, Record> | ApiError> {
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
    async #outwait(
        error: ApiError,
        step: Step<Observed>,
        before: Setback<Observed> | undefined,
    ): Promise<Setback<Observed>> {
        const { clock, deadline } = this.task;
        const now = clock.now();
        const { since, stumbles } = before ?? { since: now, stumbles: 0 };
        const pause = Math.max(retryInterval(now - since), error.retryAfter ?? 0);
        const stumbled = error.outcomeUnknown || error.kind === "server" || error.kind === "rateLimited";
        const wake = this.kind.wake?.(this.subject.knowledge.observed);
        if (!stumbled && wake !== undefined && wake.call !== step.call && mayNeedRunning(error, now - since)) {
            return { step, since, stumbles, asleep: true };
        }
        const setback = { step, since, stumbles: stumbles + (stumbled ? 1 : 0) };
        if (stumbled && step.doubt) this.subject.knowledge = know(this.subject.knowledge, step.doubt);
        const passes = stumbled
            ? setback.stumbles < repetitions || maySucceedLater(error)
            : isFirmlyBusy(error) || (isRefusal(error) && now + pause <= since + settleWindow);
        if (!passes) throw error;
        if (now + pause > deadline) throw this.#timedOut(step.doing, undefined, "", error);
        this.task.report(`${step.doing} (waiting: ${error.message})`, undefined);
        await clock.sleep(pause);
        await this.settle();
        return setback;
    }

    /** What silence means of this very thing: nothing, for a field that its record has never shown though it was set. */
    get #silence(): Partial<Observed> {
        const { assumed } = this.subject.knowledge;
        const told = Object.entries(this.kind.silence).filter(([key]) => !assumed.has(key));
        return Object.fromEntries(told) as Partial<Observed>;
    }

    #sight(record: Record | undefined, expected: Partial<Observed>, at: number): Sighting<Observed> {
        if (record === undefined) return { seen: {}, condition: "gone", status: undefined, at };
        const sighting = this.kind.see(record, expected);
        const own = spellingsOf(this.kind, expected as There, sighting.seen as There);
        this.subject.knowledge = spelt(this.subject.knowledge, own);
        return { ...sighting, seen: asAsked(sighting.seen, this.subject.knowledge.spellings), at };
    }

    /** Waits for a thing that has just been created and is not listed yet. */
    async #listedLater(): Promise<Record | undefined> {
        if (this.task.clock.now() >= this.newUntil) return undefined;
        const found = await this.handle.until<{ readonly record: Record | undefined }>({
            look: (record, at) => (record !== undefined || at >= this.newUntil ? { record } : undefined),
            deadline: this.task.deadline,
            timedOut: (lastError) => this.#timedOut("looking for it", undefined, "", lastError),
        });
        return found.record;
    }

    /** Ends with the error. What a step had started for the time of the change does not stay running because of it. */
    async #restore(desired: Desired<Args>, done: readonly Step<Observed>[], error: Error): Promise<never> {
        const step = this.kind.restore?.(this.subject.knowledge.observed, desired, done);
        if (step === undefined) throw error;
        this.task.report(step.doing, undefined);
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
        return `${this.kind.noun} ${this.subject.id}`;
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
