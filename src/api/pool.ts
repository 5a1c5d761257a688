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

/**
 * Loaded with the first request, since a program that only registers resources sends nothing. By its own file: the main file loads
 * another 80, with `fetch`, caches, mocks and WebSockets, which takes three times as long.
 */
function poolClass(): typeof Undici.Pool {
    /* eslint-disable @typescript-eslint/no-require-imports */
    try {
        return require("undici/lib/dispatcher/pool.js") as typeof Undici.Pool;
    } catch (error) {
        // The place of the file is not part of undici's interface, so that a later version may have another one.
        const { code } = error as NodeJS.ErrnoException;
        if (code !== "MODULE_NOT_FOUND" && code !== "ERR_PACKAGE_PATH_NOT_EXPORTED") throw error;
        return (require("undici") as typeof Undici).Pool;
    }
    /* eslint-enable @typescript-eslint/no-require-imports */
}

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
