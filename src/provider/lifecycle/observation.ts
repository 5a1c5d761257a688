import {
    type AnyDefinition,
    type AnyObserved,
    type AnyResourceClient,
    type CurrentProperties,
    type Observation,
    type AnyRecords,
    valuesInId,
} from "./definition";
import { asError } from "./errors";
import { inKnownSpelling, newSpellings, unchanging, type Spellings } from "./spelling";

/** What is known of a resource: the observed values, and remembered ones where the record omits them. */
export interface KnownState {
    readonly observed: AnyObserved;
    /**
     * Values that were set and that no record has ever shown: while it is omitted, such a value counts as set. Where a record has
     * shown a value before, omitting it means that it is gone.
     */
    readonly assumed: ReadonlySet<string>;
    /** Arguments that the API writes in another spelling; `observed` has them as requested. */
    readonly spellings: Spellings;
}

export const nothingKnown = (): KnownState => ({ observed: {}, assumed: new Set(), spellings: {} });

/** Merges what a record shows, in the spelling of the expected values: shown values win over the values assumed for omitted fields, and those over remembered ones. */
export function mergeObservation(
    { whenOmitted, sameSpelling }: AnyRecords,
    before: KnownState,
    seen: AnyObserved,
    expected = before.observed,
): KnownState {
    const values = inKnownSpelling(sameSpelling, before.spellings, seen, expected);
    const observed = { ...before.observed };
    const assumed = new Set(before.assumed);
    for (const key of new Set([...Object.keys(whenOmitted), ...Object.keys(values)])) {
        if (values[key] !== undefined) {
            observed[key] = values[key];
            assumed.delete(key);
        } else if (key in whenOmitted && !assumed.has(key)) {
            observed[key] = whenOmitted[key];
        }
    }
    return { ...before, observed, assumed };
}

/** The known values that a record omits, other than what omitting usually means. A list may show fewer fields than a GET. */
function omittedKnown(records: AnyRecords, { observed, assumed }: KnownState, values: AnyObserved): AnyObserved {
    const { whenOmitted } = records;
    const keys = [...Object.keys(whenOmitted), ...records.omittable(observed)].filter(
        (key) =>
            values[key] === undefined && ![undefined, whenOmitted[key]].includes(observed[key]) && !assumed.has(key),
    );
    return Object.fromEntries(keys.map((key) => [key, observed[key]]));
}

/** The known state with values that no record shows, such as a new password. */
export const withValues = (known: KnownState, learned: AnyObserved): KnownState => ({
    ...known,
    observed: { ...known.observed, ...learned },
});

/** What one record alone shows. Pure: functions and the doctor use it. */
export function observeRecord(definition: AnyDefinition, record: unknown) {
    const observation = definition.observe(record, {});
    return { observation, known: mergeObservation(definition.records, nothingKnown(), observation.values) };
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
): KnownState {
    const { values } = definition.observe(record, {});
    const spellings = isAnswer ? newSpellings(definition.records.sameSpelling, requested, values) : {};
    const texts = Object.entries(requested).filter(([key]) => key in definition.records.sameSpelling);
    const before = { ...nothingKnown(), observed: Object.fromEntries(texts), spellings };
    const known = mergeObservation(definition.records, before, values);
    return withValues(known, valuesInId(definition, id));
}

/** `omitsKnown`: the record omits what is known. The resource's own GET may show it. */
type ResourceObservation = Observation<AnyObserved> & { readonly omitsKnown: boolean };

/** An operation failed, and the resource exists: the id and the known state have to be stored. */
export class UnfinishedError extends Error {
    override readonly name = "UnfinishedError";

    constructor(
        readonly id: string,
        readonly known: KnownState,
        override readonly cause: Error,
    ) {
        super(cause.message, { cause });
    }
}

/** One resource during an operation: what is known of it survives every error. */
export class ResourceInProgress {
    constructor(
        readonly definition: AnyDefinition,
        readonly id: string,
        public known: KnownState,
    ) {}

    /** For messages: `service abc`. */
    get label(): string {
        return `${this.definition.noun} ${this.id}`;
    }

    /** Values assumed for omitted fields; none for a field that was set and that the record has never shown. */
    get whenOmitted(): AnyObserved {
        const { assumed } = this.known;
        return Object.fromEntries(
            Object.entries(this.definition.records.whenOmitted).filter(([key]) => !assumed.has(key)),
        );
    }

    /**
     * Reads a record into the known state. No record, or one that says `gone`, changes nothing.
     *
     * @param isWhole - the record is that of the resource's own GET. What any other omits stays known.
     */
    observe(record: unknown, isWhole: boolean, expected = this.known.observed): ResourceObservation {
        if (record === undefined) return { values: {}, condition: "gone", status: undefined, omitsKnown: false };
        const { definition, known } = this;
        const observation = definition.observe(record, expected);
        const omitted = omittedKnown(definition.records, known, observation.values);
        const values = inKnownSpelling(definition.records.sameSpelling, known.spellings, observation.values, expected);
        if (observation.condition !== "gone") {
            const { mayHide = [] } = observation;
            const staying = Object.entries(omitted).filter(([key]) => !isWhole || mayHide.includes(key));
            const shown = {
                ...observation.values,
                ...Object.fromEntries(staying),
                ...unchanging(definition.records, known.observed, values),
            };
            this.known = mergeObservation(definition.records, known, shown, expected);
        }
        return { ...observation, values, omitsKnown: Object.keys(omitted).length > 0 };
    }

    /** As `observe`, and reads by the resource's own GET what a record omits. If that GET is a 404, the record stays as it is. */
    async observeFully(resourceClient: AnyResourceClient, record: unknown): Promise<ResourceObservation> {
        const seen = this.observe(record, false);
        const whole = seen.omitsKnown ? await resourceClient.read({ fresh: true, single: true }) : undefined;
        return whole === undefined ? seen : this.observe(whole, true);
    }

    /** The known state after a step, with the values that had to be assumed because the record omits them. */
    assumeApplied(values: AnyObserved, keys: readonly string[]): void {
        const taken = Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
        this.known = { ...withValues(this.known, taken), assumed: new Set([...this.known.assumed, ...keys]) };
    }

    /** Adds values that no record shows. */
    learn(values: AnyObserved = {}): void {
        this.known = withValues(this.known, values);
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
