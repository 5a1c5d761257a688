import { backslash, backslashRunEnds, folded, isSpecial, readAt } from "./readings";
import { follow, type Branch } from "./secretTree";

/**
 * The partial matches that end at one index: the tree node reached, and the earliest start of a match that reached it.
 */
type Partials = Map<Branch, number>;

type Mark = (start: number, end: number) => void;

/** The start of the last run of characters that may be an incomplete escape. */
function lastEscapeFrom(text: string): number {
    let at = text.length;
    while (at > 0 && /[\w\\%&#;]/.test(text.charAt(at - 1))) at--;
    return at;
}

const earliest = (partials: Partials | undefined): number => Math.min(...(partials?.values() ?? []));

/**
 * Finds the secrets of a tree in a text in which each character may be escaped in a different way. A single pass: at
 * each index, all partial matches are extended by every character that can be read there, and new ones start.
 *
 * @param isCut - the text was truncated: a prefix of a secret at its end counts as well.
 * @returns the number of characters compared.
 */
export function findPatterns(text: string, tree: Branch, isCut: boolean, mark: Mark): number {
    const arrivals = new Map<number, Partials>();
    const runEnds = backslashRunEnds(text);
    const mayBeCut = isCut ? lastEscapeFrom(text) : Infinity;
    /** Start of a secret longer than the compared prefix; everything from here on is marked. */
    let endless = Infinity;
    let steps = 0;

    const arrive = (branch: Branch, start: number, end: number) => {
        if (start >= endless) return;
        if (branch.secret === "whole") mark(start, end);
        if (branch.secret === "cut") endless = start;
        else if (branch.only || branch.character === backslash) {
            const there = arrivals.get(end) ?? new Map<Branch, number>();
            arrivals.set(end, there.set(branch, Math.min(start, there.get(branch) ?? start)));
        }
    };

    let at = 0;
    let partials: Partials | undefined;
    const extend = (character: number, end: number) => {
        steps++;
        const first = follow(tree, character);
        if (first) arrive(first, at, end);
        if (!partials) return;
        steps += partials.size;
        for (const [branch, start] of partials) {
            const next = follow(branch, character);
            if (next) arrive(next, start, end);
            // A run of backslashes counts as one, escaped or not.
            if (character === backslash && branch.character === backslash) arrive(branch, start, end);
        }
    };
    for (; at < text.length && (at < endless || arrivals.size > 0); at++) {
        partials = arrivals.get(at);
        const unit = text.charCodeAt(at);
        if (unit < 0x80 && !isSpecial(unit)) extend(folded(unit), at + 1);
        else readAt(text, at, runEnds, extend);
        if (!partials) continue;
        if (at >= mayBeCut && isSpecial(unit)) mark(earliest(partials), text.length);
        arrivals.delete(at);
    }
    if (endless < Infinity) mark(endless, text.length);
    if (isCut && arrivals.has(text.length)) mark(earliest(arrivals.get(text.length)), text.length);
    return steps;
}
