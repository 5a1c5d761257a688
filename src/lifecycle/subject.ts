import { Unfinished, asError } from "./failure";
import type { Knowledge } from "./knowledge";

/** One thing while something is done to it: what is known of it is never lost, whatever fails. */
export class Subject<Observed> {
    constructor(
        readonly id: string,
        public knowledge: Knowledge<Observed>,
    ) {}

    /** Does the work; an error of it leaves as one that carries the id and the knowledge of that moment. */
    async keeping(work: () => Promise<void>): Promise<void> {
        try {
            await work();
        } catch (error) {
            throw new Unfinished(this.id, this.knowledge, asError(error));
        }
    }
}
