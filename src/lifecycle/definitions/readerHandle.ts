import type { Handle } from "../definition";
import type { CollectionReader } from "../wait/collectionReader";

/** How a resource is read and waited for that has a collection of its own in the API. */
export const readerHandle = <ApiRecord>(
    reader: CollectionReader<ApiRecord>,
    id: string,
): Pick<Handle<never, ApiRecord>, "read" | "until"> => ({
    read: ({ single = false, fresh }) => (single ? reader.get(id) : reader.read(id, { fresh })),
    until: (wait) => reader.until(id, wait),
});
