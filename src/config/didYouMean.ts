import { distance } from "fastest-levenshtein";

/** The candidate closest to a misspelt word, ignoring case. Undefined if none is close. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
    const near = candidates
        .filter((candidate) => word.length <= candidate.length + maxDistance(candidate))
        .map((candidate) => [distanceTo(word.toLowerCase(), candidate.toLowerCase()), candidate] as const)
        .filter(([edits, candidate]) => edits <= maxDistance(candidate))
        .sort(([a], [b]) => a - b);
    return near[0]?.[1];
}

const maxDistance = (candidate: string) => Math.max(2, Math.floor(candidate.length / 3));

/** The edit distance; a prefix of three characters or more counts as equal. */
const distanceTo = (word: string, candidate: string) =>
    word.length >= 3 && candidate.startsWith(word) ? 0 : distance(word, candidate);
