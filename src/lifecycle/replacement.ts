import { isDeepStrictEqual } from "node:util";
import type { Desired, ResourceDefinition, CurrentProperties } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import type { SameText, Spellings } from "./spelling";

/**
 * The changed arguments that require a replacement. An argument that is not given is not compared. An unknown one does not replace,
 * since the engine asks again when it is known, unless the definition says so (`replaceWhenUnknown`).
 */
export function replacedBy<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    desired: Desired<Args>,
    there: CurrentProperties,
    unknown: readonly string[],
    spellings: Spellings | "unknown" = {},
): (keyof Args & string)[] {
    const keys = Object.keys(definition.rules) as (keyof Args & string)[];
    return keys.filter((key) => {
        if (definition.rules[key] !== "replace") return false;
        if (unknown.includes(key)) return definition.replaceWhenUnknown.includes(key);
        return differs(definition, key, desired, there, spellings);
    });
}

/** Whether an argument is given and differs from the current value. */
export function differs<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    key: keyof Args & string,
    desired: Desired<Args>,
    there: CurrentProperties,
    spellings: Spellings | "unknown",
): boolean {
    const wanted: unknown = desired[key];
    if (wanted === undefined || wanted === null) return false;
    if (definition.isSame?.(key, wanted, there) ?? isDeepStrictEqual(wanted, there[key])) return false;
    return !isSpelling(definition, key, wanted, there[key], spellings);
}

/** Whether the wanted text is the API's spelling of the current one. `unknown`: no spellings were stored, so compare as the definition says. */
function isSpelling<Args extends CommonArgs, Observed extends object, ApiRecord>(
    { sameSpelling }: ResourceDefinition<Args, Observed, ApiRecord>,
    key: keyof Args & string,
    wanted: unknown,
    present: unknown,
    spellings: Spellings | "unknown",
): boolean {
    if (typeof wanted !== "string" || typeof present !== "string") return false;
    if (spellings === "unknown") return sameSpelling[key]?.(wanted, present) ?? false;
    const spelling = spellings[key];
    return spelling !== undefined && spelling.asked === present && spelling.shown === wanted;
}

/** The arguments that the API shows in another spelling than requested. */
export function spellingsOf<Args extends CommonArgs, Observed extends object, ApiRecord>(
    { sameSpelling }: ResourceDefinition<Args, Observed, ApiRecord>,
    asked: CurrentProperties,
    seen: CurrentProperties,
    counts: (same: SameText, asked: string, shown: string) => boolean = (same, ...texts) => same(...texts),
): Spellings {
    return Object.fromEntries(
        Object.entries<SameText | undefined>(sameSpelling).flatMap(([key, same]) => {
            const [wanted, shown] = [asked[key], seen[key]];
            if (same === undefined || typeof wanted !== "string" || typeof shown !== "string") return [];
            return wanted !== shown && counts(same, wanted, shown) ? [[key, { asked: wanted, shown }]] : [];
        }),
    );
}
