import { protectionText, type AnyDefinition, type CurrentProperties, type Dependent } from "./definition";
import { UserError } from "./errors";
import type { KnownState } from "./observation";
import { contradictions, inKnownSpelling } from "./spelling";
import { quoted } from "../../shared/visible";

/** What the state and the program say of a resource. */
interface Kept {
    readonly remembered: KnownState;
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
    { remembered, outputs, given, keep }: Kept,
): string | undefined {
    const { observed, assumed } = remembered;
    const seen = seenIn(definition, record, remembered);
    const another = anotherResource(definition, id, seen, remembered);
    if (another !== undefined) return another;
    const hides = (key: string) => observed[key] != null && !assumed.has(key) && seen[key] == null;
    const refusal = definition.deletion?.guard(outputs, given, { seen, hides });
    return refusal && protectionText(refusal, keep);
}

/** What a record shows, in the spelling of what is known. */
const seenIn = (definition: AnyDefinition, record: unknown, { observed, spellings }: KnownState) =>
    inKnownSpelling(
        definition.records.sameSpelling,
        spellings,
        definition.observe(record, observed).values,
        observed,
    ) as CurrentProperties;

/** Why the record under the resource's own id is that of another one: a value that can never change is another. Undefined: it is not. */
function anotherResource(
    definition: AnyDefinition,
    id: string,
    seen: CurrentProperties,
    { observed }: KnownState,
): string | undefined {
    const other = contradictions(definition.records, observed, seen);
    return other.length === 0 ? undefined : anotherOne(definition, id, other, { state: observed, API: seen });
}

/** Nothing is changed at the API because of another resource's record, and the state does not take it over. @throws UserError */
export function assertSameResource(definition: AnyDefinition, id: string, record: unknown, known: KnownState): void {
    const another = anotherResource(definition, id, seenIn(definition, record, known), known);
    if (another !== undefined) throw new UserError(another);
}

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

export const namesOf = (dependents: readonly Dependent[]): string => dependents.map(({ label }) => label).join(", ");

/** For what is attached to a resource, or keeps an API from deleting it. */
export const heldError = (who: string, staying: readonly Dependent[], refusal = ""): UserError =>
    new UserError(
        `${who} could not be deleted: ${refusal}it is held by ${namesOf(staying)}. ` +
            "Delete or detach what holds it first; what other resources or stacks own is not deleted on the way.",
    );

/**
 * For contents that would go with a resource.
 *
 * @param force - the argument that allows to delete them, where there is one.
 */
export const notEmpty = (who: string, staying: readonly Dependent[], force: string | undefined): UserError =>
    new UserError(
        `${who} is not deleted: it still has ${namesOf(staying)}, which would go with it, and which this resource does not own. Delete them first` +
            (force === undefined
                ? "."
                : `, or set \`${force}: true\` on the resource, run \`pulumi up\` without any other change, and then delete or replace it.`),
    );
