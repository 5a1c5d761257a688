import { Base64Index } from "./base64";
import { findSecrets, type Found } from "./findSecrets";
import { emptyTree, grow } from "./secretTree";

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
    [/(password\\{0,8}["']?\s{0,8}[:=]\s{0,8})(\\{0,8}["'])[^]*?(?:(?<!\\)\2|$)/gi, `$1${redacted}`],
    [/(password=)[^\s"'&;]+/gi, `$1${redacted}`],
    [/(bearer\s{1,8})[^\s"']+/gi, `$1${redacted}`],
];

export interface Redactor {
    /** Remembers every password in a body, sent or received. */
    learn(body: unknown): void;
    /**
     * The text without any secret, however it is spelt.
     *
     * @param isCut - the text goes on: what may be the beginning of a secret at its end is left out, too.
     */
    redact(text: string, isCut?: boolean): string;
}

/** Knows the secrets of one client and keeps them out of all that is shown. */
export function createRedactor(apiKey: string): Redactor {
    const known = new Set<string>([""]);
    const secrets = { tree: emptyTree(), base64: new Base64Index() };
    const remember = (secret: string) => {
        if (known.has(secret)) return;
        known.add(secret);
        grow(secrets.tree, secret);
        secrets.base64.add(secret);
    };
    remember(apiKey);
    return {
        learn(body) {
            for (const secret of secretsIn(body)) remember(secret);
        },
        redact(text, isCut) {
            const unknown = without(text, findSecrets(text, secrets, isCut).ranges);
            return suspects.reduce((rest, [looks, instead]) => rest.replace(looks, instead), unknown);
        },
    };
}

/** The text with something else in the place of each range. */
function without(text: string, ranges: Found["ranges"]): string {
    const pieces: string[] = [];
    let shown = 0;
    for (const [start, end] of ranges) {
        pieces.push(text.slice(shown, start), redacted);
        shown = end;
    }
    return pieces.join("") + text.slice(shown);
}
