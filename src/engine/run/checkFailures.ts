import type { Resource } from "../model/resource";
import { nameOf } from "../model/urn";
import { isObject, type Properties, Secret, type Value } from "../model/values";
import type { Checked } from "../provider/client";

/** Formats a number like the CLI. */
function figure(value: number): string {
    const [digits = "", exponent = "0"] = value.toExponential().split("e");
    const power = Number(exponent);
    const long = power < -4 || power >= 21 || (power >= 6 && digits.replace(/\D/g, "").length <= power);
    return long ? `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}` : String(value);
}

/** Formats a value like the CLI, but hides secrets. */
function shown(value: Value | undefined): string {
    if (value === undefined || value === null) return "{<nil>}";
    if (value instanceof Secret) return "[secret]";
    if (typeof value === "number") return `{${figure(value)}}`;
    if (Array.isArray(value)) return `{[${value.map(shown).join(" ")}]}`;
    if (isObject(value)) return `{map[${shownFields(value)}]}`;
    return typeof value === "object" ? "{}" : `{${value}}`;
}

const shownFields = (value: Properties) =>
    Object.keys(value)
        .sort()
        .map((name) => `${name}:${shown(value[name])}`)
        .join(" ");

/** One message per invalid input. */
export function checkFailures({ type, urn, inputs }: Resource, failures: Checked["failures"]): string[] {
    const subject = `${type} resource '${nameOf(urn)}'`;
    return failures.map(({ property, reason }) =>
        property
            ? `${subject}: property ${property} value ${shown(inputs[property])} has a problem: ${reason}`
            : `${subject} has a problem: ${reason}`,
    );
}
