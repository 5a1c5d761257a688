import { Refusal } from "../core/refusals";

/** What belongs to a request's method and path. */
export interface Route<Target> {
    readonly target: Target;
    /** The segments of the path that the pattern names, decoded. */
    readonly params: Readonly<Record<string, string>>;
}

function decoded(segment: string): string {
    try {
        return decodeURIComponent(segment);
    } catch {
        // A segment with an invalid escape sequence is taken literally.
        return segment;
    }
}

/** Finds what belongs to a method and a path, by patterns in which `{name}` stands for one segment of the path. */
export class Router<Target> {
    readonly #routes: readonly { readonly method: string; readonly pattern: RegExp; readonly target: Target }[];

    constructor(routes: readonly (readonly [method: string, path: string, target: Target])[]) {
        this.#routes = routes.map(([method, path, target]) => {
            const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
            return { method, pattern, target };
        });
    }

    /** The route, or the refusal if there is none. */
    find(method: string, path: string): Route<Target> | Refusal {
        const matching = this.#routes.filter(({ pattern }) => pattern.test(path));
        const found = matching.find((route) => route.method === method);
        if (found) {
            const params = Object.entries(found.pattern.exec(path)?.groups ?? {});
            return {
                target: found.target,
                params: Object.fromEntries(params.map(([name, text]) => [name, decoded(text)])),
            };
        }
        if (matching.length === 0) return new Refusal(404, "NOT_FOUND", "There is no such path.");
        const allow = matching.map((route) => route.method).join(", ");
        return new Refusal(405, "METHOD_NOT_ALLOWED", `${method} is not allowed here.`, { allow });
    }
}
