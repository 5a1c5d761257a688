import { IncompleteError, asError } from "./errors";
import type { KnownState } from "./knownState";

/** One thing while something is done to it: what is known of it is never lost, whatever fails. */
export class ResourceInProgress<Observed> {
    constructor(
        readonly id: string,
        public known: KnownState<Observed>,
    ) {}

    /** Does the work; an error of it leaves as one that carries the id and the knowledge of that moment. */
    async preservingState(work: () => Promise<void>): Promise<void> {
        try {
            await work();
        } catch (error) {
            throw new IncompleteError(this.id, this.known, asError(error));
        }
    }
}
