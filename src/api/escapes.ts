// Escape sequences of single characters in JSON, URLs and HTML.

/** JSON's short escapes: the letter after the backslash, and the control character. */
export const jsonEscapes: ReadonlyMap<number, number> = new Map(
    Object.entries({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }).map(([letter, control]) => [
        letter.charCodeAt(0),
        control.charCodeAt(0),
    ]),
);

/** Without `&amp;`, which is handled separately because its result may start another entity. */
const entities = Object.entries({ lt: "<", gt: ">", quot: '"', apos: "'" });

const lastCodePoint = 0x10ffff;

/** The value of `length` hexadecimal digits; `undefined` if there are fewer. */
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

export interface EscapedCharacter {
    /** A code point. */
    readonly character: number;
    /** The index after the escape. */
    readonly end: number;
}

const percent = 0x25;

/** The UTF-16 code unit of `uXXXX`; `start` is after the backslash. Surrogate pairs are two escapes. */
export function unitEscapeAt(text: string, start: number): EscapedCharacter | undefined {
    const unit = (text.charCodeAt(start) | 0x20) === 0x75 ? hexValue(text, start + 1, 4) : undefined;
    return unit === undefined ? undefined : { character: unit, end: start + 5 };
}

/** The length of a UTF-8 sequence with this first byte; 0 if it is not a valid first byte. */
function utf8Length(first: number): number {
    if (first < 0x80) return 1;
    if (first < 0xc2 || first > 0xf4) return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** The byte of `%XX` after `depth` additional levels of URL encoding (`%25XX`, `%2525XX`, ...). */
function byteAt(text: string, start: number, depth: number): number | undefined {
    if (text.charCodeAt(start) !== percent) return undefined;
    for (let level = 0; level < depth; level++) {
        if (hexValue(text, start + 1 + 2 * level, 2) !== percent) return undefined;
    }
    return hexValue(text, start + 1 + 2 * depth, 2);
}

/**
 * The character whose UTF-8 bytes are percent-encoded from `start` on, all at the same depth; `first` is the first
 * byte.
 */
export function percentEscapeAt(
    text: string,
    start: number,
    depth: number,
    first: number,
): EscapedCharacter | undefined {
    const length = utf8Length(first);
    const width = 3 + 2 * depth;
    let character = length > 1 ? first & (0x7f >> length) : first;
    for (let i = 1; i < length; i++) {
        const byte = byteAt(text, start + i * width, depth) ?? 0;
        if ((byte & 0xc0) !== 0x80) return undefined;
        character = (character << 6) | (byte & 0x3f);
    }
    return length === 0 || character > lastCodePoint ? undefined : { character, end: start + length * width };
}

/** Maximum length of a numeric entity; leaves room for leading zeroes. */
const longestNumber = 12;

/** The character of an HTML entity; `start` is after the ampersand. */
export function entityAt(text: string, start: number): EscapedCharacter | undefined {
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
    return character > lastCodePoint ? undefined : { character, end: start + end + 1 };
}

/** Whether `word`, given in lower case, is at `start`, in any case. */
export const hasWord = (text: string, word: string, start: number): boolean =>
    text.slice(start, start + word.length).toLowerCase() === word;
