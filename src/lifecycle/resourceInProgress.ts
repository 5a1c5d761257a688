import type { CurrentProperties, ResourceDefinition } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import { asError, IncompleteError } from "./errors";
import { mergeObservation, withSpellings, type KnownState } from "./knownState";
import type { Observation } from "./observation";
import { spellingsOf } from "./replacement";
import { withRequestedSpelling } from "./spelling";

/** One resource during an operation: what is known of it survives every error. */
export class ResourceInProgress<Args extends CommonArgs, Observed extends object, ApiRecord> {
    constructor(
        readonly definition: ResourceDefinition<Args, Observed, ApiRecord>,
        readonly id: string,
        public known: KnownState<Observed>,
    ) {}

    /** For messages: `service abc`. */
    get label(): string {
        return `${this.definition.noun} ${this.id}`;
    }

    /** Values assumed for omitted fields; none for a field that was set and that the record has never shown. */
    get whenOmitted(): Partial<Observed> {
        const { assumed } = this.known;
        const entries = Object.entries(this.definition.whenOmitted).filter(([key]) => !assumed.has(key));
        return Object.fromEntries(entries) as Partial<Observed>;
    }

    /** Reads a record into the known state. No record, or one that says `gone`, changes nothing. */
    observe(record: ApiRecord | undefined, expected: Partial<Observed>, at: number): Observation<Observed> {
        if (record === undefined) return { values: {}, condition: "gone", status: undefined, at };
        const { definition } = this;
        const observation = definition.observe(record, expected);
        const normalised = spellingsOf(
            definition,
            expected as CurrentProperties,
            observation.values as CurrentProperties,
        );
        this.known = withSpellings(this.known, normalised);
        const values = withRequestedSpelling(observation.values, this.known.spellings);
        if (observation.condition !== "gone") this.known = mergeObservation(definition, this.known, { values });
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
