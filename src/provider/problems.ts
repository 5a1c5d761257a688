import type { z } from "zod";
import type { Problem } from "../lifecycle";
import { nearest } from "./suggestion";
import { pathText, type Path } from "./unknown";

/** What is wrong with an argument (of a parse with `reportInput`, which tells missing from wrong), at its property path. `whose` it is: `resource` or `function`. */
export function problemsOf(issue: z.core.$ZodIssue, argumentNames: readonly string[], whose: string): Problem[] {
    const path = issue.path as Path;
    if (issue.code === "unrecognized_keys") {
        return issue.keys.map((key) => {
            const meant = nearest(key, argumentNames);
            const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
            return { property: pathText([...path, key]), reason: `is no argument of this ${whose}${hint}` };
        });
    }
    return [{ property: pathText(path), reason: reasonOf(issue) }];
}

/** Never quotes the value: it may be a secret. */
export function reasonOf(issue: z.core.$ZodIssue): string {
    if (issue.code === "invalid_value")
        return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    if (issue.code === "invalid_type")
        return issue.input === undefined ? "is required" : `must be ${withArticle(issue.expected)}`;
    if (issue.code === "too_small" && issue.origin === "string") return "must not be empty";
    if (issue.code === "invalid_format" && issue.format === "datetime")
        return "must be a moment in RFC 3339 form, such as 2030-01-31T12:00:00Z";
    return issue.message;
}

const withArticle = (type: string) => {
    if (type === "int") return "a whole number";
    if (type === "record") return "an object";
    return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
};
