import { isDeepStrictEqual } from "node:util";
import { isObject, type Properties, Secret, type Value } from "./values";

/** Whether two values are the same to the engine: a property that is `null` is one that is not there. */
export function equalValues(one: Value, other: Value): boolean {
    if (one instanceof Secret && other instanceof Secret) return equalValues(one.value, other.value);
    if (Array.isArray(one) && Array.isArray(other))
        return one.length === other.length && one.every((item, at) => equalValues(item, other[at] ?? null));
    if (isObject(one) && isObject(other)) return equalProperties(one, other);
    return isDeepStrictEqual(one, other);
}

export const equalProperties = (one: Properties, other: Properties): boolean =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
        equalValues(one[name] ?? null, other[name] ?? null),
    );
