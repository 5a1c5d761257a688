import type { ResourceDefinition, AnyDefinition, CurrentProperties, AnyObserved } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import {
    mergeObservation,
    nothingKnown,
    omittedKnown,
    type KnownState,
    type RecordObservation,
    withValues,
    type AnyKnownState,
    type Observation,
} from "./observation";
import { newSpellings, inKnownSpelling } from "./spelling";
import { asError, UnfinishedError } from "./errors";

/** What one record shows, and what is known of the resource with it. */
export interface ObservedRecord<Observed> {
    readonly observation: RecordObservation<Observed>;
    readonly known: KnownState<Observed>;
}

/** Reads a record of the API into the state that is known of a resource. Pure: resources, refreshes and functions all use it. */
export function observeRecord<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    record: ApiRecord,
    before: KnownState<Observed> = nothingKnown<Observed>(),
): ObservedRecord<Observed> {
    const observation = definition.observe(record, before.observed);
    return { observation, known: mergeObservation(definition, before, observation) };
}

/**
 * The known state after the first record, in the spelling of the arguments.
 *
 * @param isAnswer - the record is the answer to the creation: what it shows is what was requested, in whatever spelling.
 */
export function firstObservation(
    definition: AnyDefinition,
    id: string,
    record: unknown,
    requested: CurrentProperties,
    isAnswer = false,
): AnyKnownState {
    const observation = definition.observe(record, {});
    const spellings = isAnswer ? newSpellings(definition.sameSpelling, requested, observation.values) : {};
    const texts = Object.entries(requested).filter(([key]) => key in definition.sameSpelling);
    const known = mergeObservation(
        definition,
        { ...nothingKnown(), observed: Object.fromEntries(texts), spellings },
        observation,
    );
    return withValues(known, definition.observedFromId?.(id) ?? {});
}

/** `omitsKnown`: the record omits what is known. The resource's own GET may show it. */
type ResourceObservation = Observation<AnyObserved> & { readonly omitsKnown: boolean };

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

    /**
     * Reads a record into the known state. No record, or one that says `gone`, changes nothing.
     *
     * @param isWhole - the record is that of the resource's own GET. What any other omits stays known.
     */
    observe(record: unknown, at: number, isWhole: boolean, expected = this.known.observed): ResourceObservation {
        if (record === undefined) return { values: {}, condition: "gone", status: undefined, at, omitsKnown: false };
        const { definition, known } = this;
        const observation = definition.observe(record, expected);
        const omitted = omittedKnown(definition, known, observation);
        const values = inKnownSpelling(definition.sameSpelling, known.spellings, observation.values, expected);
        if (observation.condition !== "gone") {
            const shown = { values: { ...observation.values, ...(isWhole ? {} : omitted) } };
            this.known = mergeObservation(definition, known, shown, expected);
        }
        return { ...observation, values, at, omitsKnown: Object.keys(omitted).length > 0 };
    }

    /** Runs the work. @throws UnfinishedError with the id and what is known by then, whatever the work throws. */
    async preservingState(work: () => Promise<void>): Promise<void> {
        try {
            await work();
        } catch (error) {
            throw new UnfinishedError(this.id, this.known, asError(error));
        }
    }
}
