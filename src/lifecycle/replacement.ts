import { isDeepStrictEqual } from "node:util";
import type { AnyDefinition, CurrentProperties, Desired } from "./definition";
import { isSameText, type SameTexts, type Spellings } from "./spelling";

type Wanted = Desired<Record<string, unknown>>;

/**
 * The changed arguments that require a replacement. An argument that is not given is not compared. An unknown one does not replace,
 * since the engine asks again when it is known, unless the definition says so (`replaceWhenUnknown`).
 */
export function replacedBy(
    definition: AnyDefinition,
    desired: Wanted,
    current: CurrentProperties,
    unknown: readonly string[],
    spellings: Spellings = {},
): string[] {
    return Object.keys(definition.rules).filter((key) => {
        if (definition.rules[key] !== "replace") return false;
        if (unknown.includes(key)) return definition.replaceWhenUnknown.includes(key);
        return differs(definition, key, desired, current, spellings);
    });
}

/** Whether an argument is given and differs from the current value, in every spelling. */
export function differs(
    definition: AnyDefinition,
    key: string,
    desired: Wanted,
    current: CurrentProperties,
    spellings: Spellings = {},
): boolean {
    const { sameSpelling }: { readonly sameSpelling: SameTexts } = definition;
    const wanted = desired[key];
    if (wanted === undefined || wanted === null) return false;
    if (definition.isSame?.(key, wanted, current) ?? isDeepStrictEqual(wanted, current[key])) return false;
    return !isSameText(sameSpelling[key], spellings[key], wanted, current[key]);
}
