// Names and texts that come from the API, in a form that a program or a report can contain.

/** Longer names are cut: the API's limit is about as long. */
const longest = 100;

/** Hands out each name once: one that is taken gets a number. */
export class Names {
    readonly #taken = new Set<string>();

    /** @param separator - between a name and its number. */
    constructor(private readonly separator: string) {}

    take(wanted: string): string {
        let name = wanted;
        for (let n = 2; this.#taken.has(name); n++) name = `${wanted}${this.separator}${n}`;
        this.#taken.add(name);
        return name;
    }
}

/** A name as that of a Pulumi resource: `orders db (old)` is `orders-db-old`. Empty if no character of it can be used. */
export const resourceNameOf = (name: string): string =>
    name
        .normalize("NFC")
        .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
        .slice(0, longest)
        .replace(/^[-.]+|[-.]+$/g, "");

/** A name as a variable that ends with the type, so that it is no reserved word: `orders-db` is `ordersDbService`. */
export function variableOf(name: string, type: string): string {
    const words: string[] = name.slice(0, longest).match(/[a-z0-9]+/gi) ?? [];
    if (!words.join("").toLowerCase().endsWith(type.toLowerCase())) words.push(type);
    const [first = "", ...more] = words;
    const start = first === first.toUpperCase() ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
    const joined = start + more.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
    return /^\d/.test(joined) ? `_${joined}` : joined;
}

/** The text on one line, with control characters, invisible ones and line separators escaped: they could forge lines or end a comment. */
export const visible = (text: string): string =>
    text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
        char.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    );
