import type { Clock } from "../clock";
import { duration } from "./duration";

/** One operation on one resource: how long it may take, and whom to tell what it is doing. */
export class Task {
    readonly startedAt: number;
    readonly deadline: number;

    constructor(
        readonly operation: "create" | "update" | "delete",
        readonly clock: Clock,
        readonly limit: number,
        private readonly tell: (text: string) => void,
        /** Says something that stays among the resource's messages. */
        readonly note: (text: string) => void = () => undefined,
    ) {
        this.startedAt = clock.now();
        this.deadline = this.startedAt + limit;
    }

    get limitText(): string {
        return duration(this.limit);
    }

    /** Shows in the resource's row: `resizing to 4 CPU / 16 GB: UPGRADING, 1 m 12 s of at most 45 m`. */
    report(doing: string, status: string | undefined): void {
        const elapsed = `${duration(this.clock.now() - this.startedAt)} of at most ${duration(this.limit)}`;
        this.tell(`${doing}: ${status === undefined ? "" : `${status}, `}${elapsed}`);
    }
}
