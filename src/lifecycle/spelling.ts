/** What a program asked for, and how the API wrote it down: `Orders` and `orders`, `us-east-1` and `aws:us-east-1`. */
export interface Spelling {
    readonly asked: string;
    readonly shown: string;
}

/** By argument; only those that the API spells in its own way. */
export type Spellings = Readonly<Partial<Record<string, Spelling>>>;

/** Decides whether a text that the API shows is the one that was asked for. */
export type SameText = (asked: string, shown: string) => boolean;

const normal = (text: string): string => text.trim().toLowerCase();

/** Names are equal in any case: an API may keep them in lower case. */
export const sameName: SameText = (asked, shown) => normal(asked) === normal(shown);

/** Codes are equal in any case, and with or without a prefix: `us-east-1`, `aws:us-east-1`. */
export const sameCode: SameText = (asked, shown) => {
    const [a, b] = [normal(asked), normal(shown)];
    const endsWith = (long: string, short: string) => long.endsWith(`:${short}`) || long.endsWith(`/${short}`);
    return a === b || endsWith(a, b) || endsWith(b, a);
};

/** The observed values with the API's spelling replaced by the one that was asked for. */
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
