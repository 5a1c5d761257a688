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

/**
 * A function that finds the route of a method and a path, or the refusal if there is none.
 * @param routes - what belongs to a method and a path, such as `GET /vpcs/{id}`, where `{id}` stands for one segment.
 */
export function router<Target>(routes: Readonly<Record<string, Target>>) {
    const patterns = Object.entries(routes).map(([route, target]) => {
        const [method = "", path = ""] = route.split(" ");
        const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
        return { method, pattern, target };
    });
    return (method: string, path: string): Route<Target> | Refusal => {
        const matching = patterns.filter(({ pattern }) => pattern.test(path));
        const found = matching.find((route) => route.method === method);
        if (found) {
            const segments = Object.entries(found.pattern.exec(path)?.groups ?? {});
            return {
                target: found.target,
                params: Object.fromEntries(segments.map(([name, text]) => [name, decoded(text)])),
            };
        }
        if (matching.length === 0) return new Refusal(404, "NOT_FOUND", "There is no such path.");
        const allow = matching.map((route) => route.method).join(", ");
        return new Refusal(405, "METHOD_NOT_ALLOWED", `${method} is not allowed here.`, { allow });
    };
}
