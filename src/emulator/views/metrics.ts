import type { ServiceRow } from "../core/rows/service";
import { hash } from "../core/random";

const sampleMs = 60_000;
const sharedCpuMillis = 500;
const sharedMemoryGbs = 1;
const growthPerHourMb = 12;

/** Simulated usage: changes every minute, with growing storage. `undefined` unless the service is running. */
export function metricsOf(row: ServiceRow, now: number) {
    if (!row.endpoint || row.status === "PAUSED") return undefined;
    const load = (hash(`${row.id}/${Math.floor(now / sampleMs)}`) % 1000) / 1000;
    const hours = Math.max(0, now - row.created_at) / 3_600_000;
    return {
        milli_cpu: Math.round((row.cpu_millis ?? sharedCpuMillis) * (0.05 + 0.7 * load)),
        memory_mb: Math.round((row.memory_gbs ?? sharedMemoryGbs) * 1024 * (0.3 + 0.3 * load)),
        storage_mb: Math.round(40 + (hash(row.id) % 400) + hours * growthPerHourMb),
    };
}
