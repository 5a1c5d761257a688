/** Replaces a secret. */
export const redacted = "***";

/** Replaces a server's text that contains a secret too short to be replaced: every `e` of a text would be a secret `e`. */
export const leftOut = "(text left out: it may contain a secret)";

/** Shorter secrets, in characters, are not replaced: the text that contains one is left out. */
const shortest = 6;

/** Names of the arguments and response fields that hold a password. */
const secretFields = new Set(["password", "initial_password"]);

/** Patterns that look like a secret, known to this client or not. */
const suspects: readonly (readonly [pattern: RegExp, replacement: string])[] = [
    [/postgres(?:ql)?(?::|%3a)(?:\\{0,8}\/|%2f){2}[^\s"'<>]+/gi, redacted],
    [/(password\\{0,8}["']?\s{0,8}[:=]\s{0,8})(\\{0,8}["'])[^]*?(?:(?<!\\)\2|$)/gi, `$1${redacted}`],
    [/(password=)[^\s"'&;]+/gi, `$1${redacted}`],
    [/(bearer\s{1,8})[^\s"']+/gi, `$1${redacted}`],
];

export interface Redactor {
    /** Remembers every password in a request or response body. */
    readonly learn: (body: unknown) => void;
    /** Replaces all known secrets and whatever looks like one, in a text of this package. */
    readonly redact: (text: string) => string;
    /** The same for a server's text, which is left out where it contains a short secret. */
    readonly redactForeign: (text: string) => string;
}

/** Keeps the secrets of one client out of error messages and logs. */
export function createRedactor(apiKey: string): Redactor {
    /** By secret: the forms in which a text may contain it. */
    const known = new Map<string, readonly string[]>();
    const remember = (secret: string) => {
        if (secret !== "" && !known.has(secret)) known.set(secret, formsOf(secret));
    };
    remember(apiKey);
    const redact = (text: string): string => {
        const contained = [...known]
            .filter(([secret]) => secret.length >= shortest)
            .flatMap(([, forms]) => forms.filter((form) => text.includes(form)));
        // A secret may contain another one.
        const withoutKnown = contained
            .sort((one, other) => other.length - one.length)
            .reduce((rest, form) => rest.replaceAll(form, redacted), text);
        return suspects.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutKnown);
    };
    return {
        learn: (body) => eachSecret(body, remember),
        redact,
        redactForeign(text) {
            const isShort = ([secret, forms]: readonly [string, readonly string[]]) =>
                secret.length < shortest && forms.some((form) => text.includes(form));
            return [...known].some(isShort) ? leftOut : redact(text);
        },
    };
}

/** Calls `found` with the strings in password fields, at any depth. */
function eachSecret(value: unknown, found: (secret: string) => void): void {
    if (typeof value !== "object" || value === null) return;
    for (const [name, field] of Object.entries(value)) {
        if (typeof field === "object") eachSecret(field, found);
        else if (typeof field === "string" && secretFields.has(name)) found(field);
    }
}

/** A secret as it is, in JSON, in JSON in JSON, in a URL or a form, in HTML and in base64. */
function formsOf(secret: string): readonly string[] {
    const json = jsonOf(secret);
    // A lone surrogate cannot be encoded.
    const url = encodeURIComponent(Buffer.from(secret).toString());
    const lowerCased = url.replace(/%../g, (escape) => escape.toLowerCase());
    const form = new URLSearchParams({ "": secret }).toString().slice(1);
    const named = secret.replace(/[&<>"']/g, (character) => htmlNames[character] ?? character);
    const numbered = secret.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
    const forms = [secret, json, jsonOf(json), url, lowerCased, form, named, numbered];
    return [...new Set([...forms, ...base64Of(secret)])];
}

const jsonOf = (text: string): string => JSON.stringify(text).slice(1, -1);

const htmlNames: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
};

/** What base64 makes of a secret at each of the three alignments, without the characters that may depend on its neighbors. */
function base64Of(secret: string): string[] {
    return [0, 1, 2].flatMap((before) =>
        (["base64", "base64url"] as const)
            .map((alphabet) =>
                Buffer.from("-".repeat(before) + secret)
                    .toString(alphabet)
                    .replace(/=+$/, ""),
            )
            .map((encoded) => encoded.slice(Math.ceil((before * 8) / 6), -1))
            .filter((text) => text.length >= shortest),
    );
}
