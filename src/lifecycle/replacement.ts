import { isDeepStrictEqual } from "node:util";
import type { Desired, ResourceDefinition, CurrentProperties } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import type { SameText, Spellings } from "./spelling";

/**
 * The arguments that only a replacement could bring about. An argument that is not given is not compared; an unknown one
 * never replaces, for the engine asks again when it is known, except where the parent itself is to go.
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

/** Whether an argument is given and is not what there is. */
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

/** Whether the wanted text is how the API writes what there is, or, where it is not known what was asked for, may be. */
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

/** The arguments among these that the API shows in another spelling than the one that was asked for. */
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
