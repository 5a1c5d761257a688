import type { Base64Index } from "./base64";
import { decode, type Decoded } from "./decode";
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

/** A text as it is, or what is left of it, and where its code units stood in the one that it is. */
type Layer = Pick<Decoded, "text"> & Partial<Decoded>;

/** So many layers of escapes of different kinds are seen through, besides all of one kind. */
const layers = 8;

/**
 * Finds all secrets, however their characters are spelt: first in the text itself, then in what is left of it when a layer of
 * escapes is taken away, and so on.
 *
 * @param isCut - the text goes on: what may be the beginning of a secret at its end is found as well.
 */
export function findSecrets(text: string, secrets: Secrets, isCut = false): Found {
    const marks = new Uint8Array(text.length);
    let steps = 0;
    let layer: Layer = { text };
    for (let depth = 0; depth <= layers; depth++) {
        const { text: inner, starts, ends } = layer;
        const mark = (start: number, end: number) => {
            marks.fill(1, starts?.[start] ?? start, ends?.[end - 1] ?? end);
        };
        steps += findSpelt(inner, secrets.tree, isCut, mark);
        steps += secrets.base64.find(inner, isCut, mark);
        const decoded = decode(inner);
        if (!decoded) break;
        layer = {
            text: decoded.text,
            starts: starts ? decoded.starts.map((start) => starts[start] ?? 0) : decoded.starts,
            ends: ends ? decoded.ends.map((end) => ends[end - 1] ?? 0) : decoded.ends,
        };
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
