import { distance } from "fastest-levenshtein";
import { quoted } from "../../shared/visible";

/** Replaces a secret. */
const redacted = "***";

/** Replaces a server's text that contains a secret too short to be replaced: every `e` of a text would be a secret `e`. */
export const leftOut = "(text left out: it may contain a secret)";

/** Shorter secrets, in characters, are not replaced: the text that contains one is left out. */
const shortest = 6;

/** A word of a server that differs from a secret at least so long in at most so many characters is replaced as well. */
const [long, typos] = [12, 2];

/** What may be such a word: the characters of keys, and then the parts of a path or query. */
const runs = [/[\w.~+/=%-]+/g, /[\w~%-]+/g];

/** More of a server's text, in characters, is neither compared nor shown. */
const longestForeign = 4_000;

const ordinaryWord = /^[A-Z]?[a-z]+$/;

/** Names of the arguments and response fields that hold a password. */
const secretFields = new Set(["password", "initial_password"]);

/** Patterns that look like a secret, known to this client or not. */
const suspects: readonly (readonly [pattern: RegExp, replacement: string])[] = [
    [/postgres(?:ql)?(?::|%3a)(?:\\{0,8}\/|%2f){2}[^\s"'<>]+/gi, redacted],
    [/(password\\{0,8}["']?\s{0,8}[:=]\s{0,8})(\\{0,8}["'])[^]*?(?:(?<!\\)\2|$)/gi, `$1${redacted}`],
    [/(password=)[^\s"'&;]+/gi, `$1${redacted}`],
    [/(bearer\s{1,8})[^\s"']+/gi, `$1${redacted}`],
];

export type Redactor = ReturnType<typeof createRedactor>;

/** Keeps the secrets of one client out of error messages and logs. */
export function createRedactor(apiKey: string) {
    /** All forms in which a text may contain a secret. */
    const [replaced, short, similar] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const remember = (secret: string) => {
        for (const form of formsOf(secret)) {
            (secret.length < shortest ? short : replaced).add(form);
            if (secret.length >= long) similar.add(form);
        }
    };
    const isSimilar = (run: string) =>
        run.length >= long - typos &&
        !ordinaryWord.test(run) &&
        [...similar].some((form) => Math.abs(form.length - run.length) <= typos && distance(form, run) <= typos);
    remember(apiKey);

    /** Remembers every password in a request or response body, at any depth. */
    const learn = (body: unknown): void => {
        if (typeof body !== "object" || body === null) return;
        for (const [name, field] of Object.entries<unknown>(body as Record<string, unknown>)) {
            // An API may show a password of digits as a number.
            const text = typeof field === "number" ? String(field) : field;
            if (typeof text !== "string") learn(text);
            else if (secretFields.has(name) && text !== "") remember(text);
        }
    };
    /** Replaces all known secrets, the longest first: a secret may contain another one. */
    const withoutKnown = (text: string, flags: "g" | "gi"): string => {
        const cased = (one: string) => (flags === "gi" ? one.toLowerCase() : one);
        const searched = cased(text);
        return [...replaced]
            .filter((form) => searched.includes(cased(form)))
            .sort(longestFirst)
            .reduce((rest, form) => rest.replace(new RegExp(escaped(form), flags), redacted), text);
    };
    const withoutSuspects = (text: string): string =>
        suspects.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
    /** Replaces the beginning of a secret that a server has cut off with an ellipsis. */
    const withoutBeginnings = (text: string): string =>
        text.replace(/([^]*?)(?:\.{3}|…)/g, (piece, end: string) => {
            const cut = Math.max(0, ...[...replaced].map((form) => overlapOf(end, form)));
            return cut < shortest ? piece : `${end.slice(0, -cut)}${redacted}...`;
        });
    /** Replaces all known secrets and whatever looks like one, in a text of this package. */
    const redact = (text: string): string => withoutSuspects(withoutKnown(text, "g"));
    /**
     * The same for a server's text, in any case, and for what is similar to a long secret, or its beginning; it is left out where it contains
     * a short one.
     */
    const redactForeign = (text: string): string => {
        if ([...short].some((form) => text.includes(form))) return leftOut;
        const withoutSimilar = (rest: string, pattern: RegExp) =>
            rest.replace(pattern, (run) => (isSimilar(run) ? redacted : run));
        const compared = withoutSuspects(withoutKnown(text, "gi")).slice(0, longestForeign);
        return runs.reduce(withoutSimilar, withoutBeginnings(compared));
    };
    return { learn, redact, redactForeign };
}

/** In characters. A shorter one would replace too much. */
const shortestText = 3;

/** Keeps what a program marks as secret out of messages, in the form in which the CLI shows the secret settings of a stack. */
export class SecretTexts {
    readonly #forms = new Set<string>();
    #pattern: RegExp | undefined;

    /** Remembers all texts in a value. */
    learn(value: unknown): void {
        if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) this.learn(inner);
        if (typeof value !== "string" || value.length < shortestText || this.#forms.has(value)) return;
        this.#forms.add(value).add(quoted(value).slice(1, -1));
        this.#pattern = undefined;
    }

    /** Replaces them, unless they are a part of a word. */
    readonly redact = (text: string): string => {
        if (this.#forms.size === 0) return text;
        this.#pattern ??= new RegExp([...this.#forms].sort(longestFirst).map(asWords).join("|"), "g");
        return text.replace(this.#pattern, "[secret]");
    };
}

const asWords = (text: string): string =>
    `${/^\w/.test(text) ? "\\b" : ""}${escaped(text)}${/\w$/.test(text) ? "\\b" : ""}`;

/** A text may contain another. */
const longestFirst = (one: string, other: string): number => other.length - one.length;

/** How many characters at the end of a text are the beginning of another. */
function overlapOf(text: string, other: string): number {
    let length = Math.min(text.length, other.length);
    while (length > 0 && !text.endsWith(other.slice(0, length))) length--;
    return length;
}

/** For a regular expression. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** A secret as it is, in JSON, in JSON in JSON, in a URL or a form, in HTML and in base64. */
function formsOf(secret: string): readonly string[] {
    const json = jsonOf(secret);
    // As Python and PHP write it.
    const ascii = json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    const slashed = [json, ascii].map((text) => text.replaceAll("/", String.raw`\/`));
    // A lone surrogate cannot be encoded.
    const url = encodeURIComponent(Buffer.from(secret).toString());
    const lowerCased = url.replace(/%../g, (escape) => escape.toLowerCase());
    const form = new URLSearchParams({ "": secret }).toString().slice(1);
    const named = secret.replace(/[&<>"']/g, (character) => html[character] ?? character);
    const numbered = secret.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
    return [secret, json, ascii, ...slashed, jsonOf(json), url, lowerCased, form, named, numbered, ...base64Of(secret)];
}

const jsonOf = (text: string): string => JSON.stringify(text).slice(1, -1);

const html: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** What base64 makes of a secret at each of the three alignments, without the characters that may depend on its neighbors. */
function base64Of(secret: string): string[] {
    const encoded = [0, 1, 2].map((before) => {
        const text = Buffer.from("-".repeat(before) + secret).toString("base64");
        return text.replace(/=+$/, "").slice(Math.ceil((before * 8) / 6), -1);
    });
    const inUrls = encoded.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
    return [...encoded, ...inUrls].filter((text) => text.length >= shortest);
}
