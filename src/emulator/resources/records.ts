// What the records of several resource types have in common. A record is a row as a response shows it.
import type { z } from "zod";
import type { ConnectionPooler, Metadata } from "../../api/schemas";
import type { Quirks } from "../core/quirks";
import { hash } from "../core/random";

/** A record, and the records in it, with every field, though its value may be undefined: a forgotten field does not compile. */
export type Complete<T> = T extends string
    ? T
    : T extends readonly (infer Item)[]
      ? Complete<Item>[]
      : T extends object
        ? { [Field in keyof Required<T>]: Complete<T[Field]> }
        : T;

const poolersOff = { absent: undefined, empty: {}, null: null } as const;

function spelled(field: string, value: unknown, { nameCase, regionPrefix, typeWords }: Quirks): unknown {
    if (typeof value !== "string") return value;
    const words: Readonly<Record<string, string | undefined>> = typeWords;
    if (field === "name" && nameCase === "lower") return value.toLowerCase();
    if (field === "region_code") return `${regionPrefix}${value}`;
    return field === "service_type" ? (words[value] ?? value) : value;
}

/** The record as an API with these quirks returns it; `listed` if it is part of a list. */
export function applyQuirks<T extends object>(record: T, quirks: Quirks, listed = false): T {
    const omitted = listed ? [...quirks.omit, ...quirks.listOmit] : quirks.omit;
    const fields = Object.entries(record).filter(([field]) => !omitted.includes(field));
    const shown = fields.map(([field, value]: [string, unknown]) => {
        const isPoolerOff = field === "connection_pooler" && value === undefined;
        const current = isPoolerOff ? poolersOff[quirks.poolerOff] : spelled(field, value, quirks);
        return [field, quirks.absentAs === "null" ? (current ?? null) : current];
    });
    if (quirks.extraFields) shown.push(["introduced_later", { since: "v1.9" }]);
    return Object.fromEntries(shown) as T;
}

/** Removes the quirk's prefix from a requested region. */
export const withoutPrefix = (code: string, { regionPrefix }: Quirks): string =>
    code.startsWith(regionPrefix) ? code.slice(regionPrefix.length) : code;

const domain = "db.clouddb.example";
const lowestPort = 30_000;
const ports = 9_000;

/** A fictitious address, derived from the id. */
const addressOf = (host: string, key: string) => ({
    host: `${host}.${domain}`,
    port: lowestPort + (hash(key) % ports),
});

export const address = (id: string, projectId: string) => addressOf(`${id}.${projectId}`, id);
export const vpcAddress = (id: string, projectId: string) => addressOf(`${id}.${projectId}.vpc`, `${id}-vpc`);

export const poolerOf = (
    { id, pooler }: { readonly id: string; readonly pooler: boolean },
    projectId: string,
): Complete<z.output<typeof ConnectionPooler>> | undefined =>
    pooler ? { endpoint: addressOf(`${id}-pooler.${projectId}`, `${id}-pooler`) } : undefined;

export function metadataOf(
    { environment }: { readonly environment: string | null },
    { environmentCase }: Quirks,
): Complete<z.output<typeof Metadata>> | undefined {
    if (environment === null) return undefined;
    return { environment: environmentCase === "lower" ? environment.toLowerCase() : environment };
}
