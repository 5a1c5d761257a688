import { backslash, backslashRunEnds, folded, isSpecial, readAt } from "./readings";
import { follow, type Branch } from "./secretTree";

/** What has been read of secrets up to one place: how far it leads, and where the widest of each began. */
type Partials = Map<Branch, number>;

type Mark = (start: number, end: number) => void;

/** Where the last run of characters begins that an escape may consist of. */
function lastEscapeFrom(text: string): number {
    let at = text.length;
    while (at > 0 && /[\w\\%&#;]/.test(text.charAt(at - 1))) at--;
    return at;
}

const earliest = (partials: Partials | undefined): number => Math.min(...(partials?.values() ?? []));

/**
 * Finds the secrets of a tree in a text in which any of their characters may be escaped, each in its own way. One walk from the first
 * place to the last finds them all: at each place, all that has been read of secrets up to there goes on with whatever can be read
 * there, and begins anew.
 *
 * @param isCut - the text goes on: the beginning of a secret at its end counts as one.
 * @returns how many characters have been compared.
 */
export function findSpelt(text: string, tree: Branch, isCut: boolean, mark: Mark): number {
    const arrivals = new Map<number, Partials>();
    const runEnds = backslashRunEnds(text);
    const mayBeCut = isCut ? lastEscapeFrom(text) : Infinity;
    /** From here on, everything belongs to a secret that is too long to be compared to its end. */
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
    const go = (character: number, end: number) => {
        steps++;
        const first = follow(tree, character);
        if (first) arrive(first, at, end);
        if (!partials) return;
        steps += partials.size;
        for (const [branch, start] of partials) {
            const next = follow(branch, character);
            if (next) arrive(next, start, end);
            // A run of backslashes is one, whatever each of them is spelt as.
            if (character === backslash && branch.character === backslash) arrive(branch, start, end);
        }
    };
    for (; at < text.length && (at < endless || arrivals.size > 0); at++) {
        partials = arrivals.get(at);
        const unit = text.charCodeAt(at);
        if (unit < 0x80 && !isSpecial(unit)) go(folded(unit), at + 1);
        else readAt(text, at, runEnds, go);
        if (!partials) continue;
        if (at >= mayBeCut && isSpecial(unit)) mark(earliest(partials), text.length);
        arrivals.delete(at);
    }
    if (endless < Infinity) mark(endless, text.length);
    if (isCut && arrivals.has(text.length)) mark(earliest(arrivals.get(text.length)), text.length);
    return steps;
}
