import type { AnyDefinition, AnyObserved } from "./definition";
import { asError, IncompleteError } from "./errors";
import { mergeObservation, type AnyKnownState } from "./knownState";
import type { Observation } from "./observation";
import { inKnownSpelling } from "./spelling";

/** One resource during an operation: what is known of it survives every error. */
export class ResourceInProgress {
    constructor(
        readonly definition: AnyDefinition,
        readonly id: string,
        public known: AnyKnownState,
    ) {}

    /** For messages: `service abc`. */
    get label(): string {
        return `${this.definition.noun} ${this.id}`;
    }

    /** Values assumed for omitted fields; none for a field that was set and that the record has never shown. */
    get whenOmitted(): AnyObserved {
        const { assumed } = this.known;
        return Object.fromEntries(Object.entries(this.definition.whenOmitted).filter(([key]) => !assumed.has(key)));
    }

    /** Reads a record into the known state. No record, or one that says `gone`, changes nothing. */
    observe(record: unknown, expected: AnyObserved, at: number): Observation<AnyObserved> {
        if (record === undefined) return { values: {}, condition: "gone", status: undefined, at };
        const { definition, known } = this;
        const observation = definition.observe(record, expected);
        if (observation.condition !== "gone") this.known = mergeObservation(definition, known, observation, expected);
        const values = inKnownSpelling(definition.sameSpelling, known.spellings, observation.values, expected);
        return { ...observation, values, at };
    }

    /** Runs the work. @throws IncompleteError with the id and what is known by then, whatever the work throws. */
    async preservingState(work: () => Promise<void>): Promise<void> {
        try {
            await work();
        } catch (error) {
            throw new IncompleteError(this.id, this.known, asError(error));
        }
    }
}
