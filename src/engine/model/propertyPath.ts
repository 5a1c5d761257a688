import { parsePropertyPath, type PropertyPath } from "../../shared/propertyPath";
import { isProperties, mapLeaves, mapProperties, type Properties, Secret, type Value } from "./values";

const keysOf = (value: Value): (string | number)[] =>
    Array.isArray(value) ? [...value.keys()] : isProperties(value) ? Object.keys(value) : [];

const get = (value: Value, key: string | number): Value | undefined => {
    if (Array.isArray(value)) return typeof key === "number" ? value[key] : undefined;
    return isProperties(value) && typeof key === "string" && Object.hasOwn(value, key) ? value[key] : undefined;
};

/** Resets the last element of a path; `false` if the containers differ such that it cannot be reset. */
function resetAt(before: Value, after: Value, key: string | number, secret: boolean): boolean {
    const old = get(before, key);
    const kept = old !== undefined && secret ? new Secret(old) : old;
    if (Array.isArray(after) && typeof key === "number") {
        if (kept === undefined || key >= after.length) return kept === undefined && key >= after.length;
        after[key] = kept;
        return true;
    }
    if (isProperties(after) && typeof key === "string") {
        if (kept === undefined) Reflect.deleteProperty(after, key);
        else after[key] = kept;
        return true;
    }
    return old === undefined;
}

function reset(path: PropertyPath, before: Value, after: Value, secretBefore: boolean, secretAfter: boolean): boolean {
    if (before instanceof Secret) return reset(path, before.value, after, true, secretAfter);
    if (after instanceof Secret) return reset(path, before, after.value, secretBefore, true);
    const [key, ...rest] = path;
    if (key === undefined) return false;
    if (key === "*") {
        const keys = new Set([...keysOf(before), ...keysOf(after)]);
        return [...keys].every((each) => reset([each, ...rest], before, after, secretBefore, secretAfter));
    }
    if (rest.length === 0) return resetAt(before, after, key, secretBefore && !secretAfter);
    const [inBefore, inAfter] = [get(before, key), get(after, key)];
    if (inBefore === undefined && inAfter === undefined) return true;
    if (inAfter === undefined) return false;
    return reset(rest, inBefore ?? null, inAfter, secretBefore, secretAfter);
}

/** Resets `paths` to their values in `before`. `impossible`: those that lead into an added or removed element. */
export function ignoreChanges(wanted: Properties, before: Properties, paths: readonly string[]) {
    const inputs = mapProperties(wanted, copyLeaf);
    const impossible = paths.filter((text) => {
        const path = parsePropertyPath(text);
        return path !== undefined && !reset(path, before, inputs, false, false);
    });
    return { inputs, impossible };
}

const copyLeaf = (leaf: Value): Value =>
    leaf instanceof Secret ? new Secret(mapLeaves(leaf.value, copyLeaf) ?? null) : leaf;
