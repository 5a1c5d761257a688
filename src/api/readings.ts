// A server that repeats a text may have escaped its characters on the way: for JSON, for a URL, for HTML, several times over,
// and only some of them. So at each place of a text there may be several characters, each with an end of its own.
import { entityAt, hasWord, hexValue, jsonEscapes, percentEscapeAt, unitEscapeAt } from "./escapes";

/** Gets a character (as {@link folded}) that may stand at a place, and where what spells it ends. */
export type Visit = (character: number, end: number) => void;

export const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;
const plus = 0x2b;
const space = 0x20;

/** Capital and small letters are the same: whoever encodes a text may change them, too. */
export function folded(character: number): number {
    if (character < 0x80) return character >= 0x41 && character <= 0x5a ? character + 0x20 : character;
    return String.fromCodePoint(character).toLowerCase().codePointAt(0) ?? character;
}

/** Whether what begins there may be read as something else than itself. */
export const isSpecial = (unit: number): boolean =>
    unit === backslash || unit === percent || unit === ampersand || unit === plus;

const lengthOf = (character: number) => (character > 0xffff ? 2 : 1);

/**
 * Tells all the characters that may stand at `start`: for all places of a text together, no more than a few times its length.
 *
 * @param runEnds - of {@link backslashRunEnds}.
 */
export function readAt(text: string, start: number, runEnds: Int32Array, visit: Visit): void {
    const character = text.codePointAt(start) ?? 0;
    if (character === backslash) {
        readBackslashes(text, start, runEnds, visit);
        return;
    }
    visit(folded(character), start + lengthOf(character));
    if (character === percent) readPercent(text, start, visit);
    else if (character === ampersand) readAmpersand(text, start, visit);
    else if (character === plus) visit(space, start + 1);
}

/** For each backslash, where the run of backslashes ends that it is in. */
export function backslashRunEnds(text: string): Int32Array {
    const ends = new Int32Array(text.length);
    for (let i = text.length - 1; i >= 0; i--) {
        if (text.charCodeAt(i) !== backslash) continue;
        ends[i] = text.charCodeAt(i + 1) === backslash ? (ends[i + 1] ?? 0) : i + 1;
    }
    return ends;
}

/** JSON in JSON doubles the backslashes each time: any number of them may stand before what they escape. */
function readBackslashes(text: string, start: number, runEnds: Int32Array, visit: Visit): void {
    const end = runEnds[start] ?? start + 1;
    // They may all be the text's own, or all but the last, which escapes what follows.
    visit(backslash, end);
    if (end - 1 > start) visit(backslash, end - 1);
    const escaped = text.codePointAt(end);
    if (escaped === undefined) return;
    visit(folded(escaped), end + lengthOf(escaped));
    const control = jsonEscapes.get(escaped);
    if (control !== undefined) visit(control, end + 1);
    const unit = unitEscapeAt(text, end);
    if (!unit) return;
    visit(folded(unit.character), unit.end);
    const next = unitEscapeAt(text, runEnds[unit.end] || text.length);
    const whole = next && String.fromCharCode(unit.character, next.character);
    if (whole && Array.from(whole).length === 1) visit(folded(whole.codePointAt(0) ?? 0), next.end);
}

/** A URL in a URL has another 25 behind the percent sign each time. */
function readPercent(text: string, start: number, visit: Visit): void {
    for (let depth = 0; ; depth++) {
        const first = hexValue(text, start + 1 + 2 * depth, 2);
        const spelt = first === undefined ? undefined : percentEscapeAt(text, start, depth, first);
        if (spelt) visit(folded(spelt.character), spelt.end);
        if (first !== percent) return;
    }
}

/** HTML in HTML has another `amp;` behind the ampersand each time. */
function readAmpersand(text: string, start: number, visit: Visit): void {
    for (let at = start + 1; ; at += 4) {
        const spelt = entityAt(text, at);
        if (spelt) visit(folded(spelt.character), spelt.end);
        if (!hasWord(text, "amp;", at)) return;
        visit(ampersand, at + 4);
    }
}
