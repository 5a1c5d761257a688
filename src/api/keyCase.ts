// The API says `cpu_millis`, the code above it `cpuMillis`. One rule, applied at the door, in both directions and in the types.

type CamelWord<S extends string> = S extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<CamelWord<Tail>>}`
    : S;

type Primitive = string | number | boolean | null | undefined;

/** `T` with every key, at any depth, in camel case. */
export type Camelized<T> = T extends Primitive
    ? T
    : T extends readonly (infer Item)[]
      ? Camelized<Item>[]
      : { [K in keyof T as K extends string ? CamelWord<K> : K]: Camelized<T[K]> };

export const camelWord = (word: string): string =>
    word.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const snakeWord = (word: string): string => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The value with every key renamed, at any depth; what is no plain object or array stays as it is. */
function renameKeys(value: unknown, rename: (word: string) => string): unknown {
    if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), renameKeys(item, rename)]));
}

/** From the API's words to ours. */
export const camelize = <T>(value: T): Camelized<T> => renameKeys(value, camelWord) as Camelized<T>;

/** From our words to the API's. */
export const snakeize = (value: unknown): unknown => renameKeys(value, snakeWord);
