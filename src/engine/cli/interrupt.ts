/** The exit code of what ^C has ended. */
const interrupted = 130;

/**
 * The first ^C (or SIGTERM) asks to stop once what is under way is done, the second one ends everything at once: the state
 * then says what was under way.
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
        // The children go with this process.
        if (this.signal.aborted) process.exit(interrupted);
        this.say("Waiting for what is under way; once more to stop at once.");
        this.controller.abort();
    };
}
