/** What the engine sends, in a preview, in place of a value that is not known yet. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export type Path = readonly (string | number)[];

/** Longer than any name of a property; a longer one is cut off in messages. */
const longestKey = 100;
const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** In quotes, with every character escaped that a terminal might take for a command, or that is not seen. */
const quoted = (key: string) =>
    JSON.stringify(key).replace(/[\p{Cc}\p{Cf}]/gu, (char) =>
        char.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    );

/** `forkFrom.targetTime`, `addons[0]`, `tags["a.b"]`: a property path as the engine shows it. */
export const pathText = (path: Path): string =>
    path.reduce<string>((text, part) => {
        if (typeof part === "number") return `${text}[${part}]`;
        const key = part.length > longestKey ? `${part.slice(0, longestKey)}...` : part;
        if (!identifier.test(part)) return `${text}[${quoted(key)}]`;
        return text === "" ? key : `${text}.${key}`;
    }, "");

/** The value without what is unknown or null in it, and the paths where something unknown was. */
export function withoutUnknowns(
    value: unknown,
    path: Path = [],
    unknown: Path[] = [],
): { known: unknown; unknown: Path[] } {
    if (value === unknownValue) {
        unknown.push(path);
        return { known: undefined, unknown };
    }
    if (Array.isArray(value)) {
        return { known: value.map((item, index) => withoutUnknowns(item, [...path, index], unknown).known), unknown };
    }
    if (value === null || typeof value !== "object") return { known: value ?? undefined, unknown };
    const fields = Object.entries(value)
        .map(([key, item]) => [key, withoutUnknowns(item, [...path, key], unknown).known] as const)
        .filter(([, item]) => item !== undefined);
    return { known: Object.fromEntries(fields), unknown };
}

/** The value without undefined and null at any depth: the host refuses an `undefined`, and null is what is not there. */
export const withoutAbsent = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutAbsent);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
        Object.entries(value)
            .filter(([, item]) => item !== undefined && item !== null)
            .map(([key, item]) => [key, withoutAbsent(item)]),
    );
};
