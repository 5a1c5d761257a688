import type { Timeouts } from "../lifecycle";
import type { HiddenInputs } from "./inputs";

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const term = /(\d+(?:\.\d+)?)(ms|s|m|h)/g;

/** Milliseconds of a duration as `customTimeouts` has it: `90s`, `1h30m`. Undefined when it is none. */
export function parseDuration(text: string): number | undefined {
    const terms = [...text.matchAll(term)];
    if (terms.length === 0 || terms.map(([all]) => all).join("") !== text) return undefined;
    return terms.reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ""] ?? 0), 0);
}

/** How long an operation may take: the resource's `customTimeouts`, or the default of its kind. */
export function limitOf(operation: keyof Timeouts, custom: HiddenInputs["timeouts"], defaults: Timeouts): number {
    const given = custom?.[operation];
    return (given === undefined ? undefined : parseDuration(given)) ?? defaults[operation];
}

/** The operations whose custom time-out is no duration. */
export const badTimeouts = (custom: HiddenInputs["timeouts"]): (keyof Timeouts)[] =>
    (["create", "update", "delete"] as const).filter((operation) => {
        const given = custom?.[operation];
        return given !== undefined && !parseDuration(given);
    });
