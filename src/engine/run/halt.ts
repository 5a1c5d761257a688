/** Why an operation has stopped. */
export type HaltReason =
    /** A step failed: steps in progress and those already planned are completed. */
    | "failed"
    /** A request was invalid, or the program failed: steps in progress are completed. */
    | "invalid"
    /** The user interrupted it: steps in progress are completed. */
    | "canceled";

/** Stops an operation. The first reason is kept, unless a later one is more severe. */
export class Halt {
    private reason: HaltReason | undefined;
    private announce: (() => void) | undefined;
    /** Resolves when the operation stops. */
    readonly halted = new Promise<void>((resolve) => (this.announce = resolve));

    /** The reason; `undefined` while the operation is running. */
    get why(): HaltReason | undefined {
        return this.reason;
    }

    /** Whether steps that are already planned must not start either. */
    get hard(): boolean {
        return this.reason !== undefined && this.reason !== "failed";
    }

    stop(reason: HaltReason): void {
        if (this.reason === undefined || this.reason === "failed") this.reason = reason;
        this.announce?.();
    }
}
