import type { Quirks } from "../core/quirks";

type Spelling = Pick<Quirks, "nameCase" | "regionPrefix" | "typeWords">;

/** Applies the quirks for the spelling of names, regions and service types. */
export function spelled<T extends object>(record: T, { nameCase, regionPrefix, typeWords }: Spelling): T {
    if (nameCase === "kept" && regionPrefix === "" && Object.keys(typeWords).length === 0) return record;
    const words: Readonly<Record<string, string | undefined>> = typeWords;
    const changes: Readonly<Record<string, (text: string) => string>> = {
        name: (name) => (nameCase === "lower" ? name.toLowerCase() : name),
        region_code: (code) => `${regionPrefix}${code}`,
        service_type: (type) => words[type] ?? type,
    };
    const shown = Object.entries(record).map(([field, value]: [string, unknown]) => {
        const change = changes[field];
        return [field, change !== undefined && typeof value === "string" ? change(value) : value];
    });
    return Object.fromEntries(shown) as T;
}

/** Removes the quirk's prefix from a requested region. */
export const withoutPrefix = (code: string, { regionPrefix }: Pick<Quirks, "regionPrefix">): string =>
    code.startsWith(regionPrefix) ? code.slice(regionPrefix.length) : code;
