import { isDeepStrictEqual } from "node:util";
import type { CommonArgs, Desired, Kind, There } from "./kind";

/**
 * The arguments that only a replacement could bring about. An argument that is not given is not compared; an unknown one
 * never replaces, for the engine asks again when it is known, except where the parent itself is to go.
 */
export function replacedBy<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    id: string,
    desired: Desired<Args>,
    there: There,
    unknown: readonly string[],
): (keyof Args & string)[] {
    const keys = Object.keys(kind.rules) as (keyof Args & string)[];
    return keys.filter((key) => {
        if (kind.rules[key] !== "replace") return false;
        if (unknown.includes(key)) return kind.parents.includes(key);
        const wanted: unknown = desired[key];
        if (wanted === undefined || wanted === null) return false;
        if (key === "adopt") return wanted !== id;
        return !(kind.same?.(key, wanted, there) ?? isDeepStrictEqual(wanted, there[key]));
    });
}
