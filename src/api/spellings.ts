// A server that repeats a secret may have escaped it on the way: for JSON, for a URL, for HTML, several times over, in
// part; or encoded it as base64. So a secret is looked for with every character in any of these spellings.

const jsonEscapes: Readonly<Record<string, string>> = { "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f" };
const htmlNames: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };
/** So many escapes of an escape are seen through; without a limit, long runs of them would take for ever. */
const depth = "{0,8}";

const hex = (code: number, width: number) => code.toString(16).padStart(width, "0");
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

function spellingsOf(character: string): string {
    const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
    const bytes = [...Buffer.from(character, "utf8")];
    const code = character.codePointAt(0) ?? 0;
    const html = htmlNames[character];
    const json = jsonEscapes[character];
    const spellings = [
        `\\\\${depth}${literal(character)}`,
        units.map((unit) => `\\\\${depth}\\\\u${hex(unit, 4)}`).join(""),
        bytes.map((byte) => `%(?:25)${depth}${hex(byte, 2)}`).join(""),
        `&(?:amp;)${depth}#(?:0{0,4}${code}|x0{0,4}${hex(code, 1)});`,
        ...(html === undefined ? [] : [`&(?:amp;)${depth}${html};`]),
        ...(json === undefined ? [] : [`\\\\${depth}\\\\${json}`]),
        ...(character === " " ? ["\\+"] : []),
    ];
    return `(?:${spellings.join("|")})`;
}

/** Shorter than this, what base64 makes of a text may well stand anywhere by chance. */
const shortestBase64 = 8;

/**
 * What base64 makes of a text wherever it stands in what was encoded: as three bytes become four characters, it may begin
 * at three places. Characters at its ends that hold a part of something else are taken along.
 */
function base64Spellings(text: string): string[] {
    if (Buffer.byteLength(text) < shortestBase64) return [];
    return [0, 1, 2].map((before) => {
        const encoded = Buffer.from("\0".repeat(before) + text).toString("base64url");
        const core = encoded.slice(Math.ceil((before * 8) / 6), -1);
        const inAnyAlphabet = core.replaceAll("-", "[-+]").replaceAll("_", "[_/]");
        return `[\\w+/-]{0,2}${inAnyAlphabet}[\\w+/-]{0,2}={0,2}`;
    });
}

/** A longer secret is recognised by its beginning; what follows goes with it. */
const longest = 128;

/** Finds a text that is not empty, however its characters are spelt. */
export function anySpelling(text: string): RegExp {
    const characters = Array.from(text);
    const beginning = characters.slice(0, longest);
    const spelt = [beginning.map(spellingsOf).join(""), ...base64Spellings(beginning.join(""))].join("|");
    return new RegExp(characters.length > longest ? `(?:${spelt})[^]*` : spelt, "gi");
}
