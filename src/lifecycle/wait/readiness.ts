import type { Observation } from "../observation";
import { agreement, type Effect } from "../step";
import { settleWindow } from "./schedule";

export type Readiness =
    /** `omitted`: the record omits some of the values that were waited for. */
    | { readonly is: "done"; readonly assumed: readonly string[]; readonly omitted: boolean }
    /** `missing`: what the record does not show yet. `omitted`: only values that the record omits are missing. */
    | { readonly is: "waiting"; readonly missing: readonly string[]; readonly omitted?: boolean }
    | { readonly is: "failed"; readonly why: string };

/**
 * Decides after each observation whether an effect has come about. A settled status is not enough: a record that still says READY
 * with the old size shows that the resize has not begun. Where the record omits a value, the status having been busy and settled
 * again, or the settle window having passed, is enough, and the value is `assumed`. Values that users read, such as endpoints,
 * always get the whole window to appear.
 */
export class ReadinessChecker<Observed extends object> {
    /** Only what has just been created may not have been. */
    #wasSeen: boolean;
    #busySeen = false;
    /** Since when the record has been settled; undefined while an operation is in progress. */
    #settledSince: number | undefined;
    #unstableSince: number | undefined;

    constructor(
        private readonly effect: Effect<Observed>,
        private readonly whenOmitted: Partial<Observed>,
        startedAt: number,
        /** Just created: until this moment a 404 is tolerated. */
        private readonly newUntil = -Infinity,
    ) {
        this.#settledSince = startedAt;
        this.#wasSeen = newUntil <= startedAt;
    }

    check(observation: Observation<Observed>): Readiness {
        const { condition, at, problem } = observation;
        if (problem !== undefined) return { is: "failed", why: problem };
        if (condition === "gone") {
            const notListedYet = observation.status === undefined && at < this.newUntil;
            if (notListedYet) return { is: "waiting", missing: [] };
            return { is: "failed", why: this.#wasSeen ? "it was deleted meanwhile" : "the API does not show it" };
        }
        this.#wasSeen = true;
        if (condition === "failed") return { is: "failed", why: `its status is ${observation.status ?? "failed"}` };
        if (condition === "unstable") return this.#unstable(observation);
        this.#unstableSince = undefined;
        if (condition === "busy") {
            this.#busySeen = true;
            this.#settledSince = undefined;
            return { is: "waiting", missing: [] };
        }
        this.#settledSince ??= at;
        const { contradicted, omitted, awaited } = agreement(this.effect, observation.values, this.whenOmitted);
        if (contradicted.length > 0) return { is: "waiting", missing: contradicted };
        const inWindow = at - this.#settledSince < settleWindow;
        if (awaited.length > 0 && inWindow) return { is: "waiting", missing: awaited, omitted: true };
        if (omitted.length > 0 && inWindow && !this.#busySeen)
            return { is: "waiting", missing: omitted, omitted: true };
        return { is: "done", assumed: omitted, omitted: omitted.length + awaited.length > 0 };
    }

    #unstable({ at, status }: Observation<Observed>): Readiness {
        this.#unstableSince ??= at;
        if (at - this.#unstableSince < settleWindow) return { is: "waiting", missing: [] };
        return { is: "failed", why: `its status stays ${status ?? "unstable"}` };
    }
}
