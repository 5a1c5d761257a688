import fc from "fast-check";

/** Ways in which a server may encode what it repeats. */
export const secretPatterns: Readonly<Record<string, (text: string) => string>> = {
    "as it is": (text) => text,
    "in JSON": (text) => JSON.stringify(text).slice(1, -1),
    "in a URL": encodeURIComponent,
    "in a URL, with small letters": (text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
    "in JSON in JSON": (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
    "in HTML": (text) =>
        text
            .replaceAll("&", "&amp;")
            .replaceAll("<", "&lt;")
            .replaceAll(">", "&gt;")
            .replaceAll("'", "&#39;")
            .replaceAll('"', "&quot;"),
    "in HTML, as numbers": (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`),
    "in a form": (text) => new URLSearchParams({ "": text }).toString().slice(1),
};

export const wellFormed = (text: string) => !/\p{Cs}/u.test(text);

/** A password that is replaced. One of asterisks only could not be told from its replacement. */
export const password = fc
    .string({ unit: "grapheme", minLength: 6, maxLength: 30 })
    .filter((text) => !text.includes("*") && wellFormed(text));
