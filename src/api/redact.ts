import { anySpelling } from "./spellings";

/** What stands in a secret's place. */
export const redacted = "***";

/** The arguments and the fields of the contract that hold a password. */
const secretFields = new Set(["password", "initial_password"]);

/** All texts that stand, at any depth, in a field for a password. */
function* secretsIn(value: unknown): Generator<string> {
    if (typeof value !== "object" || value === null) return;
    for (const [name, field] of Object.entries(value)) {
        if (typeof field === "string" && secretFields.has(name)) yield field;
        else yield* secretsIn(field);
    }
}

/** What looks like a secret, whoever's it is. */
const suspects: readonly (readonly [looks: RegExp, instead: string])[] = [
    [/postgres(?:ql)?(?::|%3a)(?:\\{0,8}\/|%2f){2}[^\s"'<>]+/gi, redacted],
    [/(password\\{0,8}["']?\s{0,8}[:=]\s{0,8})(\\{0,8}["'])[^]{0,1000}?(?<!\\)\2/gi, `$1${redacted}`],
    [/(password=)[^\s"'&;]+/gi, `$1${redacted}`],
    [/(bearer\s{1,8})[^\s"']+/gi, `$1${redacted}`],
];

export interface Redactor {
    /** Remembers every password in a body, sent or received. */
    learn(body: unknown): void;
    /** The text without any secret, however it is spelt. */
    redact(text: string): string;
}

/** Knows the secrets of one client and keeps them out of all that is shown. */
export function createRedactor(apiKey: string): Redactor {
    // What finds them is kept: to make it takes much longer than to use it.
    const secrets = new Map([[apiKey, anySpelling(apiKey)]]);
    return {
        learn(body) {
            for (const secret of secretsIn(body))
                if (secret !== "" && !secrets.has(secret)) secrets.set(secret, anySpelling(secret));
        },
        redact(text) {
            // The longest first: one that is a part of another must not break that up.
            const longestFirst = [...secrets].sort(([a], [b]) => b.length - a.length);
            const unknown = longestFirst.reduce((rest, [, spelt]) => rest.replace(spelt, redacted), text);
            return suspects.reduce((rest, [looks, instead]) => rest.replace(looks, instead), unknown);
        },
    };
}
