/** What the engine sends in a preview in place of an unknown value. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export type Path = readonly (string | number)[];

/** Whether a value is an object with properties: no list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null && !Array.isArray(value);

/** A longer key is truncated in messages. */
const maxKeyLength = 100;
const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** The text on one line, with control characters, invisible ones and line separators escaped: they could forge lines or end a comment. */
export const visible = (text: string): string =>
    text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
        char.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    );

/** A property path in the engine's notation: `forkFrom.targetTime`, `addons[0]`, `tags["a.b"]`. */
export const pathText = (path: Path): string =>
    path.reduce<string>((text, part) => {
        if (typeof part === "number") return `${text}[${part}]`;
        const key = part.length > maxKeyLength ? `${part.slice(0, maxKeyLength)}...` : part;
        if (!identifier.test(part)) return `${text}[${visible(JSON.stringify(key))}]`;
        return text === "" ? key : `${text}.${key}`;
    }, "");

/** Removes unknown and null values at any depth, and returns the paths of the unknown ones. */
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
    if (!isObject(value)) return { known: value ?? undefined, unknown };
    const fields = Object.entries(value)
        .map(([key, item]) => [key, withoutUnknowns(item, [...path, key], unknown).known] as const)
        .filter(([, item]) => item !== undefined);
    return { known: Object.fromEntries(fields), unknown };
}

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

/** The prefix of this package's type tokens. The SDK puts all dynamic resources in its own package. */
export const typePrefix = "pulumi-nodejs:dynamic/clouddb:";

/** The code that every state stores: it loads the version of the package that is installed for the program. */
export const providerCode = (provider: string): string =>
    `exports.handler=()=>require("pulumi-clouddb/provider").${provider};`;

/** A resource's own name: the last part of its URN, which may itself contain `::`. */
export const nameInUrn = (urn: string | undefined): string | undefined => urn?.split("::").slice(3).join("::");

/** The type of a resource, `Vpc`. Its URN may have the types of its parents before it. */
export const typeInUrn = (urn: string): string | undefined => urn.split("::")[2]?.split(":").at(-1);
