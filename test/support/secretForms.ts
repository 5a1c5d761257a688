// The forms in which a secret may appear: plain, escaped or encoded.
const jsonOf = (text: string): string => JSON.stringify(text).slice(1, -1);
const asciiOf = (text: string): string =>
    jsonOf(text)
        .split("")
        .map((unit) => (unit < "\x80" ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`))
        .join("");
const html: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", '"': "&quot;" };

/** Ways in which a server may encode what it repeats. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
    "as it is": (text) => text,
    "in JSON": jsonOf,
    "in JSON, as Python writes it": asciiOf,
    "in JSON, as PHP writes it": (text) => asciiOf(text).replaceAll("/", "\\/"),
    "in JSON, with escaped slashes": (text) => jsonOf(text).replaceAll("/", "\\/"),
    "in JSON in JSON": (text) => jsonOf(jsonOf(text)),
    "in a URL": encodeURIComponent,
    "in a URL, with small letters": (text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
    "in a form": (text) => new URLSearchParams({ "": text }).toString().slice(1),
    "in HTML": (text) => text.replace(/[&<>"']/g, (one) => html[one]!),
    "in HTML, as numbers": (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`),
};

/** For each alignment, the longest run of base64 that is the same in the encoding of any text that contains this one. */
const base64Cores = (text: string): string[] =>
    [0, 1, 2].map((offset) => {
        const encoded = Buffer.from("-".repeat(offset) + text).toString("base64");
        return encoded.replace(/=+$/, "").slice(Math.ceil((offset * 8) / 6), -1);
    });

/** The distinct forms of a secret. */
export const secretForms = (secret: string): string[] => [
    ...new Set([
        ...Object.values(encodings).map((encode) => encode(secret)),
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
