import type { Mishap } from "../core/faults";
import type { Disturbance } from "../core/operations";

export type Interruption = Extract<Mishap, { kind: "status" | "rateLimit" | "busy" | "drop" | "hang" | "html" }>;

/** On which side of the work the fault takes the place of the answer; `undefined`: on none. */
function sideOf(mishap: Mishap): "before" | "after" | undefined {
    switch (mishap.kind) {
        case "status":
        case "rateLimit":
        case "html":
        case "drop":
        case "hang":
            return mishap.when;
        case "busy":
            return "before";
        default:
            return undefined;
    }
}

/** The first fault that takes the place of the answer on that side of the work. */
export const interruption = (mishaps: readonly Mishap[], side: "before" | "after") =>
    mishaps.find((mishap): mishap is Interruption => sideOf(mishap) === side);

export const latency = (mishaps: readonly Mishap[]): number =>
    mishaps.reduce((sum, mishap) => sum + (mishap.kind === "latency" ? mishap.ms : 0), 0);

/** What the faults do to the operation that the request starts. */
export function disturbanceOf(mishaps: readonly Mishap[]): Disturbance {
    const disturbance: Disturbance = {};
    for (const mishap of mishaps) {
        if (mishap.kind === "stuck") disturbance.stuck = true;
        if (mishap.kind === "fail") disturbance.failure = mishap.message;
        if (mishap.kind === "unstable") disturbance.unstableMs = mishap.ms;
        if (mishap.kind === "late") disturbance.lateMs = mishap.ms;
        if (mishap.kind === "slow") disturbance.slowness = mishap.factor;
    }
    return disturbance;
}
