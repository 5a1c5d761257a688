import { isDeepStrictEqual } from "node:util";
import { protectionText, type AnyDefinition, type CurrentProperties, type AnyRecords } from "./definition";
import type { KnownState } from "./observation";
import { inKnownSpelling } from "./spelling";
import { quoted } from "../../shared/visible";

/** What the state remembers of a resource. */
export interface Remembered {
    readonly known: KnownState;
    readonly outputs: CurrentProperties;
    /** The arguments that the program has given. */
    readonly given: readonly string[];
    /** What to do to keep the resource if it is protected; empty: nothing. */
    readonly keep: string;
}

/**
 * Why a resource must not be deleted or replaced, by the record that its own GET has just shown, the state, and the program. Undefined:
 * nothing is in the way. Pure: every deletion and every replacement is decided here.
 */
export function reasonToKeep(
    definition: AnyDefinition,
    id: string,
    record: unknown,
    { known, outputs, given, keep }: Remembered,
): string | undefined {
    const { observed, spellings, assumed } = known;
    const { values } = definition.observe(record, observed);
    const seen: CurrentProperties = inKnownSpelling(definition.records.sameSpelling, spellings, values, observed);
    const other = contradictions(definition.records, observed, seen);
    if (other.length > 0) return anotherOne(definition, id, other, { state: observed, API: seen });
    const hides = (key: string) => observed[key] != null && !assumed.has(key) && seen[key] == null;
    const refusal = definition.deletion?.guard(outputs, given, { seen, hides });
    return refusal && protectionText(refusal, keep);
}

/** The values that can never change, and differ. A value that either side lacks decides nothing. */
export const contradictions = (
    { identity }: Pick<AnyRecords, "identity">,
    one: CurrentProperties,
    other: CurrentProperties,
): string[] =>
    comparable({ identity }, one, other).filter(
        (key) => !(identity[key] ?? isDeepStrictEqual)(one[key] as never, other[key] as never),
    );

/** Whether values that can never change, and that both sides have, are all the same. False where there are none. */
export const isSameThing = (
    records: Pick<AnyRecords, "identity">,
    one: CurrentProperties,
    other: CurrentProperties,
): boolean => comparable(records, one, other).length > 0 && contradictions(records, one, other).length === 0;

const comparable = (
    { identity }: Pick<AnyRecords, "identity">,
    one: CurrentProperties,
    other: CurrentProperties,
): string[] => Object.keys(identity).filter((key) => one[key] != null && other[key] != null);

function anotherOne(
    { noun }: AnyDefinition,
    id: string,
    keys: readonly string[],
    sides: { readonly state: CurrentProperties; readonly API: CurrentProperties },
): string {
    const shown = (values: CurrentProperties) => keys.map((key) => `${key} ${quoted(values[key])}`).join(", ");
    return (
        `${noun} ${id} is not the one that this stack manages, and nothing was changed. The state: ${shown(sides.state)}. The API: ${shown(sides.API)}. ` +
        `Check the address and the project. If the ${noun} of the state no longer exists, remove it with \`pulumi state delete\`.`
    );
}
