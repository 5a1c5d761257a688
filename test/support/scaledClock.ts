import { realpathSync } from "node:fs";
import path from "node:path";
import { systemClock, type Clock } from "../../src/shared/clock";
import { dist } from "../../src/shared/packageRoot";

const preload = path.join(realpathSync(dist), "..", "test", "support", "fastClock.js");

/** A clock that runs faster than the machine's, in this process and in the processes that get its environment. */
export function scaledClock(factor: number): Clock & { readonly environment: Readonly<Record<string, string>> } {
    const start = systemClock.now();
    return {
        now: () => start + (systemClock.now() - start) * factor,
        sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
        environment: {
            FAST_CLOCK: String(factor),
            FAST_CLOCK_START: String(start),
            NODE_OPTIONS: `--require ${preload}`,
        },
    };
}
