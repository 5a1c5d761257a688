import { isDeepStrictEqual } from "node:util";
import type { Observation, AnyResourceClient, AnyObserved } from "../definition";
import type { ResourceInProgress } from "../observation";
import { agreement, type AnyEffect } from "../step";
import { settleWindow, stalledWindow } from "./schedule";
import type { ApiError } from "../../api";
import { duration } from "../../../shared/duration";
import { UserError } from "../errors";
import type { OperationProgress } from "../task";
import { quoted, withoutPeriod } from "../../../shared/visible";

const deletedMeanwhile = "it was deleted meanwhile. Run `pulumi refresh`; the next `pulumi up` creates it again";

export interface AwaitedEffect {
    /** Progress message, also in errors. */
    readonly progress: string;
    readonly effect: AnyEffect;
    /** Just created: until this moment (milliseconds since the epoch) a 404 is tolerated. */
    readonly notFoundGraceUntil: number;
    /** The statuses that the contract does not have, and that have turned out to mean that no operation is in progress. A wait adds what it finds. */
    readonly settledWords: Set<string | undefined>;
    /** The resource was unstable before the change, which is done as soon as it shows. */
    readonly wasUnstable: boolean;
}

export type Readiness =
    /** `omitted`: the record omits some of the values that were waited for. */
    | { readonly is: "done"; readonly assumed: readonly string[]; readonly omitted: boolean; readonly unclear: boolean }
    /** `missing`: what the record does not show yet. `omitted`: only values that the record omits are missing. */
    | { readonly is: "waiting"; readonly missing: readonly string[]; readonly omitted?: boolean }
    | { readonly is: "failed"; readonly why: string };

/**
 * Decides after each observation whether an effect has come about. A settled status is not enough: a record that still says READY
 * with the old size shows that the resize has not begun. Where the record omits a value, the status having been busy and settled
 * again, or the settle window having passed, is enough, and the value is `assumed`. Values that users read, such as endpoints,
 * always get the whole window to appear.
 */
export class ReadinessChecker {
    /** False only for a new resource that no read has shown yet. */
    #wasSeen: boolean;
    /** A read of this wait has shown it. */
    #wasRead = false;
    #absentSince: number | undefined;
    #busySeen = false;
    /** Since when the record has been settled; undefined while an operation is in progress. */
    #settledSince: number | undefined;
    #unstableSince: number | undefined;
    /** Since when a value is neither the one before nor the one that is awaited. */
    #otherSince: number | undefined;
    /** What was last shown with a status that does not tell, and since when. */
    #unclear: { readonly shown: string; readonly since: number } | undefined;

    constructor(
        private readonly awaited: AwaitedEffect,
        private readonly whenOmitted: AnyObserved,
        private readonly before: AnyObserved,
        startedAt: number,
    ) {
        this.#settledSince = startedAt;
        this.#wasSeen = awaited.notFoundGraceUntil <= startedAt;
    }

    /** @param from - the answer of the call: a GET may still show the record from before. */
    check(observation: Observation<AnyObserved>, at: number, from: SeenBy = "read"): Readiness {
        const { condition, problem } = observation;
        if (problem !== undefined) return { is: "failed", why: problem };
        if (condition === "gone") {
            this.#absentSince ??= at;
            const isNew = observation.status === undefined && at < this.awaited.notFoundGraceUntil;
            if (isNew && !(this.#wasRead && at - this.#absentSince >= settleWindow))
                return { is: "waiting", missing: [] };
            return { is: "failed", why: this.#wasSeen ? deletedMeanwhile : "the API does not show it" };
        }
        this.#absentSince = undefined;
        this.#wasSeen = true;
        this.#wasRead ||= from !== "answer";
        if (condition === "failed") return { is: "failed", why: `its status is ${observation.status ?? "failed"}` };
        if (condition === "unstable") return this.#unstable(observation, at);
        this.#unstableSince = undefined;
        if (condition === "busy") {
            this.#busySeen ||= from !== "answer";
            this.#settledSince = undefined;
            this.#otherSince = undefined;
            return { is: "waiting", missing: [] };
        }
        const unclear = condition === "unclear" && !this.awaited.settledWords.has(observation.status);
        if (unclear) {
            const since = this.#unchangedSince(observation, at, from);
            if (at - since < settleWindow) return { is: "waiting", missing: [] };
            this.#settledSince = since;
        }
        this.#settledSince ??= at;
        const { contradicted, omitted, awaited } = agreement(this.awaited.effect, observation.values, this.whenOmitted);
        const settledFor = at - this.#settledSince;
        if (contradicted.length > 0) return this.#contradicted(contradicted, observation, at, settledFor);
        const inWindow = settledFor < settleWindow;
        if (awaited.length > 0 && inWindow) return { is: "waiting", missing: awaited, omitted: true };
        if (omitted.length > 0 && inWindow && !this.#busySeen)
            return { is: "waiting", missing: omitted, omitted: true };
        return { is: "done", assumed: omitted, omitted: omitted.length + awaited.length > 0, unclear };
    }

    /** A settled record that shows something else than what was asked for: the call may still be carried out, until it cannot be any more. */
    #contradicted(
        keys: readonly string[],
        { values, status }: Observation<AnyObserved>,
        at: number,
        settledFor: number,
    ): Readiness {
        const isOther = (key: string) => this.before[key] != null && !isDeepStrictEqual(values[key], this.before[key]);
        const other = keys.find(isOther);
        if (other === undefined) this.#otherSince = undefined;
        else if (at - (this.#otherSince ??= at) >= settleWindow)
            return {
                is: "failed",
                why: `${other} is ${quoted(values[other])}, which is neither what it was nor what was asked for: something else has changed it, or the API writes it in another way. Run \`pulumi up\` again`,
            };
        if (this.#busySeen && settledFor >= stalledWindow)
            return {
                is: "failed",
                why: `its status has been ${status ?? "settled"} for ${duration(settledFor)}, and the API does not show the new ${keys.join(" and ")}. Run \`pulumi up\` again`,
            };
        return { is: "waiting", missing: keys };
    }

    /** A status that does not tell counts as busy while anything changes. The resource's own GET may show more than the reads before. */
    #unchangedSince({ values, status }: Observation<AnyObserved>, at: number, from: SeenBy): number {
        const shown = JSON.stringify([status, values]);
        if (this.#unclear === undefined || (this.#unclear.shown !== shown && from !== "own GET"))
            this.#unclear = { shown, since: at };
        return this.#unclear.since;
    }

    #unstable({ status, values }: Observation<AnyObserved>, at: number): Readiness {
        if (this.awaited.wasUnstable) {
            const { contradicted, omitted, awaited } = agreement(this.awaited.effect, values, this.whenOmitted);
            const isShown = [contradicted, omitted, awaited].every(({ length }) => length === 0);
            if (isShown) return { is: "done", assumed: [], omitted: false, unclear: false };
        }
        this.#unstableSince ??= at;
        if (at - this.#unstableSince < settleWindow) return { is: "waiting", missing: [] };
        return { is: "failed", why: `its status stays ${status ?? "unstable"}` };
    }
}

/** Where a record comes from: the answer of the call, the resource's own GET, or another read. */
type SeenBy = "answer" | "own GET" | "read";

/** Waits until no operation is in progress on a resource and an effect is visible. Every observation becomes known state. */
export class EffectWait {
    readonly #expected: AnyObserved;
    readonly #checker: ReadinessChecker;
    #missing: readonly string[] = [];
    #status: string | undefined;
    #askedAlone = false;
    /** What was last concluded: the debug log tells what is new. */
    #told: string | undefined;

    constructor(
        private readonly resourceClient: AnyResourceClient,
        private readonly resource: ResourceInProgress,
        private readonly task: OperationProgress,
        private readonly awaited: AwaitedEffect,
    ) {
        const before = resource.known.observed;
        this.#expected = { ...before, ...valuesOf(awaited.effect) };
        this.#checker = new ReadinessChecker(awaited, resource.whenOmitted, before, task.clock.now());
    }

    /**
     * @param first - a record that was just received, such as the answer of the call.
     * @param isNew - that is the answer to the creation, which does not suffice: until a GET shows the resource, a 404 says nothing of it.
     */
    async run(first?: unknown, isNew = false): Promise<void> {
        const { clock, deadline } = this.task;
        const isDone = first !== undefined && (await this.#look(first, clock.now(), "answer")) === true;
        if (isDone && !isNew) return;
        await this.resourceClient.until<true>({
            look: (record, at) => this.#look(record, at),
            deadline,
            timedOut: (lastError) =>
                waitTimedOut(this.resource.label, this.awaited.progress, this.task, {
                    status: this.#status,
                    missing: this.#missing,
                    lastError,
                }),
        });
    }

    async #look(record: unknown, at: number, from: SeenBy = "read"): Promise<true | undefined> {
        const { readiness, omitsKnown } = this.#evaluate(record, at, from);
        // A list may show less than a GET: what it omits is read by a GET once, and once more before it is assumed.
        const omits = readiness.is !== "failed" && readiness.omitted === true;
        const isRead = readiness.is === "done" ? omits || omitsKnown : omits && !this.#askedAlone;
        if (!isRead) return this.#conclude(readiness);
        const whole = await this.resourceClient.read({ fresh: true, single: true });
        // A 404 beside a record proves nothing: the next look asks again.
        if (whole === undefined) return undefined;
        this.#askedAlone = true;
        return this.#conclude(this.#evaluate(whole, at, "own GET").readiness);
    }

    #evaluate(record: unknown, at: number, from: SeenBy) {
        const observation = this.resource.observe(record, from === "own GET", this.#expected);
        this.#status = observation.status;
        const readiness = this.#checker.check(observation, at, from);
        this.#tell(`${observation.status ?? observation.condition}, ${describe(readiness)}`);
        return { readiness, omitsKnown: observation.omitsKnown };
    }

    /** Each message is a call of the engine: what every look of many waits concludes would be most of what is sent to it. */
    #tell(conclusion: string): void {
        if (conclusion === this.#told) return;
        this.#told = conclusion;
        this.task.reporter.debug(`${this.resource.label}, ${this.awaited.progress}: ${conclusion}`);
    }

    #conclude(readiness: Readiness): true | undefined {
        const { progress } = this.awaited;
        if (readiness.is === "failed") {
            throw new UserError(`${this.resource.label}: ${progress} failed: ${withoutPeriod(readiness.why)}.`);
        }
        if (readiness.is === "done") {
            this.resource.assumeApplied(this.#expected, readiness.assumed);
            if (readiness.unclear) this.#noteUnclear();
            return true;
        }
        this.#missing = readiness.missing;
        // Values that are no outputs mean nothing to the user: the progress message says what is waited for.
        const { hidden } = this.resource.definition.records;
        this.task.report(progress, this.#status, listed(readiness.missing.filter((key) => !hidden.includes(key))));
        return undefined;
    }

    #noteUnclear(): void {
        const { settledWords } = this.awaited;
        const isNews = !settledWords.has(this.#status);
        settledWords.add(this.#status);
        if (!isNews) return;
        const shown =
            this.#status === undefined
                ? "no status"
                : `the status ${quoted(this.#status)}, which the contract does not have`;
        this.task.reporter.warn(
            `The API shows ${shown}. It counts as settled, since nothing has changed for ${duration(settleWindow)}.`,
        );
    }
}

const listed = (keys: readonly string[]): string | undefined => (keys.length === 0 ? undefined : keys.join(" and "));

const describe = (readiness: Readiness): string => {
    if (readiness.is === "failed") return `failed: ${readiness.why}`;
    const keys = readiness.is === "done" ? readiness.assumed : readiness.missing;
    return keys.length === 0 ? readiness.is : `${readiness.is} (${keys.join(", ")})`;
};

const valuesOf = (effect: AnyEffect): AnyObserved =>
    Object.fromEntries(Object.entries(effect).filter(([, value]) => typeof value !== "symbol"));

interface TimeoutDetails {
    readonly status?: string | undefined;
    readonly missing?: readonly string[];
    readonly lastError?: ApiError | undefined;
}

export function waitTimedOut(who: string, progress: string, task: OperationProgress, seen: TimeoutDetails): UserError {
    const missing = listed(seen.missing ?? []);
    const details = [
        seen.status === undefined ? "" : `status ${seen.status}`,
        missing === undefined ? "" : `still to come: ${missing}`,
        seen.lastError ? `last error: ${seen.lastError.message}` : "",
    ];
    return new UserError(
        `${who}: ${progress} did not complete within ${task.limitText} (${details.filter(Boolean).join("; ")}). ` +
            `The next \`pulumi up\` goes on from there; \`customTimeouts: { ${task.timeoutKey}: ... }\` allows longer.`,
    );
}
