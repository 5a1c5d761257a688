// The forms in which a secret may appear: plain, escaped or encoded.

/**
 * For each alignment, the longest run of base64 that is the same in the encoding of any text that contains this one.
 */
const base64Cores = (text: string): string[] =>
    [0, 1, 2].map((offset) => {
        const encoded = Buffer.from("-".repeat(offset) + text)
            .toString("base64")
            .replace(/=+$/, "");
        return encoded.slice(Math.ceil((offset * 8) / 6), -1);
    });

const jsonOf = (text: string): string => JSON.stringify(text).slice(1, -1);

const htmlOf = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The distinct forms of a secret. */
export const secretForms = (secret: string): string[] => [
    ...new Set([
        secret,
        encodeURIComponent(secret),
        new URLSearchParams({ secret }).toString().slice("secret=".length),
        jsonOf(secret),
        jsonOf(jsonOf(secret)),
        htmlOf(secret),
        ...base64Cores(secret),
        ...base64Cores(secret).map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    ]),
];

/** What a server that repeats all it knows might say: every secret in every form, and as a part of others. */
export const secretEcho = (secrets: readonly string[]): string =>
    secrets
        .flatMap((one) => [
            ...secretForms(one),
            Buffer.from(one).toString("base64"),
            Buffer.from(`master:${one}`).toString("base64"),
            Buffer.from(one).toString("base64url"),
            `postgres://master:${encodeURIComponent(one)}@db.example:5432/tsdb`,
        ])
        .join(" | ");
