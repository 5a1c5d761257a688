// The escapes of single characters in JSON, URLs and HTML.

/** What follows the backslash in JSON, and the control character that the two stand for. */
export const jsonEscapes: ReadonlyMap<number, number> = new Map(
    Object.entries({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }).map(([letter, control]) => [
        letter.charCodeAt(0),
        control.charCodeAt(0),
    ]),
);

/** `&amp;` is not among them: what it makes may be the beginning of another one. */
const entities = Object.entries({ lt: "<", gt: ">", quot: '"', apos: "'" });

/** The last code point of Unicode. */
const lastCharacter = 0x10ffff;

/** The number that so many hexadecimal digits say; `undefined` where other characters are among them, or the text ends. */
export function hexValue(text: string, start: number, length: number): number | undefined {
    let value = 0;
    for (let i = start; i < start + length; i++) {
        const unit = text.charCodeAt(i);
        const small = unit | 0x20;
        if (unit >= 0x30 && unit <= 0x39) value = value * 16 + unit - 0x30;
        else if (small >= 0x61 && small <= 0x66) value = value * 16 + small - 0x57;
        else return undefined;
    }
    return value;
}

export interface Spelt {
    /** A code point. */
    readonly character: number;
    /** Where what spells it ends. */
    readonly end: number;
}

const percent = 0x25;

/** The code unit that `uXXXX` spells, behind its backslash; of characters that have two, each is spelt by itself. */
export function unitEscapeAt(text: string, start: number): Spelt | undefined {
    const unit = (text.charCodeAt(start) | 0x20) === 0x75 ? hexValue(text, start + 1, 4) : undefined;
    return unit === undefined ? undefined : { character: unit, end: start + 5 };
}

/** How many bytes UTF-8 has for a character whose first byte this is; 0 where it is no first byte. */
function utf8Length(first: number): number {
    if (first < 0x80) return 1;
    if (first < 0xc2 || first > 0xf4) return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** The byte that `%XX` stands for, with so many times 25 after its percent sign. */
function byteAt(text: string, start: number, depth: number): number | undefined {
    if (text.charCodeAt(start) !== percent) return undefined;
    for (let level = 0; level < depth; level++) {
        if (hexValue(text, start + 1 + 2 * level, 2) !== percent) return undefined;
    }
    return hexValue(text, start + 1 + 2 * depth, 2);
}

/** The character whose bytes are spelt as `%XX`, all of them as deep in URLs within URLs; the first byte is known. */
export function percentEscapeAt(text: string, start: number, depth: number, first: number): Spelt | undefined {
    const length = utf8Length(first);
    const width = 3 + 2 * depth;
    let character = length > 1 ? first & (0x7f >> length) : first;
    for (let i = 1; i < length; i++) {
        const byte = byteAt(text, start + i * width, depth) ?? 0;
        if ((byte & 0xc0) !== 0x80) return undefined;
        character = (character << 6) | (byte & 0x3f);
    }
    return length === 0 || character > lastCharacter ? undefined : { character, end: start + length * width };
}

/** No number of a character has more digits, but for zeroes that some put before it. */
const longestNumber = 12;

/** The character that an entity spells, behind its ampersand. */
export function entityAt(text: string, start: number): Spelt | undefined {
    if (text.charCodeAt(start) !== 0x23) {
        const named = entities.find(([name]) => hasWord(text, `${name};`, start));
        return named && { character: named[1].charCodeAt(0), end: start + named[0].length + 1 };
    }
    const end = text.slice(start, start + longestNumber).indexOf(";");
    if (end === -1) return undefined;
    const number = text.slice(start + 1, start + end);
    const isHex = /^x[\da-f]+$/i.test(number);
    if (!isHex && !/^\d+$/.test(number)) return undefined;
    const character = isHex ? parseInt(number.slice(1), 16) : Number(number);
    return character > lastCharacter ? undefined : { character, end: start + end + 1 };
}

/** Whether a word stands there, in small letters or capitals. */
export const hasWord = (text: string, word: string, start: number): boolean =>
    text.slice(start, start + word.length).toLowerCase() === word;
