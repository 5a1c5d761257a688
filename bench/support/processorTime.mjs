import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

/** Milliseconds of processor time of this process and of those of its children that have ended; undefined where only Linux tells. */
function processorTime() {
    try {
        const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ");
        const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
        return (user + system + childUser + childSystem) * 10;
    } catch {
        return undefined;
    }
}

/** How long something takes: by the clock, and of the processor. */
export async function timed(act) {
    const cpu = processorTime();
    const begun = performance.now();
    const result = await act();
    const ms = performance.now() - begun;
    const after = processorTime();
    return { result, ms, cpuMs: cpu === undefined || after === undefined ? undefined : after - cpu };
}
