import type * as Undici from "undici";
import { defaults } from "./defaults";

type Pool = Undici.Pool;

interface Shared {
    readonly pool: Pool;
    users: number;
}

const pools = new Map<string, Shared>();

export interface Lease {
    /** @throws Error - after {@link release}. */
    pool(): Pool;
    /** Releases the lease. The last release closes the connections once requests in progress have finished. */
    release(): Promise<void>;
}

/** Loaded with the first request, since a program that only registers resources sends nothing. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const poolClass = (): typeof Undici.Pool => (require("undici") as typeof Undici).Pool;

function connect(origin: string, connections: number): Pool {
    return new (poolClass())(origin, {
        connections,
        connectTimeout: defaults.connectTimeout,
        headersTimeout: defaults.headersTimeout,
        bodyTimeout: defaults.bodyTimeout,
        maxResponseSize: defaults.maxAnswerBytes,
    });
}

/**
 * Leases the connection pool of an origin. Clients with the same limit share one pool, so that the limit applies to all
 * of them together and connections are reused.
 */
export function leasePool(origin: string, connections: number): Lease {
    const key = `${connections} to ${origin}`;
    const shared = pools.get(key) ?? { pool: connect(origin, connections), users: 0 };
    pools.set(key, shared);
    shared.users++;
    let released = false;
    return {
        pool() {
            if (released) throw new Error("The client is closed.");
            return shared.pool;
        },
        async release() {
            if (released) return;
            released = true;
            if (--shared.users > 0) return;
            pools.delete(key);
            await shared.pool.close();
        },
    };
}
