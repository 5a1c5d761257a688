/** Exit code after ^C. */
const interrupted = 130;

/**
 * The first ^C or SIGTERM stops the operation once the steps in progress are complete. The second one exits
 * immediately; the state then lists the pending operations.
 */
export class Interrupt {
    private readonly controller = new AbortController();
    readonly signal: AbortSignal = this.controller.signal;

    constructor(private readonly say: (message: string) => void) {
        process.on("SIGINT", this.onSignal);
        process.on("SIGTERM", this.onSignal);
    }

    release(): void {
        process.off("SIGINT", this.onSignal);
        process.off("SIGTERM", this.onSignal);
    }

    private readonly onSignal = (): void => {
        // The child processes end with this one.
        if (this.signal.aborted) process.exit(interrupted);
        this.say("Waiting for the steps in progress; interrupt again to exit immediately.");
        this.controller.abort();
    };
}
