import type { Core } from "../core/core";

/** The list, with a record that breaks the contract where this API has one: nobody else's records are the worse for it. */
export const withMalformed = <T extends object>({ quirks }: Core, records: T[]): T[] =>
    quirks.malformedRecord
        ? [{ id: 17, service_id: null, name: ["not", "a", "name"] } as unknown as T, ...records]
        : records;
