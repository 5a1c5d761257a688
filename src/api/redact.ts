import { Base64Index } from "./base64";
import { findSecrets, type Found } from "./findSecrets";
import { addSecret, emptyTree } from "./secretTree";

/** Replaces a secret. */
export const redacted = "***";

/** Names of the arguments and response fields that hold a password. */
const secretFields = new Set(["password", "initial_password"]);

/** Calls `found` with the strings in password fields, at any depth. */
function eachSecret(value: unknown, found: (secret: string) => void): void {
    if (typeof value !== "object" || value === null) return;
    for (const name of Object.keys(value)) {
        const field = (value as Record<string, unknown>)[name];
        if (typeof field === "object") eachSecret(field, found);
        else if (typeof field === "string" && secretFields.has(name)) found(field);
    }
}

/** Patterns that look like a secret, known to this client or not. */
const suspects: readonly (readonly [pattern: RegExp, replacement: string])[] = [
    [/postgres(?:ql)?(?::|%3a)(?:\\{0,8}\/|%2f){2}[^\s"'<>]+/gi, redacted],
    [/(password\\{0,8}["']?\s{0,8}[:=]\s{0,8})(\\{0,8}["'])[^]*?(?:(?<!\\)\2|$)/gi, `$1${redacted}`],
    [/(password=)[^\s"'&;]+/gi, `$1${redacted}`],
    [/(bearer\s{1,8})[^\s"']+/gi, `$1${redacted}`],
];

export interface Redactor {
    /** Remembers every password in a request or response body. */
    learn(body: unknown): void;
    /**
     * Replaces all known secrets, escaped or encoded in any of the usual ways, and whatever looks like a secret.
     *
     * @param isCut - the text was truncated: a possible prefix of a secret at its end is replaced as well.
     */
    redact(text: string, isCut?: boolean): string;
}

/** Keeps the secrets of one client out of error messages and logs. */
export function createRedactor(apiKey: string): Redactor {
    const known = new Set<string>([""]);
    const secrets = { tree: emptyTree(), base64: new Base64Index() };
    const remember = (secret: string) => {
        if (known.has(secret)) return;
        known.add(secret);
        addSecret(secrets.tree, secret);
        secrets.base64.add(secret);
    };
    remember(apiKey);
    return {
        learn(body) {
            eachSecret(body, remember);
        },
        redact(text, isCut) {
            const withoutKnown = replaceRanges(text, findSecrets(text, secrets, isCut).ranges);
            return suspects.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutKnown);
        },
    };
}

function replaceRanges(text: string, ranges: Found["ranges"]): string {
    const pieces: string[] = [];
    let shown = 0;
    for (const [start, end] of ranges) {
        pieces.push(text.slice(shown, start), redacted);
        shown = end;
    }
    return pieces.join("") + text.slice(shown);
}
