import { secretProperties, type Problem } from "../lifecycle";
import { unknownValue } from "../config/propertyValues";
import { hiddenKey, type PropertyMap } from "./inputs";

/** A longer value is truncated in messages. */
const maxLength = 60;

/**
 * Adds the invalid value to the reasons, as JSON, where the engine's own text does not show it: it has `{<nil>}` for a nested value and
 * `{2000}` for the text `"2000"`. Never a secret, nor a value of an argument that does not exist, which may be a misspelt password.
 */
export const withGivenValues = (problems: readonly Problem[], inputs: PropertyMap): Problem[] =>
    problems.map(({ property, reason }) => {
        // What is missing, superfluous or given twice is not wrong by its value.
        const value = /^(is|can) /.test(reason) ? undefined : givenAt(property, inputs);
        return value === undefined ? { property, reason } : { property, reason: `${reason}; given: ${value}` };
    });

/**
 * The CLI prints the value of the property that a problem is reported at, secret or not. So problems of secret properties are reported
 * at no property, and those of arguments that do not exist as well, which may be a misspelt password.
 */
export const withoutShownSecrets = (problems: readonly Problem[], known: readonly string[]): Problem[] =>
    problems.map((problem) => {
        const [argument = ""] = problem.property.split(/[.[]/);
        const isShown = known.includes(argument) && !secretProperties.has(argument);
        return isShown || argument === "customTimeouts"
            ? problem
            : { property: "", reason: `${problem.property} ${problem.reason}`.trim() };
    });

/** The value at a property path, unless the engine shows it. */
function givenAt(property: string, inputs: PropertyMap): string | undefined {
    const path = property.split(/[.[\]]+/).filter((part) => part !== "");
    if (path.some((part) => secretProperties.has(part))) return undefined;
    const [first, ...rest] = path;
    const isTimeout = first === "customTimeouts";
    const hidden = inputs[hiddenKey] as { readonly timeouts?: unknown } | undefined;
    const start = isTimeout ? hidden?.timeouts : inputs[first ?? ""];
    const value = rest.reduce<unknown>((within, part) => (within as PropertyMap | null | undefined)?.[part], start);
    if (value === undefined || value === null || value === unknownValue) return undefined;
    const isShown = rest.length === 0 && (typeof value !== "string" || !isAmbiguous(value));
    return isShown ? undefined : shortened(JSON.stringify(value));
}

/** Whether the text, without its quotes, looks like something else. */
const isAmbiguous = (text: string): boolean =>
    text !== text.trim() || /^(?:true|false|null)$/i.test(text) || (text !== "" && !Number.isNaN(Number(text)));

const shortened = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}...` : text);
