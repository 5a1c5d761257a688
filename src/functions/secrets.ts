/** The properties of results that hold a secret. */
const secretFields: ReadonlySet<string> = new Set(["initialPassword"]);

/** Whether a result contains a secret at any depth. */
export function holdsSecret(value: unknown): boolean {
    if (value === null || typeof value !== "object") return false;
    return Object.entries(value).some(([key, item]) => secretFields.has(key) || holdsSecret(item));
}

/** Removes the secrets from a result at any depth, since a promise cannot mark them as secret. */
export function withoutSecrets(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutSecrets);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
        Object.entries(value)
            .filter(([key]) => !secretFields.has(key))
            .map(([key, item]) => [key, withoutSecrets(item)]),
    );
}
