/** Why an operation goes no further. */
export type HaltReason =
    /** A step failed: what is under way is finished, and what the program had asked for by then is done. */
    | "failed"
    /** Something asked for makes no sense, or the program broke: what is under way is finished. */
    | "invalid"
    /** The user wants it to stop: what is under way is finished. */
    | "canceled";

/** The brake of an operation. Its first reason stays, but may be aggravated. */
export class Halt {
    private reason: HaltReason | undefined;
    private announce: (() => void) | undefined;
    /** Resolves as soon as the operation goes no further. */
    readonly halted = new Promise<void>((resolve) => (this.announce = resolve));

    /** Why it has stopped; undefined while it goes on. */
    get why(): HaltReason | undefined {
        return this.reason;
    }

    /** Whether even what was asked for before must not begin any more. */
    get hard(): boolean {
        return this.reason !== undefined && this.reason !== "failed";
    }

    stop(reason: HaltReason): void {
        if (this.reason === undefined || this.reason === "failed") this.reason = reason;
        this.announce?.();
    }
}
