export const redacted = "***";

/** The fields of the contract that hold a password, in the API's words. */
const secretFields = new Set(["password", "initial_password"]);

/** All strings that stand, at any depth, in a field for a password. */
function* secretsIn(value: unknown): Generator<string> {
    if (typeof value !== "object" || value === null) return;
    for (const [name, field] of Object.entries(value)) {
        if (typeof field === "string" && secretFields.has(name)) yield field;
        else yield* secretsIn(field);
    }
}

const shortEscapes: Record<string, string> = { "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f" };
const htmlNames: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };
const hex = (code: number, width: number) => code.toString(16).padStart(width, "0");
const quote = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** A pattern for one character in every spelling that JSON, URLs or HTML give it, once or several times over. */
function spellings(character: string): string {
    const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
    const bytes = [...Buffer.from(character, "utf8")];
    const code = character.codePointAt(0) ?? 0;
    const all = [
        `\\\\*${quote(character)}`,
        units.map((unit) => `\\\\+u${hex(unit, 4)}`).join(""),
        bytes.map((byte) => `%(?:25)*${hex(byte, 2)}`).join(""),
        `&(?:amp;)*#(?:0*${code}|x0*${hex(code, 1)});`,
    ];
    const short = shortEscapes[character];
    if (short !== undefined) all.push(`\\\\+${short}`);
    const name = htmlNames[character];
    if (name !== undefined) all.push(`&(?:amp;)*${name};`);
    if (character === " ") all.push("\\+");
    return `(?:${all.join("|")})`;
}

const patternOf = (secret: string) => new RegExp(Array.from(secret, spellings).join(""), "gi");

/** What looks like a secret, whoever's it is: connection strings, `password=…`, `"password": "…"`, bearer tokens. */
const looksSecret: [RegExp, string][] = [
    [/postgres(?:ql)?(?::|%3a)(?:\\*\/|%2f)+[^\s"'<>]+/gi, redacted],
    [/(\w*password\w*\\*["']?\s*[:=]\s*\\*)("(?:[^"\\]|\\.)*"|'[^']*')/gi, `$1${redacted}`],
    [/(password=)[^\s"'&;]+/gi, `$1${redacted}`],
    [/(bearer\s+)[^\s"']+/gi, `$1${redacted}`],
];

export interface Redactor {
    /** Remembers every password in a body, sent or received. */
    learn(body: unknown): void;
    /** The text without any secret, in whatever way it is spelt. */
    redact(text: string): string;
}

/** Knows the secrets of one client and keeps them out of all that is shown. */
export function createRedactor(...known: string[]): Redactor {
    const secrets = new Set(known);
    return {
        learn(body) {
            for (const secret of secretsIn(body)) if (secret !== "") secrets.add(secret);
        },
        redact(text) {
            // The longest first: a secret within another must not break up the other.
            const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
            const withoutKnown = longestFirst.reduce((t, secret) => t.replace(patternOf(secret), redacted), text);
            return looksSecret.reduce((t, [pattern, replacement]) => t.replace(pattern, replacement), withoutKnown);
        },
    };
}
