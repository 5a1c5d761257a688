import { autoNames, type AutoName } from "../lifecycle";

/** A resource's inputs or outputs, as the engine sends them. */
export type PropertyMap = Readonly<Record<string, unknown>>;

/** The one hidden property, in inputs and in outputs. The engine does not display names that begin with `__`. */
export const hiddenKey = "__clouddb";

/** What a resource's class passes on beside the arguments, since the engine does not send it to a dynamic provider. */
export interface HiddenInputs {
    readonly urn?: string;
    /** `customTimeouts`, as given. */
    readonly timeouts?: { readonly create?: string; readonly update?: string; readonly delete?: string };
    /** Arguments that the last deployment had and this one has not. Set by `check`, the only call that receives both. */
    readonly removed?: readonly string[];
    /** Set by the class in a preview; never stored. */
    readonly preview?: boolean;
    /** The stack's organization; absent where the backend has none. Never stored. */
    readonly organization?: string;
    /** The resource's option: a replacement deletes the old one first. Set by the class in a preview; never stored. */
    readonly deleteBeforeReplace?: boolean;
    /** The resource's option: a deletion, also that of a replacement, leaves the database. Set by the class in a preview; never stored. */
    readonly retainOnDelete?: boolean;
    /** Set by `check`: the program gives no `name`, and the one in the inputs is the default, chosen in this way. */
    readonly autoNamed?: AutoName;
}

const isPropertyMap = (value: unknown): value is PropertyMap =>
    typeof value === "object" && value !== null && !Array.isArray(value);
const isAutoName = (value: unknown): value is AutoName => autoNames.some((one) => one === value);
const isStringArray = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((item) => typeof item === "string");

/**
 * Parses the hidden inputs. A transform may have changed them as well, so a value of the wrong type is dropped. The values
 * inside `timeouts` are validated by `check`.
 */
export function hiddenIn(hidden: unknown): HiddenInputs {
    if (!isPropertyMap(hidden)) return {};
    const { urn, timeouts, removed, organization, autoNamed, ...others } = hidden;
    return {
        ...others,
        ...(typeof urn === "string" ? { urn } : {}),
        ...(isPropertyMap(timeouts) ? { timeouts } : {}),
        ...(isStringArray(removed) ? { removed } : {}),
        ...(typeof organization === "string" ? { organization } : {}),
        ...(isAutoName(autoNamed) ? { autoNamed } : {}),
    };
}
