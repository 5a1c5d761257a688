import { secretProperties, type Problem } from "../lifecycle";
import { timeoutsIn, unknownValue, type PropertyMap } from "./inputs";

/** A longer value is truncated in messages. */
const maxLength = 60;

/**
 * The problems as the engine is to report them. The CLI prints the value of the property that a problem is reported at, secret or not. So
 * problems of secret properties are reported at no property, and those of arguments that do not exist as well, which may be a misspelt
 * password. Neither are those of nested properties, whose value the CLI shows as `{<nil>}`. The other reasons get the invalid value of
 * `inputs`, as JSON, where the CLI does not show it.
 */
export const shownProblems = (
    problems: readonly Problem[],
    known: readonly string[],
    inputs: PropertyMap = {},
): Problem[] =>
    problems.map(({ property, reason }) => {
        const path = property.split(/[.[\]]+/).filter((part) => part !== "");
        const [argument = ""] = path;
        const isSecret = secretProperties.has(argument) || !known.includes(argument);
        if (isSecret && argument !== "customTimeouts") return { property: "", reason: `${property} ${reason}`.trim() };
        // What is missing, superfluous or given twice is not wrong by its value, and a misspelt value is close to the one meant.
        const value = /^(is|can) |\?$/.test(reason) ? undefined : givenAt(path, inputs);
        const full = value === undefined ? reason : `${reason}; given: ${value}`;
        if (path.length === 1) return { property, reason: full };
        return { property: "", reason: `${property}${/^[a-z]/.test(full) ? "" : ":"} ${full}` };
    });

/** The value at a property path, unless the engine shows it, which has `{2000}` for the text `"2000"`. Never a secret. */
function givenAt([first = "", ...rest]: readonly string[], inputs: PropertyMap): string | undefined {
    if (rest.some((part) => secretProperties.has(part))) return undefined;
    const start = first === "customTimeouts" ? timeoutsIn(inputs) : inputs[first];
    const value = rest.reduce<unknown>((within, part) => (within as PropertyMap | null | undefined)?.[part], start);
    if (value === undefined || value === null || value === unknownValue) return undefined;
    if (rest.length === 0 && (typeof value !== "string" || !isAmbiguous(value))) return undefined;
    const text = JSON.stringify(value);
    return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
}

/** Whether the text, without its quotes, looks like something else. */
const isAmbiguous = (text: string): boolean =>
    text !== text.trim() || /^(?:true|false|null)$/i.test(text) || (text !== "" && !Number.isNaN(Number(text)));
