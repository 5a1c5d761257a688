// What separates or encodes the parts of a path. No id of the API holds any of it: where one does, it is a path, a URL or
// an attack, and some server on the way could take it for more than an id, encoded or not.
const delimiters = /[/\\?#%]/;
const control = /\p{Cc}/u;
const loneSurrogate = /\p{Cs}/u;

/** Why this cannot be an id in a path; `undefined` if it can. */
export function idFault(id: unknown): string | undefined {
    if (typeof id !== "string") return "must be a string";
    if (id === "") return "must not be empty";
    if (id === "." || id === ".." || delimiters.test(id)) return "would change the path of the request";
    if (control.test(id)) return "holds a control character";
    if (loneSurrogate.test(id)) return "is no well-formed text";
    return undefined;
}

/** The names, in the API's words, of the parameters in a path template. */
export const pathParameters = (template: string): string[] =>
    Array.from(template.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? "");

/** The path with every parameter in its place, encoded. */
export const fillPath = (template: string, ids: Readonly<Record<string, string>>): string =>
    template.replace(/\{(\w+)\}/g, (parameter, name: string) => encodeURIComponent(ids[name] ?? parameter));
