// Characters that delimit or encode path segments. The API's ids contain none of them. They are rejected rather than
// encoded, since a proxy may decode the path and route the request elsewhere.
const delimiters = /[/\\?#%]/;
const control = /\p{Cc}/u;
const loneSurrogate = /\p{Cs}/u;

/** Why `id` is not a valid path segment; `undefined` if it is valid. */
export function idFault(id: unknown): string | undefined {
    if (typeof id !== "string") return "must be a string";
    if (id === "") return "must not be empty";
    if (id === "." || id === ".." || delimiters.test(id)) return "would change the path of the request";
    if (control.test(id)) return "contains a control character";
    if (loneSurrogate.test(id)) return "is not well-formed Unicode";
    return undefined;
}

/** The parameter names of a path template, in snake_case. */
export const pathParameters = (template: string): string[] =>
    Array.from(template.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? "");

/** The template with its parameters replaced by encoded ids. */
export const fillPath = (template: string, ids: Readonly<Record<string, string>>): string =>
    template.replace(/\{(\w+)\}/g, (parameter, name: string) => encodeURIComponent(ids[name] ?? parameter));
