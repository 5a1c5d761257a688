import { constants } from "node:os";
import { systemClock } from "../../shared/clock";
import { DrillEnded, exitCodes } from "../drill/report";
import { say } from "./command";

/** Milliseconds within which a second signal is the same one: `npx` passes on the ^C that the terminal also sends. */
const sameSignal = 1_000;

/** The first signal ends what a command does, which deletes what it has created. The second one ends the process. */
export class Interruption {
    /** What deletes it, once it is requested. */
    left: string | undefined;
    /** Called just before a second signal ends the process. It has to be done when it returns. */
    onExit: ((exitCode: number) => void) | undefined;
    readonly #controller = new AbortController();
    #since = 0;

    /** @param what - that is ended: `drill`. @param deletes - and deletes: `its fork`. @param left - what a second signal may leave: `The fork`. */
    constructor(
        private readonly what: string,
        private readonly deletes: string,
        private readonly leaves: string,
    ) {
        for (const name of Interruption.signals) process.on(name, this.#onSignal);
        // A closed terminal is no reason to leave the fork.
        process.stderr.on("error", () => undefined);
    }

    static readonly signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

    get signal(): AbortSignal {
        return this.#controller.signal;
    }

    close(): void {
        for (const name of Interruption.signals) process.off(name, this.#onSignal);
    }

    readonly #onSignal = (name: NodeJS.Signals): void => {
        const code = 128 + constants.signals[name];
        if (!this.signal.aborted) {
            this.#since = systemClock.now();
            const what = `Ending the ${this.what} and deleting ${this.deletes}.`;
            say(`${what} Interrupt again, after a second, to exit at once and leave it.`);
            this.#controller.abort(
                new DrillEnded("interrupted", code, `The ${this.what} was interrupted by ${name}.`, name),
            );
        } else if (systemClock.now() - this.#since >= sameSignal) {
            if (this.left !== undefined) say(`${this.leaves} may be left. ${this.left}`);
            const exitCode = this.left === undefined ? code : exitCodes.left;
            this.onExit?.(exitCode);
            process.exit(exitCode);
        }
    };
}
