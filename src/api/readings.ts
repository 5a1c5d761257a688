// A server that echoes a text may have escaped some of its characters for JSON, URLs or HTML, possibly several times.
// So at each index several characters can be read, each with its own end.
import { entityAt, hasWord, hexValue, jsonEscapes, percentEscapeAt, unitEscapeAt } from "./escapes";

/** Receives a character, as returned by {@link folded}, and the index after it or its escape. */
export type Visit = (character: number, end: number) => void;

export const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;
const plus = 0x2b;
const space = 0x20;

/** Lower-cases a code point. Matching ignores case, because an encoder may change it. */
export function folded(character: number): number {
    if (character < 0x80) return character >= 0x41 && character <= 0x5a ? character + 0x20 : character;
    return String.fromCodePoint(character).toLowerCase().codePointAt(0) ?? character;
}

/** Whether this code unit can start an escape. */
export const isSpecial = (unit: number): boolean =>
    unit === backslash || unit === percent || unit === ampersand || unit === plus;

const lengthOf = (character: number) => (character > 0xffff ? 2 : 1);

/**
 * Visits all characters that can be read at `start`. Over all indices of a text the number of visits is linear in its
 * length.
 *
 * @param runEnds - from {@link backslashRunEnds}.
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

/** For each backslash, the end of the run of backslashes that it is part of. */
export function backslashRunEnds(text: string): Int32Array {
    const ends = new Int32Array(text.length);
    for (let i = text.length - 1; i >= 0; i--) {
        if (text.charCodeAt(i) !== backslash) continue;
        ends[i] = text.charCodeAt(i + 1) === backslash ? (ends[i + 1] ?? 0) : i + 1;
    }
    return ends;
}

/** Nested JSON doubles the backslashes at each level, so any number of them can precede the escaped character. */
function readBackslashes(text: string, start: number, runEnds: Int32Array, visit: Visit): void {
    const end = runEnds[start] ?? start + 1;
    // Either all backslashes are literal, or all but the last, which escapes the next character.
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

/** Nested URL encoding adds another `25` after the percent sign at each level. */
function readPercent(text: string, start: number, visit: Visit): void {
    for (let depth = 0; ; depth++) {
        const first = hexValue(text, start + 1 + 2 * depth, 2);
        const escaped = first === undefined ? undefined : percentEscapeAt(text, start, depth, first);
        if (escaped) visit(folded(escaped.character), escaped.end);
        if (first !== percent) return;
    }
}

/** Nested HTML adds another `amp;` after the ampersand at each level. */
function readAmpersand(text: string, start: number, visit: Visit): void {
    for (let at = start + 1; ; at += 4) {
        const escaped = entityAt(text, at);
        if (escaped) visit(folded(escaped.character), escaped.end);
        if (!hasWord(text, "amp;", at)) return;
        visit(ampersand, at + 4);
    }
}
