import { quoted } from "./visible";

/** A path such as `tags.owner`, `rules[0].port`, `["a.b"]` or `list[*]`. */
export type PropertyPath = readonly (string | number)[];

const segment = /\.?([^.[\]"]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\[(\*)\]/y;

/** `undefined` if `text` is not a valid path. */
export function parsePropertyPath(text: string): PropertyPath | undefined {
    const path: (string | number)[] = [];
    segment.lastIndex = 0;
    while (segment.lastIndex < text.length) {
        const found = segment.exec(text);
        if (!found) return undefined;
        const [, name, index, quoted, star] = found;
        if (index !== undefined) path.push(Number(index));
        else path.push(name ?? quoted?.replace(/\\(.)/g, "$1") ?? star ?? "");
    }
    return path;
}

/** Whether `inner` is at or below `outer`. */
export function contains(outer: PropertyPath, inner: PropertyPath): boolean {
    return outer.length <= inner.length && outer.every((key, at) => key === "*" || key === inner[at]);
}

/** A longer key is truncated in messages. */
const maxKeyLength = 100;
const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** A path in the engine's notation: `forkFrom.targetTime`, `addons[0]`, `tags["a.b"]`. */
export const pathText = (path: PropertyPath): string =>
    path.reduce<string>((text, part) => {
        if (typeof part === "number") return `${text}[${part}]`;
        const key = part.length > maxKeyLength ? `${part.slice(0, maxKeyLength)}...` : part;
        if (!identifier.test(part)) return `${text}[${quoted(key)}]`;
        return text === "" ? key : `${text}.${key}`;
    }, "");
