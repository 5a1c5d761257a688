import { isObject, ResourceReference, Secret, Unknown, type Value } from "../model/values";

const limit = 80;

function text(value: Value): string {
    if (value instanceof Secret) return "[secret]";
    if (value instanceof Unknown) return "(known after the update)";
    if (value instanceof ResourceReference) return value.urn;
    if (Array.isArray(value)) return `[${value.map(text).join(", ")}]`;
    if (isObject(value)) {
        const fields = Object.entries(value).filter(([name]) => !isHidden(name));
        return `{${fields.map(([name, each]) => `${name}: ${text(each)}`).join(", ")}}`;
    }
    return JSON.stringify(value);
}

/** Internal properties of the provider. */
export const isHidden = (name: string) => name.startsWith("__");

/** A value as a short single line, with secrets hidden. */
export function showValue(value: Value): string {
    const whole = text(value);
    return whole.length > limit ? `${whole.slice(0, limit - 1)}…` : whole;
}
