/** Whether a value is an object with properties: no list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null && !Array.isArray(value);

/** Removes undefined and null at any depth. The SDK's host fails on `undefined`; null means omitted. */
export const withoutAbsent = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutAbsent);
    if (!isObject(value)) return value;
    return Object.fromEntries(
        Object.entries(value)
            .filter(([, item]) => item !== undefined && item !== null)
            .map(([key, item]) => [key, withoutAbsent(item)]),
    );
};

/** What the map has under the key; created at the first call. */
export function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
    const known = map.get(key);
    if (known !== undefined) return known;
    const created = create();
    map.set(key, created);
    return created;
}
