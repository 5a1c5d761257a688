import type { Problem, Timeouts } from "../lifecycle";
import { didYouMean } from "../config/problems";
import { pathText, unknownValue } from "../config/propertyValues";
import type { HiddenInputs } from "./inputs";

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const term = /(\d+(?:\.\d+)?)(ms|s|m|h)/g;

/** A year, in milliseconds. */
const maxDuration = 365 * 24 * 3_600_000;

/** Parses a duration of `customTimeouts` (`90s`, `1h30m`) to milliseconds. Undefined if it is invalid or zero. */
export function parseDuration(text: unknown): number | undefined {
    if (typeof text !== "string") return undefined;
    const terms = [...text.matchAll(term)];
    if (terms.length === 0 || terms.map(([all]) => all).join("") !== text) return undefined;
    const sum = terms.reduce((all, [, amount, unit]) => all + Number(amount) * (units[unit ?? ""] ?? 0), 0);
    return sum > 0 ? Math.min(sum, maxDuration) : undefined;
}

/** The timeout of an operation in milliseconds: the resource's `customTimeouts`, or the default of its type. */
export const timeoutOf = (operation: keyof Timeouts, custom: HiddenInputs["timeouts"], defaults: Timeouts): number =>
    parseDuration(custom?.[operation]) ?? defaults[operation];

const operations = ["create", "update", "delete"] as const;

/** Validates `customTimeouts`. Pulumi also accepts a timeout for `read`, which is not used here. */
export function timeoutProblems(custom: unknown): Problem[] {
    if (custom === undefined || custom === null) return [];
    if (typeof custom !== "object" || Array.isArray(custom))
        return [{ property: "customTimeouts", reason: "must be an object" }];
    return Object.entries(custom).flatMap(([key, given]: [string, unknown]): Problem[] => {
        const property = pathText(["customTimeouts", key]);
        if (key === "read" || given === undefined || given === null || given === unknownValue) return [];
        if (!(operations as readonly string[]).includes(key)) {
            const meant = didYouMean(key, operations);
            const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
            return [{ property, reason: `is not an operation with a timeout${hint}` }];
        }
        return parseDuration(given) === undefined
            ? [{ property, reason: 'must be a duration such as "90s", "45m" or "1h30m"' }]
            : [];
    });
}
