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
