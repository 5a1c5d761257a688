import {
    entityAt,
    hasWord,
    hexValue,
    jsonEscapes,
    percentEscapeAt,
    unitEscapeAt,
    type EscapedCharacter,
} from "./escapes";

/** Text after unescaping, with the range in the original text that each code unit came from. */
export interface Decoded {
    readonly text: string;
    readonly starts: Int32Array;
    readonly ends: Int32Array;
}

const percent = 0x25;
const ampersand = 0x26;

/**
 * In chains such as `%252525`, at most this many levels are decoded one by one; the rest is removed in a single step.
 */
const longestChain = 4;

/** The end of the first repetition of `word`, or of the surplus if there are more than {@link longestChain}. */
function endOfFirst(text: string, word: string, start: number): number {
    let count = 0;
    while (hasWord(text, word, start + count * word.length)) count++;
    return start + Math.max(1, count - longestChain) * word.length;
}

/** The character that the escape at `start` stands for; `undefined` if there is no escape. */
function escapeAt(text: string, start: number): EscapedCharacter | undefined {
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

/** Removes one layer of escapes that begin with one of `introducers`; `undefined` if there is none. */
function decode(text: string, introducers: string): Decoded | undefined {
    if (!Array.from(introducers).some((introducer) => text.includes(introducer))) return undefined;
    const pieces: string[] = [];
    const [starts, ends] = [new Int32Array(text.length), new Int32Array(text.length)];
    let length = 0;
    for (let at = 0; at < text.length;) {
        const escaped = introducers.includes(text.charAt(at)) ? escapeAt(text, at) : undefined;
        const piece = escaped ? String.fromCodePoint(escaped.character) : text.charAt(at);
        const end = escaped?.end ?? at + 1;
        for (let unit = 0; unit < piece.length; unit++, length++) [starts[length], ends[length]] = [at, end];
        pieces.push(piece);
        at = end;
    }
    return length === text.length ? undefined : { text: pieces.join(""), starts, ends };
}

/** The escapes removed in one step: all, or only those of JSON, URLs or HTML. */
const layers = ["\\%&", "\\", "%", "&"];

/** Total output is limited to `maxFactor` times the length of the input, or `minBudget` characters if that is more. */
const [maxFactor, minBudget] = [8, 8_192];

/**
 * All texts that result from removing layers of escapes in any order. The order of encoding is unknown, and what looks
 * like one escape may be part of another.
 */
export function* decodings(text: string): Generator<Decoded> {
    const seen = new Set([text]);
    const queue: (Pick<Decoded, "text"> & Partial<Decoded>)[] = [{ text }];
    let left = Math.max(minBudget, maxFactor * text.length);
    for (const outer of queue) {
        for (const introducers of layers) {
            const inner = decode(outer.text, introducers);
            if (!inner) continue;
            left -= inner.text.length;
            if (left < 0) return;
            if (seen.has(inner.text)) continue;
            seen.add(inner.text);
            const decoded = outer.starts && outer.ends ? rebase(inner, outer.starts, outer.ends) : inner;
            yield decoded;
            queue.push(decoded);
        }
    }
}

/** Maps the positions of `inner` through those of the text it was decoded from, back to the original text. */
const rebase = ({ text, starts, ends }: Decoded, outerStarts: Int32Array, outerEnds: Int32Array): Decoded => ({
    text,
    starts: starts.map((start) => outerStarts[start] ?? 0),
    ends: ends.map((end) => outerEnds[end - 1] ?? 0),
});
