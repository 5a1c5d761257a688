/** The word of `words` that is meant most likely, if any is near enough. */
export function didYouMean(word: string, words: readonly string[]): string | undefined {
    const near = words
        .filter((candidate) => word.length <= candidate.length + farthest(candidate))
        .map((candidate) => [farness(word.toLowerCase(), candidate.toLowerCase()), candidate] as const)
        .filter(([steps, candidate]) => steps <= farthest(candidate))
        .sort(([a], [b]) => a - b);
    return near[0]?.[1];
}

/** So many letters may differ. */
const farthest = (candidate: string) => Math.max(2, Math.floor(candidate.length / 3));

/** Who writes the beginning of a word means the word. */
const farness = (word: string, candidate: string) =>
    word.length >= 3 && candidate.startsWith(word) ? 0 : distance(word, candidate);

/** Levenshtein's: how many letters have to be put in, taken out or changed. */
function distance(from: string, to: string): number {
    let row = Array.from({ length: to.length + 1 }, (_, index) => index);
    for (const [i, letter] of Array.from(from).entries()) {
        const next = [i + 1];
        for (const [j, other] of Array.from(to).entries()) {
            const change = (row[j] ?? 0) + (letter === other ? 0 : 1);
            next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
        }
        row = next;
    }
    return row[to.length] ?? 0;
}
