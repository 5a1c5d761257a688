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

/** Takes one layer of escapes of any kind away; `undefined` where there is none. */
export function decode(text: string): Decoded | undefined {
    if (!/[\\%&]/.test(text)) return undefined;
    const pieces: string[] = [];
    const [starts, ends] = [new Int32Array(text.length), new Int32Array(text.length)];
    let length = 0;
    for (let at = 0; at < text.length;) {
        const spelt = escapeAt(text, at);
        const piece = spelt ? String.fromCodePoint(spelt.character) : text.charAt(at);
        const end = spelt?.end ?? at + 1;
        for (let unit = 0; unit < piece.length; unit++, length++) [starts[length], ends[length]] = [at, end];
        pieces.push(piece);
        at = end;
    }
    return length === text.length ? undefined : { text: pieces.join(""), starts, ends };
}
