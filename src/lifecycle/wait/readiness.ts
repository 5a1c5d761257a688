import type { Condition } from "../definitions/condition";
import { settleWindow } from "./schedule";
import { agreement, type Effect } from "../step";

/** One look at a thing: what its record says, and when. */
export interface Observation<Observed> {
    readonly values: Partial<Observed>;
    readonly condition: Condition;
    /** The API's own word, for messages. */
    readonly status: string | undefined;
    /** What the API itself says went wrong; final, whatever the condition. */
    readonly problem?: string | undefined;
    readonly at: number;
}

export type Readiness =
    /** `omitted`: the record leaves out some of what was waited for. */
    | { readonly is: "done"; readonly assumed: readonly string[]; readonly omitted: boolean }
    /** `omitted`: only fields that the record leaves out are still waited for. */
    | { readonly is: "waiting"; readonly why: string; readonly omitted?: boolean }
    | { readonly is: "failed"; readonly why: string };

const missing = (keys: readonly string[]) => `still to come: ${keys.join(" and ")}`;

/**
 * Decides, look by look, whether an effect has come about. Settled is not enough: a record that still says READY with the
 * old size has not begun. Where a record leaves a field out there is nothing to see; then the status having been busy and
 * settled again, or the settle window having passed, is enough, and the field is `assumed`. Endpoints are someone's to
 * read, so they get the whole window to appear.
 */
export class ReadinessChecker<Observed extends object> {
    #busySeen = false;
    /** Since when the record has been settled; undefined while something goes on. */
    #quietSince: number | undefined;
    #unstableSince: number | undefined;

    constructor(
        private readonly effect: Effect<Observed>,
        private readonly whenOmitted: Partial<Observed>,
        startedAt: number,
        /** Just created: until this moment a look that finds nothing is tolerated. */
        private readonly newUntil = -Infinity,
    ) {
        this.#quietSince = startedAt;
    }

    check(observation: Observation<Observed>): Readiness {
        const { condition, at, problem } = observation;
        if (problem !== undefined) return { is: "failed", why: problem };
        if (condition === "gone") {
            const notListedYet = observation.status === undefined && at < this.newUntil;
            return notListedYet ? { is: "waiting", why: "" } : { is: "failed", why: "it was deleted meanwhile" };
        }
        if (condition === "failed") return { is: "failed", why: `its status is ${observation.status ?? "failed"}` };
        if (condition === "unstable") return this.#unstable(observation);
        this.#unstableSince = undefined;
        if (condition === "busy") {
            this.#busySeen = true;
            this.#quietSince = undefined;
            return { is: "waiting", why: "" };
        }
        this.#quietSince ??= at;
        const { contradicted, omitted, awaited } = agreement(this.effect, observation.values, this.whenOmitted);
        if (contradicted.length > 0) return { is: "waiting", why: missing(contradicted) };
        const patient = at - this.#quietSince < settleWindow;
        if (awaited.length > 0 && patient) return { is: "waiting", why: missing(awaited), omitted: true };
        if (omitted.length > 0 && patient && !this.#busySeen)
            return { is: "waiting", why: missing(omitted), omitted: true };
        return { is: "done", assumed: omitted, omitted: omitted.length + awaited.length > 0 };
    }

    #unstable({ at, status }: Observation<Observed>): Readiness {
        this.#unstableSince ??= at;
        if (at - this.#unstableSince < settleWindow) return { is: "waiting", why: "" };
        return { is: "failed", why: `its status stays ${status ?? "unstable"}` };
    }
}
