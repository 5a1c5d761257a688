import { z } from "zod";
import type { Endpoint } from "../../api/endpoint";
import { badRequest, Refusal } from "../core/refusal";

const longestBody = 1024 * 1024;

/** Made once: zod compiles a schema when it is first used, which costs more than all else that a request does. */
const noFields = z.strictObject({});

/** The first violation, as `field: problem`. */
function complaint({ issues }: z.ZodError): string {
    const [first] = issues;
    if (!first) return "is not valid";
    const field = first.path.join(".");
    return field === "" ? first.message : `${field}: ${first.message}`;
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
    const result = schema.safeParse(value);
    if (!result.success) throw badRequest("INVALID_REQUEST", complaint(result.error));
    return result.data;
}

/** Parses the body; `undefined` if it is empty. */
export function parseJson(text: string, contentType: string | undefined): unknown {
    if (text === "") return undefined;
    if (text.length > longestBody) throw new Refusal(413, "TOO_LARGE", "The body is too long.");
    if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) {
        throw new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be application/json.");
    }
    try {
        return JSON.parse(text);
    } catch (cause) {
        throw Object.assign(badRequest("INVALID_JSON", "The body is not JSON."), { cause });
    }
}

/** Validates the body. An endpoint without a body accepts none, or an empty object. */
export function checkBody(endpoint: Endpoint, body: unknown): unknown {
    if (endpoint.body) return check(endpoint.body, body ?? {});
    return body === undefined ? undefined : check(noFields, body);
}

const unwrapped = (schema: z.ZodType): z.ZodType =>
    schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;

/** Converts the values of a query parameter to the schema's type: an array, a number or a string. */
function field(name: string, schema: z.ZodType | undefined, texts: readonly string[]): unknown {
    const inner = schema && unwrapped(schema);
    if (inner instanceof z.ZodArray) return texts;
    const [text = ""] = texts;
    if (texts.length > 1) throw badRequest("INVALID_REQUEST", `${name}: given more than once.`);
    return inner instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Validates the query. */
export function checkQuery(endpoint: Endpoint, query: Readonly<Record<string, readonly string[]>>): unknown {
    const schema = endpoint.query ?? noFields;
    const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
    const values = Object.entries(query).map(([name, texts]) => [name, field(name, shape[name], texts)]);
    const checked = check(schema, Object.fromEntries(values));
    return endpoint.query ? checked : undefined;
}
