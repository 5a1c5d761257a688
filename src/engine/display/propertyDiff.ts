import { isDeepStrictEqual } from "node:util";
import { isObject, type Properties, reveal, type Value } from "../model/values";
import { isHidden, showValue } from "./showValue";

/** One property that differs. */
export interface PropertyChange {
    path: string;
    /** Absent: added. */
    before?: Value;
    /** Absent: removed. */
    after?: Value;
}

const sameValue = (one: Value, other: Value) => isDeepStrictEqual(reveal(one), reveal(other));

/** The nested differences between two sets of properties, without hidden ones. */
export function propertyChanges(before: Properties, after: Properties, prefix = ""): PropertyChange[] {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isHidden(name));
    return names.sort().flatMap((name) => {
        const path = prefix + name;
        const [old, next] = [before[name], after[name]];
        if (old === undefined || next === undefined) return [{ path, before: old, after: next }];
        if (isObject(old) && isObject(next)) return propertyChanges(old, next, `${path}.`);
        return sameValue(old, next) ? [] : [{ path, before: old, after: next }];
    });
}

/** `~size: 1 => 2`, `+label: "x"`, `-label: "x"`. */
export function showChange({ path, before, after }: PropertyChange): string {
    if (before === undefined) return `+${path}: ${showValue(after ?? null)}`;
    if (after === undefined) return `-${path}: ${showValue(before)}`;
    return `~${path}: ${showValue(before)} => ${showValue(after)}`;
}
