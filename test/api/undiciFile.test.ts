// The file of undici with its connection pool is not part of undici's interface: where there is none, undici's main file is loaded.
import type * as pools from "../../src/api/pool";

const file = "undici/lib/dispatcher/pool.js";

/** Leases a pool where the file fails to load with this code. */
function lease(code: string): { readonly leased: pools.Lease; readonly attempts: number } {
    let attempts = 0;
    let leased: pools.Lease | undefined;
    jest.isolateModules(() => {
        jest.doMock(file, () => {
            attempts++;
            if (attempts === 1) throw Object.assign(new Error("cannot be loaded"), { code });
            // The main file loads it as well.
            return jest.requireActual<object>(file);
        });
        leased = jest.requireActual<typeof pools>("../../src/api/pool").leasePool("http://127.0.0.1:9", 1);
    });
    return { leased: leased!, attempts };
}

test.each(["MODULE_NOT_FOUND", "ERR_PACKAGE_PATH_NOT_EXPORTED"])("%s: the main file has it, too", async (code) => {
    const { leased, attempts } = lease(code);
    expect([leased.pool().constructor.name, attempts]).toEqual(["Pool", 2]);
    await leased.release();
});

test("any other failure to load it is told", () => {
    expect(() => lease("EACCES")).toThrow("cannot be loaded");
});
