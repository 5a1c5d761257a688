// The API uses snake_case, the package camelCase. Keys are converted in the client, at run time and in the types.

type CamelWord<S extends string> = S extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<CamelWord<Tail>>}`
    : S;

type Primitive = string | number | boolean | null | undefined;

/** `T` with all keys in camelCase, at any depth. */
export type Camelized<T> = T extends Primitive
    ? T
    : T extends readonly (infer Item)[]
      ? Camelized<Item>[]
      : { [K in keyof T as K extends string ? CamelWord<K> : K]: Camelized<T[K]> };

const converted = (word: string): string => word.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Records have few keys, and lists many records. Limited, since an API may return keys that are not in its contract. */
const camelWords = new Map<string, string>();
const maxCamelWords = 1_000;

export function camelWord(word: string): string {
    const known = camelWords.get(word);
    if (known !== undefined) return known;
    if (camelWords.size >= maxCamelWords) camelWords.clear();
    const camel = converted(word);
    camelWords.set(word, camel);
    return camel;
}

export const snakeWord = (word: string): string => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const ordinary = { configurable: true, enumerable: true, writable: true };

/** Renames all keys, at any depth. A list has many of them, so this makes no arrays on the way. */
function renameKeys(value: unknown, rename: (word: string) => string): unknown {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
    const renamed: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
        const item = renameKeys((value as Record<string, unknown>)[key], rename);
        const name = rename(key);
        // To assign it would set the prototype.
        if (name === "__proto__") Object.defineProperty(renamed, name, { value: item, ...ordinary });
        else renamed[name] = item;
    }
    return renamed;
}

/** Converts keys from snake_case to camelCase. */
export const camelize = <T>(value: T): Camelized<T> => renameKeys(value, camelWord) as Camelized<T>;

/** Converts keys from camelCase to snake_case. */
export const snakeize = (value: unknown): unknown => renameKeys(value, snakeWord);
