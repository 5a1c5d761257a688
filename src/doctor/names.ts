/** Words that a program cannot declare at its top level, as a script of CommonJS or as an ES module. */
const reserved: ReadonlySet<string> = new Set(
    (
        "abstract any arguments async await boolean break case catch class const continue debugger declare default delete do else " +
        "enum eval export exports extends false finally for from function get if implements import in Infinity instanceof " +
        "interface let module NaN new null number object package private protected public pulumi require return set static " +
        "string super switch symbol this throw true try type typeof undefined var void while with yield clouddb Object Promise"
    ).split(" "),
);

/** Longer names are cut: the API's limit is about as long. */
const longest = 100;

/** Hands out each name once. */
export class Names {
    readonly #taken: Set<string>;

    /** @param separator - between a name and the number that makes it another one. */
    constructor(
        private readonly separator: string,
        taken: Iterable<string> = [],
    ) {
        this.#taken = new Set(taken);
    }

    static ofVariables = (): Names => new Names("", reserved);

    /** The first candidate that is free, or the last one with a number. */
    take(candidates: readonly string[]): string {
        const last = candidates.at(-1) ?? "";
        for (let n = 1; ; n++) {
            const names = n === 1 ? candidates : [`${last}${this.separator}${n}`];
            const free = names.find((name) => !this.#taken.has(name));
            if (free === undefined) continue;
            this.#taken.add(free);
            return free;
        }
    }
}

/** A name as that of a Pulumi resource: `orders db (old)` is `orders-db-old`. Empty if nothing of it can be used. */
export const resourceNameOf = (name: string): string =>
    name
        .normalize("NFC")
        .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
        .slice(0, longest)
        .replace(/^[-.]+|[-.]+$/g, "");

/** A name as a variable: `orders-db` is `ordersDb`. Empty if nothing of it can be used. */
export const variableOf = (name: string): string => {
    const words = name.slice(0, longest).match(/[a-z0-9]+/gi) ?? [];
    const joined = words.map((word, n) => (n === 0 ? lowerFirst(word) : upperFirst(word))).join("");
    return /^\d/.test(joined) ? `_${joined}` : joined;
};

/** `VPC` is `vpc`, `Orders` is `orders`. */
const lowerFirst = (word: string): string =>
    word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);

export const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
