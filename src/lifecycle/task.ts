import type { Clock } from "../clock";
import { duration } from "./duration";

/** Where an operation reports to. */
export interface Reporter {
    /** Shows in the resource's row until the next message. */
    status(text: string): void;
    /** Stays among the resource's messages. */
    note(text: string): void;
    /** For `--debug`. */
    debug(text: string): void;
}

/** One operation on one resource: its time limit, and its progress. */
export class Task {
    readonly startedAt: number;
    readonly deadline: number;

    /** @param limit - milliseconds. */
    constructor(
        readonly operation: "create" | "update" | "delete",
        readonly clock: Clock,
        readonly limit: number,
        private readonly reporter: Reporter,
    ) {
        this.startedAt = clock.now();
        this.deadline = this.startedAt + limit;
    }

    get limitText(): string {
        return duration(this.limit);
    }

    note(text: string): void {
        this.reporter.note(text);
    }

    debug(text: string): void {
        this.reporter.debug(text);
    }

    /**
     * Shows in the resource's row: `resizing to 4 CPU / 16 GB: UPGRADING, 1 m 12 s of at most 45 m`, with what it waits for where
     * that is more than the status: `enabling the connection pooler (waiting for poolerEndpoint): READY, 20 s of at most 45 m`.
     */
    report(progress: string, status: string | undefined, waitingFor?: string): void {
        const elapsed = `${duration(this.clock.now() - this.startedAt)} of at most ${duration(this.limit)}`;
        const reason = waitingFor === undefined ? "" : ` (waiting for ${waitingFor})`;
        this.reporter.status(`${progress}${reason}: ${status === undefined ? "" : `${status}, `}${elapsed}`);
    }

    /** Shows that a call is repeated after `pause` milliseconds, and why. */
    reportRetry(progress: string, reason: string, pause: number): void {
        this.report(`${progress} (${reason}; retrying in ${duration(pause)})`, undefined);
    }
}
