/** A property bag as the engine sends it. */
export type PropertyMap = Readonly<Record<string, unknown>>;

/** The name of the one hidden property, in inputs and in outputs. The engine does not show what begins with `__`. */
export const hiddenKey = "__clouddb";

/** What a resource's class tells its provider beside the arguments: the engine tells it neither. */
export interface HiddenInputs {
    readonly urn?: string;
    /** `customTimeouts`, as given. */
    readonly timeouts?: { readonly create?: string; readonly update?: string; readonly delete?: string };
    /** Arguments of the last deployment that this one no longer has; noted by check, which alone sees both. */
    readonly removed?: readonly string[];
    /** Told by the class in a preview; never stored. */
    readonly preview?: boolean;
}

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
