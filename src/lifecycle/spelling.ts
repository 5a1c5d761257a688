/** A requested text, and how the API shows it: `Orders` and `orders`, `us-east-1` and `aws:us-east-1`. */
export interface Spelling {
    readonly asked: string;
    readonly shown: string;
}

/** By argument; only those that the API normalises. */
export type Spellings = Readonly<Partial<Record<string, Spelling>>>;

/** Whether a text that the API shows is the requested one. */
export type SameText = (asked: string, shown: string) => boolean;

const normal = (text: string): string => text.trim().toLowerCase();

/** For names: case does not matter, since an API may store them in lower case. */
export const sameName: SameText = (asked, shown) => normal(asked) === normal(shown);

/** For codes: neither case nor a prefix matters (`us-east-1`, `aws:us-east-1`). */
export const sameCode: SameText = (asked, shown) => {
    const [a, b] = [normal(asked), normal(shown)];
    const endsWith = (long: string, short: string) => long.endsWith(`:${short}`) || long.endsWith(`/${short}`);
    return a === b || endsWith(a, b) || endsWith(b, a);
};

/** The observed values with the API's spelling replaced by the requested one. */
export function withRequestedSpelling<Observed extends object>(
    seen: Partial<Observed>,
    spellings: Spellings,
): Partial<Observed> {
    const replaced = Object.entries(spellings).flatMap(([key, spelling]) =>
        spelling !== undefined && seen[key as keyof Observed] === spelling.shown
            ? [[key, spelling.asked] as const]
            : [],
    );
    return replaced.length === 0 ? seen : { ...seen, ...(Object.fromEntries(replaced) as Partial<Observed>) };
}
