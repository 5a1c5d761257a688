import type { Clock } from "../../shared/clock";
import { duration, glance } from "../../shared/duration";
import type { Timeouts } from "./definition";

export interface Reporter {
    /** Shows in the resource's row until the next message. */
    status(text: string): void | Promise<void>;
    /** Stays among the resource's messages. */
    note(text: string): void;
    warn(text: string): void;
    /** Stays as well, and shows outside of the resource's row until the next message. */
    step(text: string): void;
    /** For `--debug`. */
    debug(text: string): void;
}

/** For an operation outside of Pulumi: shows the status only. */
export const onlyStatus = (status: Reporter["status"]): Reporter => {
    const ignore = () => undefined;
    return { status, note: ignore, warn: ignore, step: ignore, debug: ignore };
};

/** One operation on one resource: its time limit, and its progress. */
export class OperationProgress {
    readonly startedAt: number;
    readonly deadline: number;
    /** For messages: `45 m`. */
    readonly limitText: string;
    /** When each phase was last shown, in milliseconds since the epoch, and whether with the limit. */
    readonly #shown = new Map<string, { readonly at: number; readonly limited: boolean }>();
    /** The refusals that have been told in full. */
    readonly #refusals = new Set<string>();

    /** @param limit - milliseconds. */
    constructor(
        readonly operation: keyof Timeouts,
        readonly clock: Clock,
        limit: number,
        readonly reporter: Reporter,
        /** The key of `customTimeouts` that the limit comes from: an update that completes a creation has that of the creation. */
        readonly timeoutKey: keyof Timeouts = operation,
    ) {
        this.startedAt = clock.now();
        this.deadline = this.startedAt + limit;
        this.limitText = duration(limit);
    }

    /** The beginning of a step, which is also shown elsewhere in an update: the CLI fills its row with the names of what differs. */
    reportStep(progress: string): void {
        if (this.operation === "update") this.reporter.step(progress);
    }

    /**
     * Shows a phase in the resource's row: `resizing 2 CPU / 8 GB -> 4 CPU / 16 GB: UPGRADING (waiting for endpoint)`, without the operation's
     * own word, which Pulumi shows there itself. Once the operation takes longer than a glance, the row also says how long it may take:
     * `UPGRADING, at most 45 m`. Each further minute is one line, for the log of a CI job: `UPGRADING, 2 m of at most 45 m`.
     */
    report(progress: string, status: string | undefined, waitingFor?: string): void {
        const own = verbs[this.operation];
        const phase = [progress, status].filter((part) => part !== undefined && part !== own).join(": ");
        if (waitingFor === undefined) this.#show(phase);
        else this.#show(phase === "" ? `waiting for ${waitingFor}` : `${phase} (waiting for ${waitingFor})`);
    }

    /** Shows a wait that has a limit of its own, in milliseconds. */
    reportWait(text: string, limit: number): void {
        this.#show(text, `at most ${duration(limit)}`);
    }

    /** Shows that a refused call is repeated: why, in full, only once. */
    reportRetry(progress: string, reason: string, phrase: string = retryPhrases.other): void {
        const told = `${progress} ${reason.replace(/ ?\(request id [^)]*\)/, "")}`;
        this.#show(this.#refusals.has(told) ? phrase : `${phrase}: ${reason}`);
        this.#refusals.add(told);
    }

    /** Replaces the last phase in the row, which would otherwise stay there. */
    async reportDone(): Promise<void> {
        if (this.#shown.size > 0) await this.reporter.status(`done in ${duration(this.clock.now() - this.startedAt)}`);
    }

    #show(text: string, ownLimit?: string): void {
        const now = this.clock.now();
        const last = this.#shown.get(text);
        if (last !== undefined && now - last.at < (last.limited ? repeatInterval : glance)) return;
        const lasted = now - this.startedAt;
        const limited = ownLimit !== undefined || lasted >= glance;
        const soFar = lasted < repeatInterval ? "" : `${duration(lasted - (lasted % repeatInterval))} of `;
        const limit = ownLimit ?? (limited ? `${soFar}at most ${this.limitText}` : "");
        const row = [text, limit].filter((part) => part !== "").join(", ");
        if (row === "") return;
        this.#shown.set(text, { at: now, limited });
        void this.reporter.status(row);
    }
}

/** What a refusal is waited for. */
export const retryPhrases = {
    backup: "waiting for a backup",
    inUse: "waiting: still in use",
    operation: "waiting for another operation to end",
    other: "waiting to try again",
} as const;

/** What Pulumi calls the operation in the resource's row. */
const verbs = { create: "creating", update: "updating", delete: "deleting" } as const;

/** Milliseconds after which a phase that goes on is shown again. */
const repeatInterval = 60_000;
