/** The fields of results that hold a secret. */
const secretFields: ReadonlySet<string> = new Set(["initialPassword"]);

/** Whether there is a secret anywhere in a result. */
export function holdsSecret(value: unknown): boolean {
    if (value === null || typeof value !== "object") return false;
    return Object.entries(value).some(([key, item]) => secretFields.has(key) || holdsSecret(item));
}

/** The result without its secrets: a promise cannot keep one. */
export function withoutSecrets(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutSecrets);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
        Object.entries(value)
            .filter(([key]) => !secretFields.has(key))
            .map(([key, item]) => [key, withoutSecrets(item)]),
    );
}
