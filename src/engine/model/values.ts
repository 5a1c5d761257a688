import { inspect, isDeepStrictEqual } from "node:util";

/** A property value: JSON, plus secrets, unknown values and resource references. */
export type Value = null | boolean | number | string | Value[] | Properties | Secret | Unknown | ResourceReference;

export interface Properties {
    [name: string]: Value;
}

/** A value that is encrypted at rest and never shown. */
export class Secret {
    constructor(readonly value: Value) {}

    toJSON(): string {
        return "[secret]";
    }

    [inspect.custom](): string {
        return "[secret]";
    }
}

/** A value that is not known before the update. The only instance is `unknown`. */
export class Unknown {
    readonly isUnknown = true;

    toJSON(): string {
        return "[unknown]";
    }
}
export const unknown = new Unknown();

/** A reference to a resource. Providers without support for references receive its id, or its URN if it has none. */
export class ResourceReference {
    constructor(
        readonly urn: string,
        readonly id: Value | undefined,
        readonly packageVersion: string,
    ) {}
}

export function isProperties(value: Value | undefined): value is Properties {
    return (
        typeof value === "object" &&
        value !== null &&
        !Array.isArray(value) &&
        !(value instanceof Secret) &&
        !(value instanceof Unknown) &&
        !(value instanceof ResourceReference)
    );
}

/** Maps every leaf, with a secret counting as one leaf; leaves mapped to `undefined` are dropped. */
export function mapLeaves(value: Value, change: (leaf: Value) => Value | undefined): Value | undefined {
    if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change) ?? null);
    if (isProperties(value)) return mapProperties(value, change);
    return change(value);
}

export function mapProperties(properties: Properties, change: (leaf: Value) => Value | undefined): Properties {
    const changed: Properties = {};
    for (const [name, value] of Object.entries(properties)) {
        const after = mapLeaves(value, change);
        if (after !== undefined) changed[name] = after;
    }
    return changed;
}

export function containsSecrets(value: Value): boolean {
    if (Array.isArray(value)) return value.some(containsSecrets);
    return isProperties(value) ? Object.values(value).some(containsSecrets) : value instanceof Secret;
}

export function reveal(value: Value): Value {
    const open = (leaf: Value): Value => (leaf instanceof Secret ? reveal(leaf.value) : leaf);
    return mapLeaves(value, open) ?? null;
}

/** Whether two values are the same to the engine: a property that is `null` is one that is not there. */
export function equalValues(one: Value, other: Value): boolean {
    const withoutNulls = (leaf: Value): Value | undefined =>
        leaf instanceof Secret ? new Secret(mapLeaves(leaf.value, withoutNulls) ?? null) : (leaf ?? undefined);
    return isDeepStrictEqual(mapLeaves(one, withoutNulls), mapLeaves(other, withoutNulls));
}

/** Restores the secret marks of `given` by name, since a dynamic provider receives and returns plain values. */
export function keepSecrecy(answered: Properties, given: Properties): void {
    for (const [name, before] of Object.entries(given)) {
        const after = answered[name];
        if (after === undefined || after instanceof Secret) continue;
        if (isProperties(after) && isProperties(before)) keepSecrecy(after, before);
        else if (containsSecrets(before)) answered[name] = new Secret(after);
    }
}
