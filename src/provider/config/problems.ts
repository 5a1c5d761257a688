import { z } from "zod";
import type { Problem } from "../lifecycle";
import { pathText, type PropertyPath } from "../../shared/propertyPath";
import { distance } from "fastest-levenshtein";

/** Converts an issue of a parse with `reportInput`, which tells a missing value from a wrong one, to problems with property paths. */
export function problemsOf(issue: z.core.$ZodIssue, schema: z.ZodType, owner: string): Problem[] {
    const path = issue.path as PropertyPath;
    if (issue.code !== "unrecognized_keys") return [{ property: pathText(path), reason: reasonOf(issue) }];
    const names = namesAt(schema, path);
    return issue.keys.map((key) => {
        const property = pathText([...path, key]);
        if (owner === "resource" && path.length === 0 && resourceOptions.has(key))
            return {
                property,
                reason: "is a resource option, not an argument: pass it in the parameter after the arguments",
            };
        return { property, reason: `is not an argument of this ${owner}${meantHint(key, names)}` };
    });
}

function namesAt(schema: unknown, path: PropertyPath): string[] {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return namesAt(schema.unwrap(), path);
    const [first, ...rest] = path;
    if (schema instanceof z.ZodRecord && first !== undefined) return namesAt(schema.valueType, rest);
    if (!(schema instanceof z.ZodObject)) return [];
    const shape: { readonly [key: string]: unknown } = schema.shape;
    return first === undefined ? Object.keys(shape) : namesAt(shape[first], rest);
}

/** The reason where there is no value. */
export const isRequired = "is required";

/** The reason without the value, which may be a secret. */
export function reasonOf(issue: z.core.$ZodIssue): string {
    if (issue.code === "invalid_value") {
        const words = issue.values.filter((value) => typeof value === "string");
        const meant = typeof issue.input === "string" ? didYouMean(issue.input, words) : undefined;
        const hint = meant === undefined ? "" : `: did you mean ${JSON.stringify(meant)}?`;
        return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}${hint}`;
    }
    if (issue.code === "invalid_type")
        return issue.input === undefined ? isRequired : `must be ${withArticle(issue.expected)}`;
    if (issue.code === "too_small" && issue.origin === "string") return "must not be empty";
    if (issue.code === "invalid_key") return "must have a name";
    if (issue.code === "invalid_format" && issue.format === "datetime")
        return "must be an RFC 3339 timestamp such as 2030-01-31T12:00:00Z";
    return issue.message;
}

const withArticle = (type: string) => {
    if (type === "int") return "a whole number";
    if (type === "record") return "an object";
    return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
};

/** The resource options of Pulumi, which are sometimes passed as arguments by mistake. */
export const resourceOptions: ReadonlySet<string> = new Set(
    "additionalSecretOutputs aliases customTimeouts deleteBeforeReplace deletedWith dependsOn hideDiffs hooks id ignoreChanges import parent protect provider replaceOnChanges replaceWith replacementTrigger retainOnDelete transformations transforms".split(
        " ",
    ),
);

/** The candidate closest to a misspelt word, ignoring case. Undefined if none is close. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
    const typed = word.toLowerCase();
    const near = candidates
        .map((candidate) => {
            const meant = candidate.toLowerCase();
            // A prefix of three characters or more counts as equal.
            const edits = typed.length >= 3 && meant.startsWith(typed) ? 0 : distance(typed, meant);
            return { candidate, edits };
        })
        .filter(({ candidate: { length }, edits }) => edits < length && edits <= Math.max(2, Math.floor(length / 3)))
        .sort((a, b) => a.edits - b.edits);
    return near[0]?.candidate;
}

/** The same for the end of a message; empty if no candidate is close. */
export function meantHint(word: string, candidates: readonly string[]): string {
    const meant = didYouMean(word, candidates);
    return meant === undefined ? "" : `: did you mean ${meant}?`;
}
