import type { Base64Index } from "./base64";
import { decodings } from "./decode";
import { findSpelt } from "./findSpelt";
import type { Branch } from "./secretTree";

/** The secrets to look for, in the two forms in which they are looked for. */
export interface Secrets {
    readonly tree: Branch;
    readonly base64: Base64Index;
}

export interface Found {
    /** Where to show nothing: disjoint, in their order. */
    readonly ranges: readonly (readonly [start: number, end: number])[];
    /** How many characters have been compared: what it has cost. */
    readonly steps: number;
}

/**
 * Finds all secrets, however their characters are spelt: in the text itself, and in all that it may come to when escapes are taken away.
 * In the text itself, no escape that begins before a secret or ends behind it can hide it; in the others it can, if it takes characters
 * of the secret with it.
 *
 * @param isCut - the text goes on: what may be the beginning of a secret at its end is found as well.
 */
export function findSecrets(text: string, secrets: Secrets, isCut = false): Found {
    const marks = new Uint8Array(text.length);
    const search = (inner: string, mark: (start: number, end: number) => void) =>
        findSpelt(inner, secrets.tree, isCut, mark) + secrets.base64.find(inner, isCut, mark);
    let steps = search(text, (start, end) => marks.fill(1, start, end));
    for (const { text: inner, starts, ends } of decodings(text)) {
        steps += search(inner, (start, end) => marks.fill(1, starts[start], ends[end - 1]));
    }
    return { ranges: rangesOf(marks), steps };
}

/** Where the marks are. */
function rangesOf(marks: Uint8Array): Found["ranges"] {
    const ranges: (readonly [number, number])[] = [];
    for (let start = marks.indexOf(1); start !== -1;) {
        const gap = marks.indexOf(0, start);
        const end = gap === -1 ? marks.length : gap;
        ranges.push([start, end]);
        start = marks.indexOf(1, end);
    }
    return ranges;
}
