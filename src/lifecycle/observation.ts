import type {
    AnyDefinition,
    AnyObserved,
    CurrentProperties,
    Observation,
    RecordObservation,
    ResourceDefinition,
} from "./definition";
import type { CommonArgs } from "./definitions/fields";
import { asError } from "./errors";
import { inKnownSpelling, newSpellings, type SameText, type Spellings } from "./spelling";

/** What is known of a resource: the observed values, and remembered ones where the record omits them. */
export interface KnownState<Observed> {
    readonly observed: Partial<Observed>;
    /**
     * Values that were set and that no record has ever shown: while it is omitted, such a value counts as set. Where a record has
     * shown a value before, omitting it means that it is gone.
     */
    readonly assumed: ReadonlySet<string>;
    /** Arguments that the API writes in another spelling; `observed` has them as requested. */
    readonly spellings: Spellings;
}

export const nothingKnown = <Observed>(): KnownState<Observed> => ({ observed: {}, assumed: new Set(), spellings: {} });

/** What is known of a resource of any type. */
export type AnyKnownState = KnownState<Record<string, unknown>>;

interface MergeRules<Observed> {
    readonly whenOmitted: Partial<Observed>;
    readonly sameSpelling: { readonly [key: string]: SameText | undefined };
}

/** Merges what a record shows, in the spelling of the expected values: shown values win over the values assumed for omitted fields, and those over remembered ones. */
export function mergeObservation<Observed extends object>(
    { whenOmitted, sameSpelling }: MergeRules<Observed>,
    before: KnownState<Observed>,
    observation: Pick<Observation<Observed>, "values">,
    expected: Partial<Observed> = before.observed,
): KnownState<Observed> {
    const values = inKnownSpelling(sameSpelling, before.spellings, observation.values, expected);
    const observed = { ...before.observed };
    const assumed = new Set(before.assumed);
    for (const key of new Set([...keysOf(whenOmitted), ...keysOf(values)])) {
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
export function omittedKnown(
    { whenOmitted }: { readonly whenOmitted: AnyKnownState["observed"] },
    { observed, assumed }: AnyKnownState,
    { values }: RecordObservation<Record<string, unknown>>,
): AnyKnownState["observed"] {
    const isOmitted = (key: string) => key in whenOmitted && !assumed.has(key) && values[key] === undefined;
    const isKnown = (key: string, value: unknown) => ![undefined, whenOmitted[key]].includes(value);
    return Object.fromEntries(Object.entries(observed).filter(([key, value]) => isOmitted(key) && isKnown(key, value)));
}

/** The known state after a step, with the values that had to be assumed because the record omits them. */
export function assumeApplied<Observed extends object>(
    known: KnownState<Observed>,
    values: Partial<Observed>,
    keys: readonly string[],
): KnownState<Observed> {
    const taken = Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
    return {
        ...known,
        observed: { ...known.observed, ...(taken as Partial<Observed>) },
        assumed: new Set([...known.assumed, ...keys]),
    };
}

/** The known state with values that no record shows, such as a new password. */
export const withValues = <Observed extends object>(
    known: KnownState<Observed>,
    learned: Partial<Observed>,
): KnownState<Observed> => ({ ...known, observed: { ...known.observed, ...learned } });

const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T & string)[];

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

/** An operation failed, and the resource exists: the id and the known state have to be stored. */
export class UnfinishedError<Observed> extends Error {
    override readonly name = "UnfinishedError";

    constructor(
        readonly id: string,
        readonly known: KnownState<Observed>,
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
