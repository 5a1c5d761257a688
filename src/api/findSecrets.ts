import type { Base64Index } from "./base64";
import { decodings } from "./decode";
import { findPatterns } from "./findPatterns";
import type { Branch } from "./secretTree";

/** The secrets to search for, indexed for plain or escaped text and for base64. */
export interface Secrets {
    readonly tree: Branch;
    readonly base64: Base64Index;
}

export interface Found {
    /** The ranges to hide: disjoint and in ascending order. */
    readonly ranges: readonly (readonly [start: number, end: number])[];
    /** Number of characters compared, as a measure of the cost. */
    readonly steps: number;
}

/**
 * Finds all secrets in a text, escaped in any way, and in every text that results from removing escapes from it. The
 * search of the text itself also finds secrets next to an escape that shares characters with them; the search of the
 * decoded texts can miss those.
 *
 * @param isCut - the text was truncated: a possible prefix of a secret at its end counts as well.
 */
export function findSecrets(text: string, secrets: Secrets, isCut = false): Found {
    const marks = new Uint8Array(text.length);
    const search = (inner: string, mark: (start: number, end: number) => void) =>
        findPatterns(inner, secrets.tree, isCut, mark) + secrets.base64.find(inner, isCut, mark);
    let steps = search(text, (start, end) => marks.fill(1, start, end));
    for (const { text: inner, starts, ends } of decodings(text)) {
        steps += search(inner, (start, end) => marks.fill(1, starts[start], ends[end - 1]));
    }
    return { ranges: rangesOf(marks), steps };
}

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
