// The API's routes, generated from the table of endpoints.
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Endpoint } from "../../api/endpoint";
import { type EndpointName, endpoints } from "../../api/endpoints";
import { Refusal } from "../core/refusal";
import { type ApiParts, serve } from "./serve";

function verbsByPath(): Map<string, Map<string, EndpointName>> {
    const paths = new Map<string, Map<string, EndpointName>>();
    for (const [name, { path, verb }] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
        const verbs = paths.get(path) ?? new Map<string, EndpointName>();
        paths.set(path, verbs.set(verb, name));
    }
    return paths;
}

const wrongVerb = (verb: string, verbs: Iterable<string>) =>
    new Refusal(405, "METHOD_NOT_ALLOWED", `${verb} is not allowed here.`, { allow: [...verbs].join(", ") });

/** The API, without its version segment. */
export function api(parts: ApiParts): Hono<{ Bindings: HttpBindings }> {
    const app = new Hono<{ Bindings: HttpBindings }>();
    for (const [path, verbs] of verbsByPath()) {
        app.all(path.replace(/\{(\w+)\}/g, ":$1"), (c) => {
            const name = verbs.get(c.req.method);
            return serve(parts, c, name ? { name } : { refusal: wrongVerb(c.req.method, verbs.keys()) });
        });
    }
    app.all("*", (c) => serve(parts, c, { refusal: new Refusal(404, "NOT_FOUND", "There is no such path.") }));
    return app;
}
