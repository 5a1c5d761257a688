import type { Condition } from "./condition";
import { settleWindow } from "./schedule";
import { agreement, type Effect } from "./step";

/** One look at a thing: what its record says, and when. */
export interface Sighting<Observed> {
    readonly seen: Partial<Observed>;
    readonly condition: Condition;
    /** The API's own word, for messages. */
    readonly status: string | undefined;
    /** What the API itself says went wrong; final, whatever the condition. */
    readonly problem?: string | undefined;
    readonly at: number;
}

export type Verdict =
    | { readonly is: "done"; readonly assumed: readonly string[] }
    | { readonly is: "waiting"; readonly why: string }
    | { readonly is: "failed"; readonly why: string };

const notYet = (keys: readonly string[]) => `still to come: ${keys.join(" and ")}`;

/**
 * Decides, look by look, whether an effect has come about. Settled is not enough: a record that still says READY with the
 * old size has not begun. Where a record leaves a field out there is nothing to see; then the status having been busy and
 * settled again, or the settle window having passed, is enough, and the field is `assumed`. Endpoints are someone's to
 * read, so they get the whole window to appear.
 */
export class Judge<Observed extends object> {
    #busySeen = false;
    /** Since when the record has been settled; undefined while something goes on. */
    #quietSince: number | undefined;
    #unstableSince: number | undefined;

    constructor(
        private readonly effect: Effect<Observed>,
        private readonly silence: Partial<Observed>,
        private readonly startedAt: number,
        /** It has just been made: a look may come to a place that has not heard of it yet. */
        private readonly newborn = false,
    ) {
        this.#quietSince = startedAt;
    }

    look(sighting: Sighting<Observed>): Verdict {
        const { condition, at, problem } = sighting;
        if (problem !== undefined) return { is: "failed", why: problem };
        if (condition === "gone") {
            const unheard = this.newborn && sighting.status === undefined && at - this.startedAt < settleWindow;
            return unheard ? { is: "waiting", why: "" } : { is: "failed", why: "it was deleted meanwhile" };
        }
        if (condition === "failed") return { is: "failed", why: `its status is ${sighting.status ?? "failed"}` };
        if (condition === "unstable") return this.#unstable(sighting);
        this.#unstableSince = undefined;
        if (condition === "busy") {
            this.#busySeen = true;
            this.#quietSince = undefined;
            return { is: "waiting", why: "" };
        }
        this.#quietSince ??= at;
        const { contradicted, silent, awaited } = agreement(this.effect, sighting.seen, this.silence);
        if (contradicted.length > 0) return { is: "waiting", why: notYet(contradicted) };
        const patient = at - this.#quietSince < settleWindow;
        if (awaited.length > 0 && patient) return { is: "waiting", why: notYet(awaited) };
        if (silent.length > 0 && patient && !this.#busySeen) return { is: "waiting", why: notYet(silent) };
        return { is: "done", assumed: silent };
    }

    #unstable({ at, status }: Sighting<Observed>): Verdict {
        this.#unstableSince ??= at;
        if (at - this.#unstableSince < settleWindow) return { is: "waiting", why: "" };
        return { is: "failed", why: `its status stays ${status ?? "unstable"}` };
    }
}
