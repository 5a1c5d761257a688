// Reads what an answer shows, field by field: a field that cannot be read counts as one that is not shown, and spoils no other.
// Obvious spellings are read: decimal text for a number, a number for text, any case of the contract's words, an object in place of a
// list of one. `null` and the empty text count as absent. Only the id decides whether an object is a record.
import { z } from "zod";
import { isObject } from "../../shared/objects";
import { quoted } from "../../shared/visible";

/** How one field of an answer differs from the contract. It never contains a secret. */
export interface Oddity {
    /** In the API's names: `resources[].spec.cpu_millis`; empty for the body itself. */
    readonly path: string;
    /** What the contract has: `a number`. */
    readonly expected: string;
    /** What the answer has: `the text "1000"`, `a list`, `nothing`. */
    readonly found: string;
    readonly counts: Counts;
}

/**
 * What a field counts as that differs from the contract: as what it means in another spelling, as a word that the contract does not have,
 * or as not shown, since the answer has nothing there or something that cannot be read.
 */
export type Counts = "as meant" | "as unknown" | "as absent" | "as unreadable";

type Key<T> = Extract<keyof T, "id" | "service_id">;
/** The field without which an object is no record: `id` or `service_id`, where the contract requires it. */
type IdOf<T> = { [K in Key<T>]: undefined extends T[K] ? never : K }[Key<T>];
type Plain = string | number | boolean | undefined;

/** What of `T` an answer can be relied on to show: nothing but the id of a record. */
export type Shown<T> = T extends Plain
    ? T
    : T extends readonly (infer Item)[]
      ? Shown<Item>[]
      : { [K in IdOf<T>]: T[K] } & { [K in Exclude<keyof T, IdOf<T>>]?: Shown<T[K]> };

const ids = ["service_id", "id"];

/** The name of the field without which an object of this schema is no record. */
export const idFieldOf = (schema: z.ZodType): string | undefined =>
    schema instanceof z.ZodObject
        ? ids.find((id) => id in schema.shape && !((schema.shape as Shape)[id] instanceof z.ZodOptional))
        : undefined;

type Shape = Readonly<Record<string, z.ZodType>>;
interface Meta {
    /** The contract's words, where others are no error. */
    readonly words?: readonly string[];
    /** The contract's words by longer ones that mean the same. */
    readonly longWords?: Readonly<Record<string, string>>;
    /** Deprecated names by the current ones. */
    readonly aliases?: Readonly<Record<string, string>>;
    readonly isMoment?: true;
    readonly isSecret?: true;
}

/** Where an oddity is reported. */
export type Note = (oddity: Oddity) => void;

const isBlank = (raw: unknown): boolean =>
    raw === undefined || raw === null || (typeof raw === "string" && raw.trim() === "");

/** What the schema describes, read from `raw`; undefined where it shows nothing that can be read. */
export function readShown(schema: z.ZodType, raw: unknown, note: Note, path = ""): unknown {
    const optional = schema instanceof z.ZodOptional;
    const inner = optional ? (schema.unwrap() as z.ZodType) : schema;
    const differs = (counts: Counts) => note({ path, expected: schemaText(inner), found: foundIn(raw, inner), counts });
    if (isBlank(raw)) {
        // That an answer leaves an optional field out, or sends null for it, is what the contract allows.
        if (!optional) differs("as absent");
        return undefined;
    }
    const value = valueOf(inner, raw, note, path);
    const counts = countsAs(inner, raw, value);
    if (counts !== undefined) differs(counts);
    return value;
}

function countsAs(schema: z.ZodType, raw: unknown, value: unknown): Counts | undefined {
    if (value === undefined) return "as unreadable";
    const { words } = metaOf(schema);
    if (words !== undefined && !words.some((word) => word === value)) return "as unknown";
    const isSame = typeof value === "object" ? Array.isArray(raw) === schema instanceof z.ZodArray : value === raw;
    return isSame ? undefined : "as meant";
}

const metaOf = (schema: z.ZodType): Meta => (schema.meta() ?? {}) as Meta;

function valueOf(schema: z.ZodType, raw: unknown, note: Note, path: string): unknown {
    if (schema instanceof z.ZodObject) return objectOf(schema, raw, note, path);
    if (schema instanceof z.ZodArray) return listOf(schema.element as z.ZodType, raw, note, path);
    if (schema instanceof z.ZodNumber) return numberOf(raw);
    if (schema instanceof z.ZodBoolean) return flagOf(raw);
    const { words, longWords = {}, isMoment } = metaOf(schema);
    if (isMoment) return momentOf(raw);
    return words === undefined ? textOf(raw) : wordOf(raw, words, longWords);
}

const decimal = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function numberOf(raw: unknown): number | undefined {
    const number = typeof raw === "string" && decimal.test(raw.trim()) ? Number(raw) : raw;
    return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** A number that JSON cannot carry exactly is no text: two ids would become one. */
function textOf(raw: unknown): string | undefined {
    if (typeof raw === "number") return Number.isInteger(raw) && !Number.isSafeInteger(raw) ? undefined : String(raw);
    return typeof raw === "string" ? raw : undefined;
}

function flagOf(raw: unknown): boolean | undefined {
    if (typeof raw === "boolean") return raw;
    const text = typeof raw === "string" ? raw.trim().toLowerCase() : raw;
    if (text === "true" || text === 1) return true;
    return text === "false" || text === 0 ? false : undefined;
}

/** In the contract's spelling; a word that the contract does not have stays as it is. */
function wordOf(raw: unknown, words: readonly string[], longWords: Readonly<Record<string, string>>) {
    if (typeof raw !== "string") return undefined;
    const given = raw.trim();
    const known = [...words, ...Object.keys(longWords)].find((word) => word.toLowerCase() === given.toLowerCase());
    return known === undefined ? given : (longWords[known] ?? known);
}

/** Seconds since the epoch up to the year 5138; more are milliseconds. */
const mostSeconds = 100_000_000_000;

/** A timestamp as text, from an epoch number as well. */
function momentOf(raw: unknown): string | undefined {
    const epoch = numberOf(raw);
    if (epoch === undefined) return typeof raw === "string" ? raw : undefined;
    const moment = new Date(Math.abs(epoch) < mostSeconds ? epoch * 1000 : epoch);
    return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

function objectOf(schema: z.ZodObject, raw: unknown, note: Note, path: string): object | undefined {
    const shown = readFields(schema, raw, note, path);
    const id = idFieldOf(schema);
    return id !== undefined && shown?.[id] === undefined ? undefined : shown;
}

/** What an object shows, though it may have no id. */
export function readFields(schema: z.ZodObject, raw: unknown, note: Note, path = "") {
    const given: unknown = Array.isArray(raw) && raw.length === 1 ? raw[0] : raw;
    if (!isObject(given)) return undefined;
    const { aliases = {} } = metaOf(schema);
    const shown: Record<string, unknown> = {};
    for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
        const alias = aliases[name];
        const value = alias !== undefined && isBlank(own(given, name)) ? own(given, alias) : own(given, name);
        const read = readShown(field, value, note, path === "" ? name : `${path}.${name}`);
        if (read !== undefined) shown[name] = read;
    }
    return shown;
}

const own = (object: Record<string, unknown>, name: string): unknown =>
    Object.hasOwn(object, name) ? object[name] : undefined;

/** A list of which an entry may be a record that cannot be read does not tell what it contains: it is not shown. */
function listOf(item: z.ZodType, raw: unknown, note: Note, path: string): unknown[] | undefined {
    const given = Array.isArray(raw) ? raw : isObject(raw) ? [raw] : undefined;
    if (given === undefined) return undefined;
    const shown: unknown[] = [];
    for (const entry of given) {
        const read = readShown(item, entry, note, `${path}[]`);
        if (read !== undefined) shown.push(read);
        else if (idFieldOf(item) !== undefined && mayBeRecord(entry)) return undefined;
    }
    return withoutRepeats(item, shown);
}

/** Two entries of one id are one record. */
export function withoutRepeats<T>(item: z.ZodType, shown: readonly T[]): T[] {
    const id = idFieldOf(item);
    if (id === undefined) return [...shown];
    const byId = new Map<unknown, T>();
    for (const one of shown) {
        const key = (one as Record<string, unknown>)[id];
        if (!byId.has(key)) byId.set(key, one);
    }
    return [...byId.values()];
}

/** Whether a list's entry without a readable id may be a record: it has fields, whatever they are, or is a text, such as an id alone. */
export const mayBeRecord = (entry: unknown): boolean =>
    typeof entry === "string" ? entry.trim() !== "" : isObject(entry) && Object.keys(entry).length > 0;

function schemaText(schema: z.ZodType): string {
    if (schema instanceof z.ZodObject) return idFieldOf(schema) === undefined ? "an object" : "a record with an id";
    if (schema instanceof z.ZodArray) return "a list";
    if (schema instanceof z.ZodNumber) return "a number";
    if (schema instanceof z.ZodBoolean) return "true or false";
    const { words, isMoment } = metaOf(schema);
    if (isMoment) return "a time";
    return words === undefined ? "a text" : `one of ${words.join(", ")}`;
}

/** Longer texts, in characters, are not shown. */
const longest = 60;

/** The value where it is short, and is no text that may be a secret or the name of something. */
function foundIn(raw: unknown, schema: z.ZodType): string {
    if (raw === undefined) return "nothing";
    if (raw === null) return "null";
    if (Array.isArray(raw)) return "a list";
    if (typeof raw === "object") return "an object";
    if (raw === "") return "an empty text";
    if (typeof raw !== "string")
        return metaOf(schema).isSecret ? `a ${typeof raw}` : `the ${typeof raw} ${quoted(raw)}`;
    const { words, isMoment } = metaOf(schema);
    const isPlain = schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean;
    const isShown = raw.length <= longest && (isPlain || isMoment === true || words !== undefined);
    return isShown ? `the text ${quoted(raw)}` : "a text";
}
