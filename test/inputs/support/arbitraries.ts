import fc from "fast-check";
import { unknownValue } from "../../../src/provider/dynamic/inputs";
import type { PropertyMap } from "../../support/inProcess";

/** How many times the usual number of runs: `FUZZ=20 npx jest test/inputs/fuzz`. */
export const times = (usual: number) => ({ numRuns: Math.ceil(usual * Number(process.env["FUZZ"] ?? 1)) });

/** Strings that are special somewhere: in paths, templates, terminals, objects, shells or headers. */
const meant = [
    ...["..", ".", "../../auth/info", "a/b", "%2f..%2f", "%00", "?x=1", "#", "a\\b", "http://127.0.0.1:1/v1"],
    ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"],
    ...["${process.env.HOME}", "{project_id}", "{{7*7}}", "$(id)", "`id`", "'; DROP TABLE services; --"],
    ...["\u0000", "\r\nX-Injected: 1", "\u001b[2J", "\u202e", "\ufeff", "\ud800", "🚀".repeat(64), "x".repeat(20_000)],
    ...[" ", "", "NaN", "null", "shared", "urn:pulumi:a::b::c::d", unknownValue],
];
export const hostileText = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...meant) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }) },
);

/** Any JSON, including special keys. Parsed, so that `__proto__` is a key like any other, as it is on the wire. */
export const anyJson: fc.Arbitrary<unknown> = fc
    .anything({
        key: hostileText,
        values: [hostileText, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)],
        maxDepth: 4,
        maxKeys: 4,
    })
    .map((value): unknown => JSON.parse(JSON.stringify(value)));

const textOf = (entries: [string, unknown][]) =>
    `{${entries.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(", ")}}`;

/** A bag with some of these keys, mostly with what is right for them, and some others. */
export const bagOf = (likely: PropertyMap): fc.Arbitrary<PropertyMap> =>
    fc
        .tuple(
            fc.record(
                Object.fromEntries(
                    Object.entries(likely).map(([key, value]) => [
                        key,
                        fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: anyJson }),
                    ]),
                ),
                { requiredKeys: [] },
            ),
            fc.oneof(
                { weight: 4, arbitrary: fc.constant([]) },
                { weight: 1, arbitrary: fc.array(fc.tuple(hostileText, anyJson)) },
            ),
        )
        .map(([bag, others]) => JSON.parse(textOf([...Object.entries(bag), ...others])) as PropertyMap);

/** The value with something else at one place in it, at any depth. */
export const damaged = (value: unknown): fc.Arbitrary<unknown> => {
    const places = placesIn(value);
    return fc
        .tuple(fc.constantFrom(...places), fc.option(anyJson, { nil: undefined }))
        .map(([place, other]) => replaced(value, place, other));
};

const placesIn = (value: unknown): string[][] =>
    typeof value === "object" && value !== null
        ? [[], ...Object.entries(value).flatMap(([key, item]) => placesIn(item).map((rest) => [key, ...rest]))]
        : [[]];

function replaced(value: unknown, [first, ...rest]: readonly string[], other: unknown): unknown {
    if (first === undefined) return other;
    if (Array.isArray(value))
        return value.map((item: unknown, index) => (String(index) === first ? replaced(item, rest, other) : item));
    const bag = value as PropertyMap;
    const changed = { ...bag, [first]: replaced(bag[first], rest, other) };
    return Object.fromEntries(Object.entries(changed).filter(([, item]) => item !== undefined));
}
