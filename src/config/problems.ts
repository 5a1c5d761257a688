import { z } from "zod";
import type { Problem } from "../lifecycle";
import { didYouMean } from "./didYouMean";
import { pathText, type Path } from "./propertyValues";

/** Options of every Pulumi resource, which are sometimes put among its arguments. */
const resourceOptions = new Set(
    "additionalSecretOutputs aliases customTimeouts deleteBeforeReplace deletedWith dependsOn hooks id ignoreChanges parent protect provider replaceOnChanges retainOnDelete transformations transforms".split(
        " ",
    ),
);

/** What is wrong with an argument (of a parse with `reportInput`, which tells missing from wrong), at its property path. `whose` it is: `resource`, `function` or `profile`. */
export function problemsOf(issue: z.core.$ZodIssue, schema: z.ZodType, whose: string): Problem[] {
    const path = issue.path as Path;
    if (issue.code !== "unrecognized_keys") return [{ property: pathText(path), reason: reasonOf(issue) }];
    const names = namesAt(schema, path);
    return issue.keys.map((key) => {
        const property = pathText([...path, key]);
        if (whose === "resource" && path.length === 0 && resourceOptions.has(key))
            return {
                property,
                reason: "is no argument but an option: it belongs in the parameter after the arguments",
            };
        const meant = didYouMean(key, names);
        const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
        return { property, reason: `is no argument of this ${whose}${hint}` };
    });
}

/** The names that an object at this path may have. */
function namesAt(schema: unknown, path: Path): string[] {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return namesAt(schema.unwrap(), path);
    const [first, ...rest] = path;
    if (schema instanceof z.ZodRecord && first !== undefined) return namesAt(schema.valueType, rest);
    if (!(schema instanceof z.ZodObject)) return [];
    const shape: { readonly [key: string]: unknown } = schema.shape;
    return first === undefined ? Object.keys(shape) : namesAt(shape[first], rest);
}

/** Never quotes the value: it may be a secret. */
export function reasonOf(issue: z.core.$ZodIssue): string {
    if (issue.code === "invalid_value")
        return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    if (issue.code === "invalid_type")
        return issue.input === undefined ? "is required" : `must be ${withArticle(issue.expected)}`;
    if (issue.code === "too_small" && issue.origin === "string") return "must not be empty";
    if (issue.code === "invalid_key") return "must have a name";
    if (issue.code === "invalid_format" && issue.format === "datetime")
        return "must be a moment in RFC 3339 form, such as 2030-01-31T12:00:00Z";
    return issue.message;
}

const withArticle = (type: string) => {
    if (type === "int") return "a whole number";
    if (type === "record") return "an object";
    return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
};
