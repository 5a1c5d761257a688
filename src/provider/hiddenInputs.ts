import type { PropertyMap, HiddenInputs } from "./inputs";

const isBag = (value: unknown): value is PropertyMap =>
    typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((item) => typeof item === "string");

/**
 * What the resource's class has told beside the arguments. A transform may have changed that, too: what is not of the right type
 * counts as not told. The values of `timeouts` are `check`'s to judge.
 */
export function hiddenIn(hidden: unknown): HiddenInputs {
    if (!isBag(hidden)) return {};
    const { urn, timeouts, removed, ...others } = hidden;
    return {
        ...others,
        ...(typeof urn === "string" ? { urn } : {}),
        ...(isBag(timeouts) ? { timeouts } : {}),
        ...(isTexts(removed) ? { removed } : {}),
    };
}
