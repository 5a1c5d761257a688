import { entityAt, hasWord, hexValue, jsonEscapes, percentEscapeAt, unitEscapeAt, type Spelt } from "./escapes";

/** A text without one layer of escapes, and where each of its code units stood in the text that it was made from. */
export interface Decoded {
    readonly text: string;
    readonly starts: Int32Array;
    readonly ends: Int32Array;
}

const percent = 0x25;
const ampersand = 0x26;

/** So many repetitions are taken away one by one; of longer chains, the rest at once, or they would take as many layers. */
const longestChain = 4;

/** Where the first of a word's repetitions ends, but for what is too much of it. */
function endOfFirst(text: string, word: string, start: number): number {
    let count = 0;
    while (hasWord(text, word, start + count * word.length)) count++;
    return start + Math.max(1, count - longestChain) * word.length;
}

/** What one layer of escapes makes of what begins there; `undefined` where nothing is escaped. */
function escapeAt(text: string, start: number): Spelt | undefined {
    switch (text[start]) {
        case "\\": {
            const next = text.codePointAt(start + 1) ?? 0;
            const control = jsonEscapes.get(next);
            if (control !== undefined) return { character: control, end: start + 2 };
            if ("\"\\/'".includes(String.fromCodePoint(next))) return { character: next, end: start + 2 };
            return unitEscapeAt(text, start + 1);
        }
        case "%": {
            const first = hexValue(text, start + 1, 2);
            if (first === percent) return { character: percent, end: endOfFirst(text, "25", start + 1) };
            return first === undefined ? undefined : percentEscapeAt(text, start, 0, first);
        }
        case "&":
            if (hasWord(text, "amp;", start + 1))
                return { character: ampersand, end: endOfFirst(text, "amp;", start + 1) };
            return entityAt(text, start + 1);
        default:
            return undefined;
    }
}

/** Takes one layer of the escapes away that begin with one of these; `undefined` where there is none. */
function decode(text: string, introducers: string): Decoded | undefined {
    if (!Array.from(introducers).some((introducer) => text.includes(introducer))) return undefined;
    const pieces: string[] = [];
    const [starts, ends] = [new Int32Array(text.length), new Int32Array(text.length)];
    let length = 0;
    for (let at = 0; at < text.length;) {
        const spelt = introducers.includes(text.charAt(at)) ? escapeAt(text, at) : undefined;
        const piece = spelt ? String.fromCodePoint(spelt.character) : text.charAt(at);
        const end = spelt?.end ?? at + 1;
        for (let unit = 0; unit < piece.length; unit++, length++) [starts[length], ends[length]] = [at, end];
        pieces.push(piece);
        at = end;
    }
    return length === text.length ? undefined : { text: pieces.join(""), starts, ends };
}

/** What is taken away at a time: all that is escaped, or only what is for JSON, for a URL, or for HTML. */
const layers = ["\\%&", "\\", "%", "&"];

/** So many times its own length is made of a text in all, or of a short one so much: no one escapes in more ways by chance. */
const [mostTimes, least] = [8, 8_192];

/**
 * All that a text may come to when the escapes in it are taken away layer by layer, in any order. In which order they were put on
 * cannot be told; and what looks like an escape may be a part of something that is escaped in another way.
 */
export function* decodings(text: string): Generator<Decoded> {
    const seen = new Set([text]);
    const queue: (Pick<Decoded, "text"> & Partial<Decoded>)[] = [{ text }];
    let left = Math.max(least, mostTimes * text.length);
    for (const outer of queue) {
        for (const introducers of layers) {
            const inner = decode(outer.text, introducers);
            if (!inner) continue;
            left -= inner.text.length;
            if (left < 0) return;
            if (seen.has(inner.text)) continue;
            seen.add(inner.text);
            const made = outer.starts && outer.ends ? within(inner, outer.starts, outer.ends) : inner;
            yield made;
            queue.push(made);
        }
    }
}

/** Where the code units stood in the text from which the outer one was made. */
const within = ({ text, starts, ends }: Decoded, outerStarts: Int32Array, outerEnds: Int32Array): Decoded => ({
    text,
    starts: starts.map((start) => outerStarts[start] ?? 0),
    ends: ends.map((end) => outerEnds[end - 1] ?? 0),
});
