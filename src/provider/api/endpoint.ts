import { isObject } from "../../shared/objects";
import type { z } from "zod";
import type { ApiError } from "./errors";
import type { Shown } from "./shown";
import type { Verb } from "./transport";

// The API uses snake_case, the package camelCase. Keys are converted in the client, at run time and in the types.

type CamelWord<S extends string> = S extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<CamelWord<Tail>>}`
    : S;

type Primitive = string | number | boolean | null | undefined;

/** `T` with all keys in camelCase, at any depth. */
export type Camelized<T> = T extends Primitive
    ? T
    : T extends readonly (infer Item)[]
      ? Camelized<Item>[]
      : { [K in keyof T as K extends string ? CamelWord<K> : K]: Camelized<T[K]> };

export const camelWord = (word: string): string =>
    word.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function renameKeys(value: unknown, rename: (word: string) => string): unknown {
    if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), renameKeys(item, rename)]));
}

export const camelize = <T>(value: T): Camelized<T> => renameKeys(value, camelWord) as Camelized<T>;

export const snakeize = (value: unknown): unknown =>
    renameKeys(value, (word) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

export interface Endpoint {
    readonly verb: Verb;
    readonly path: string;
    /** Schema of the request body, with the API's field names. */
    readonly body?: z.ZodType;
    /** Schema of the query, with the API's names; an array is sent as a repeated parameter. */
    readonly query?: z.ZodType;
    /** Schema of the response body; absent if the contract does not define one. */
    readonly answer?: z.ZodType;
    /** The path parameter whose value is the id of the answered record. Another id violates the contract. */
    readonly shows?: string;
    /** The contract leaves the response body open: a missing or different body is read as `undefined`. */
    readonly mayBeEmpty: boolean;
}

export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | PathParameters<Rest>
    : never;

/** The request body, with the API's field names. */
export type BodyOf<E> = E extends { readonly body: z.ZodType<infer Body> } ? Body : object;
export type QueryOf<E> = E extends { readonly query: z.ZodType<infer Query> } ? Query : object;
type PathOf<E> = E extends { readonly path: infer Path extends string } ? Record<PathParameters<Path>, string> : object;
type AnswerOf<E> = E extends { readonly answer: z.ZodArray<infer Item> }
    ? RecordList<Camelized<Shown<z.infer<Item>>>>
    : E extends { readonly answer: z.ZodType<infer Answer> }
      ? Camelized<Shown<Answer>>
      : undefined;

/** A call's arguments: path parameters and fields of the body or query in one object, in camelCase. */
export type EndpointArgs<E> = Camelized<PathOf<E>> & Camelized<BodyOf<E>> & Camelized<QueryOf<E>>;

/** A call's result, in camelCase; `undefined` for an optional body. A DELETE returns `true`, or `false` for 404 and 410. */
export type EndpointResult<E> = E extends { readonly verb: "DELETE" }
    ? boolean
    : AnswerOf<E> | (E extends { readonly mayBeEmpty: true } ? undefined : never);

type Schemas = Pick<Endpoint, "body" | "query" | "answer" | "shows">;
export const endpoint =
    <const V extends Verb, const Empty extends boolean>(verb: V, mayBeEmpty: Empty) =>
    <const Path extends string, const S extends Schemas = object>(path: Path, schemas?: S) =>
        ({ verb, path, mayBeEmpty, ...(schemas as S) }) as const;

/** A list item that violates the contract. */
export interface UnreadableRecord {
    /** The item's id, if it has a readable one. */
    readonly id?: string;
    /** The item's name, if it has a readable one. */
    readonly name?: string;
    /** The field and the problem, without its value. */
    readonly detail: string;
    /** The error for a caller that needs the record: of the kind `contract`, with its id and name. */
    readonly error: ApiError;
}

/** A list as the API returns it. A record that violates the contract does not make the others unreadable. */
export interface RecordList<ApiRecord> {
    readonly records: readonly ApiRecord[];
    /** The items that are missing from `records`, since they violate the contract. */
    readonly unreadable: readonly UnreadableRecord[];
}

export const noRecords: RecordList<never> = { records: [], unreadable: [] };

/**
 * The records of a list from which no relevant record is missing.
 *
 * @param matters - whether a missing record is relevant. Default: all are.
 * @throws ApiError - of the kind `contract`, naming the first relevant record that could not be read.
 */
export function assertNoUnreadable<ApiRecord>(
    { records, unreadable }: RecordList<ApiRecord>,
    matters: (record: UnreadableRecord) => boolean = () => true,
): readonly ApiRecord[] {
    const first = unreadable.find(matters);
    if (first !== undefined) throw first.error;
    return records;
}
