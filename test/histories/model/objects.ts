/** A copy without some of its keys. */
export const without = <T extends object, K extends keyof T>(value: T, ...keys: K[]): Omit<T, K> =>
    Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key as K))) as Omit<T, K>;

/** A copy without the keys that have no value. */
export const given = <T extends object>(value: T): T =>
    Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
