import type { Timeouts, ResourceClient } from "../definition";
import type { Condition } from "../observation";
import { environments } from "../../api";
import type { CollectionReader } from "../wait/collectionReader";

const minute = 60_000;

/** Creating, resizing and forking take longer the more data there is. */
export const serviceTimeouts: Timeouts = { create: 45 * minute, update: 45 * minute, delete: 20 * minute };
export const networkTimeouts: Timeouts = { create: 10 * minute, update: 10 * minute, delete: 10 * minute };

/** The words of the contract in the type of a field that also admits unknown ones. */
type Listed<Word extends string> = Word extends unknown ? (string extends Word ? never : Word) : never;

/**
 * What the statuses of a record mean: a new one of the contract does not compile until it is in the table. One that the contract
 * does not list counts as busy: waiting is harmless, and the progress names the status.
 */
export const conditionOf =
    <Status extends string>(table: Readonly<Record<Listed<Status>, Condition>>) =>
    (status: string): Condition =>
        (table as Readonly<Partial<Record<string, Condition>>>)[status] ?? "busy";

/** Where to connect to. */
export interface EndpointAddress {
    host: string;
    port?: number;
}

interface MaybeAddress {
    readonly host?: string | undefined;
    readonly port?: number | undefined;
}

/** An endpoint without a host does not exist yet. */
export function endpointOf(endpoint: MaybeAddress | undefined): EndpointAddress | undefined {
    if (endpoint?.host === undefined) return undefined;
    return { host: endpoint.host, ...(endpoint.port === undefined ? {} : { port: endpoint.port }) };
}

/** A pooler with an endpoint is enabled; one without may be being enabled or disabled, so it counts as omitted. */
export function poolerOf(pooler: { readonly endpoint?: MaybeAddress | undefined } | undefined) {
    const poolerEndpoint = endpointOf(pooler?.endpoint);
    return { connectionPooler: poolerEndpoint === undefined ? undefined : true, poolerEndpoint };
}

export type Environment = (typeof environments)[number];

/** The tag as the contract writes it, where only the case differs; any other tag stays as it is. */
export const environmentOf = (tag: string | undefined): string | undefined =>
    environments.find((one) => one === tag?.toUpperCase()) ?? tag;

export type Size = number | "shared";

/** A size for people: `4 CPU / 16 GB`, `0.5 CPU / 2 GB`, `shared`. */
export const sizeText = (cpuMillis: Size, memoryGbs: Size): string =>
    cpuMillis === "shared" ? "shared" : `${cpuMillis / 1000} CPU / ${memoryGbs} GB`;

/** How a resource is read and waited for that has a collection of its own in the API. */
export const readerClient = <ApiRecord>(
    reader: CollectionReader<ApiRecord>,
    id: string,
): Pick<ResourceClient<never, ApiRecord>, "read" | "until"> => ({
    read: ({ single = false, fresh }) => (single ? reader.get(id) : reader.read(id, { fresh })),
    until: (wait) => reader.until(id, wait),
});
