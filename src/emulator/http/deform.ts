// Answers that differ from the contract in one field: how the records of an API may look that was not written from it.
import type { EffectOf } from "../core/faults";

export type Deformation = EffectOf<"deform">;

/** What a value becomes; undefined: the field is left out. A form that the value has none of leaves it as it is. */
const forms: Readonly<Record<Deformation["as"], (value: unknown) => unknown>> = {
    absent: () => undefined,
    null: () => null,
    blank: () => "",
    text: (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value),
    number: (value) => (typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value),
    otherCase: (value) => (typeof value === "string" ? otherCase(value) : value),
    epoch: (value) =>
        typeof value === "string" && !Number.isNaN(Date.parse(value)) ? Date.parse(value) / 1000 : value,
    alone: (value) => (Array.isArray(value) && value.length === 1 ? (value as readonly unknown[])[0] : value),
    listed: (value) => [value],
    object: (value) => ({ value }),
    unknown: (value) => (typeof value === "string" ? "SOMETHING_NEW" : value),
    rounded: (value) => (typeof value === "number" ? Math.round((value / 2 ** 30) * 1e11) / 100 : value),
    preceded: (value) =>
        Array.isArray(value) ? [quarter((value as readonly unknown[])[0]), ...(value as readonly unknown[])] : value,
    strangers: (value) => (Array.isArray(value) ? [null, ...(value as readonly unknown[]), {}, 7, ""] : value),
};

function quarter(value: unknown): unknown {
    if (typeof value === "number") return value / 4;
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, quarter(part)]));
}

const otherCase = (text: string): string => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

/** The body with each field of that name in another form. An empty `field` is the body itself. */
export function deform(body: unknown, { field, as }: Deformation): unknown {
    const path = field === "" ? [] : field.split(".");
    // Every record of a list.
    return Array.isArray(body) && path.length > 0 ? body.map((one) => at(one, path, as)) : at(body, path, as);
}

function at(value: unknown, [name, ...rest]: readonly string[], as: Deformation["as"]): unknown {
    if (name === undefined) return forms[as](value);
    if (Array.isArray(value)) return value.map((one) => at(one, [name, ...rest], as));
    if (typeof value !== "object" || value === null || !(name in value)) return value;
    return { ...value, [name]: at((value as Record<string, unknown>)[name], rest, as) };
}
