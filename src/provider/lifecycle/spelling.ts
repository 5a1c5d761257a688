import { isDeepStrictEqual } from "node:util";

/** A requested text, and how the API showed it in the answer to the creation: `us-east-1` and `use1`. */
export interface Spelling {
    readonly asked: string;
    readonly shown: string;
}

/** By argument; only those that the API normalises in a way that no `SameText` knows. */
export type Spellings = Readonly<Partial<Record<string, Spelling>>>;

/** Whether a text that the API shows is the requested one. */
export type SameText = (asked: string, shown: string) => boolean;

/** Arguments that an API may normalise, each with the comparison to use. */
export type SameTexts = Readonly<Partial<Record<string, SameText>>>;

type Values = Readonly<Partial<Record<string, unknown>>>;

const normal = (text: string): string => text.trim().toLowerCase();

/** For names: case does not matter, since an API may store them in lower case. A name that is not shown is no other's. */
export const sameName = (asked: string, shown: string | undefined): boolean =>
    shown !== undefined && normal(asked) === normal(shown);

const clouds = ["aws", "gcp", "google", "azure"];

/** For codes: neither case, nor `_` for `-`, nor a prefix matters (`us-east-1`, `aws:us-east-1`, `aws-us-east-1`, `US_EAST_1`). */
export const sameCode: SameText = (asked, shown) => {
    const [a, b] = [asked, shown].map((text) => normal(text).replaceAll("_", "-")) as [string, string];
    const endsWith = (long: string, short: string) =>
        long.endsWith(`:${short}`) ||
        long.endsWith(`/${short}`) ||
        clouds.some((cloud) => long === `${cloud}-${short}`);
    return a === b || endsWith(a, b) || endsWith(b, a);
};

/** For numbers that are names, such as account ids: an API that writes them as numbers loses the zeros they begin with. */
export const sameDigits: SameText = (asked, shown) => {
    const digits = (text: string) => text.trim().replace(/^0+(?=\d+$)/, "");
    return sameName(digits(asked), digits(shown));
};

/** Whether two values of an argument are the same text in two spellings, whichever of them is known and whenever the API changes it. */
export function isSameText(
    same: SameText | undefined,
    spelling: Spelling | undefined,
    one: unknown,
    other: unknown,
): boolean {
    if (same === undefined || typeof one !== "string" || typeof other !== "string") return false;
    if (same(one, other)) return true;
    if (spelling === undefined) return false;
    const isEither = (text: string) => same(spelling.asked, text) || same(spelling.shown, text);
    return isEither(one) && isEither(other);
}

/** The values that a record shows, in the spelling of the known ones where they are the same texts. */
export function inKnownSpelling<Observed extends object>(
    sameSpelling: SameTexts,
    spellings: Spellings,
    seen: Partial<Observed>,
    known: object,
): Partial<Observed> {
    const [shown, before]: [Values, Values] = [seen, known as Values];
    const kept = Object.keys(sameSpelling).filter((key) =>
        isSameText(sameSpelling[key], spellings[key], before[key], shown[key]),
    );
    return { ...seen, ...Object.fromEntries(kept.map((key) => [key, before[key]])) };
}

/** The arguments that the answer to a creation shows in a spelling that no `SameText` knows. */
export function newSpellings(sameSpelling: SameTexts, asked: Values, shown: Values): Spellings {
    const pairs = Object.entries(sameSpelling).flatMap(([key, same]) => {
        const [wanted, seen] = [asked[key], shown[key]];
        if (typeof wanted !== "string" || typeof seen !== "string" || same?.(wanted, seen) !== false) return [];
        return [[key, { asked: wanted, shown: seen }] as const];
    });
    return Object.fromEntries(pairs);
}

/** Comparisons of values that can never change; see `Records.identity`. */
interface Identifying {
    readonly identity: { readonly [key: string]: ((one: never, other: never) => boolean | "certain") | undefined };
}

/** The values that both sides have, and whether each is the same. */
const compared = ({ identity }: Identifying, one: Values, other: Values) =>
    Object.keys(identity)
        .filter((key) => one[key] != null && other[key] != null)
        .map((key) => ({ key, same: (identity[key] ?? isDeepStrictEqual)(one[key] as never, other[key] as never) }));

/** The values that differ. A value that either side lacks decides nothing; one that is certainly the same decides alone. */
export function contradictions(records: Identifying, one: Values, other: Values): string[] {
    const all = compared(records, one, other);
    if (all.some(({ same }) => same === "certain")) return [];
    return all.filter(({ same }) => same === false).map(({ key }) => key);
}

/** Whether the values that both sides have are all the same. False where there are none. */
export const isSameThing = (records: Identifying, one: Values, other: Values): boolean =>
    compared(records, one, other).length > 0 && contradictions(records, one, other).length === 0;

/** What can never change, as it is known, where one value proves that others are only written in another way. */
export function unchanging(records: Identifying, known: Values, seen: Values): Values {
    const all = compared(records, known, seen);
    if (!all.some(({ same }) => same === "certain")) return {};
    return Object.fromEntries(all.filter(({ same }) => same === false).map(({ key }) => [key, known[key]]));
}
