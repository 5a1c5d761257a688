import fc from "fast-check";

/** Ways in which a server may encode what it repeats. */
export const secretPatterns: Readonly<Record<string, (text: string) => string>> = {
    "as it is": (text) => text,
    "in JSON": (text) => JSON.stringify(text).slice(1, -1),
    "in JSON in JSON": (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
    "in ASCII JSON": (text) =>
        JSON.stringify(text)
            .slice(1, -1)
            .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    "in a URL": encodeURIComponent,
    "in a URL, in capitals or not": (text) => encodeURIComponent(text).toLowerCase(),
    "twice in a URL": (text) => encodeURIComponent(encodeURIComponent(text)),
    "in a form": (text) => new URLSearchParams({ "": text }).toString().slice(1),
    "byte by byte in a URL": (text) =>
        [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
    "in HTML": (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`),
    "in HTML by name": (text) =>
        text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c),
};

// A secret of asterisks only could not be told from its replacement.
export const password = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
    .filter((text) => !text.includes("*"));
export const wellFormed = (text: string) => !/\p{Cs}/u.test(text);
