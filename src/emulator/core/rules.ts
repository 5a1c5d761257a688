// Validation beyond the schemas.
import { unprocessable } from "./refusal";

/** A size; `null` for shared resources. */
export interface Size {
    cpu_millis: number | null;
    memory_gbs: number | null;
}

/** The first is the default. */
export const regions = [
    "us-east-1",
    "us-east-2",
    "us-west-1",
    "us-west-2",
    "ca-central-1",
    "eu-central-1",
    "eu-north-1",
    "eu-west-1",
    "eu-west-2",
    "eu-west-3",
    "ap-northeast-1",
    "ap-south-1",
    "ap-southeast-1",
    "ap-southeast-2",
    "sa-east-1",
] as const;

export const defaultSize: Size = { cpu_millis: 500, memory_gbs: 2 };
export const defaultEnvironment = "DEV";

const longestName = 128;
const shared = "shared";

export function checkRegion(region: string): void {
    if (!regions.some((known) => known === region)) {
        throw unprocessable("INVALID_REGION", `region_code: there is no region ${region}.`);
    }
}

export function checkName(name: string): void {
    if (name.trim() === "" || name.length > longestName) {
        throw unprocessable("INVALID_NAME", `name: 1 to ${longestName} characters.`);
    }
}

export function checkPassword(password: string): void {
    if (password === "") throw unprocessable("INVALID_PASSWORD", "password: must not be empty.");
}

export function checkCounts(replicas: number, synchronous: number): void {
    if (synchronous > replicas) {
        throw unprocessable(
            "INVALID_HA",
            `sync_replica_count: ${synchronous} synchronous of ${replicas} replicas is not possible.`,
        );
    }
}

export function checkFigures(cpuMillis: number, memoryGbs: number): void {
    if (!Number.isInteger(cpuMillis) || cpuMillis <= 0) {
        throw unprocessable("INVALID_SIZE", "cpu_millis: a whole number above 0.");
    }
    if (!Number.isFinite(memoryGbs) || memoryGbs <= 0) throw unprocessable("INVALID_SIZE", "memory_gbs: above 0.");
}

const figure = (text: string | undefined, fallback: number | null): number | null =>
    text === undefined ? fallback : text === shared ? null : Number(text);

/** The requested size; `fallback` provides omitted values. */
export function sizeOf(body: { cpu_millis?: string; memory_gbs?: string }, fallback: Size): Size {
    const cpuMillis = figure(body.cpu_millis, fallback.cpu_millis);
    const memoryGbs = figure(body.memory_gbs, fallback.memory_gbs);
    if (cpuMillis === null && memoryGbs === null) return { cpu_millis: null, memory_gbs: null };
    if (cpuMillis === null || memoryGbs === null) {
        throw unprocessable("INVALID_SIZE", `cpu_millis, memory_gbs: both are ${shared} or neither is.`);
    }
    checkFigures(cpuMillis, memoryGbs);
    return { cpu_millis: cpuMillis, memory_gbs: memoryGbs };
}
