import { distance } from "fastest-levenshtein";

/** The candidate that a misspelt word most likely means, if any is near enough. Case does not matter. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
    const near = candidates
        .filter((candidate) => word.length <= candidate.length + maxDistance(candidate))
        .map((candidate) => [distanceTo(word.toLowerCase(), candidate.toLowerCase()), candidate] as const)
        .filter(([edits, candidate]) => edits <= maxDistance(candidate))
        .sort(([a], [b]) => a - b);
    return near[0]?.[1];
}

/** So many characters may differ. */
const maxDistance = (candidate: string) => Math.max(2, Math.floor(candidate.length / 3));

/** A word of three characters or more that begins a candidate is taken for an abbreviation of it. */
const distanceTo = (word: string, candidate: string) =>
    word.length >= 3 && candidate.startsWith(word) ? 0 : distance(word, candidate);
