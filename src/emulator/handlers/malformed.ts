import type { Core } from "../core/core";

/** Adds a record that violates the contract if the quirk `malformedRecord` is set. */
export const withMalformed = <T extends object>({ quirks }: Core, records: T[]): T[] =>
    quirks.malformedRecord
        ? [{ id: 17, service_id: null, name: ["not", "a", "name"] } as unknown as T, ...records]
        : records;
