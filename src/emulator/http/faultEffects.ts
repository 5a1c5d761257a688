import type { FaultEffect } from "../core/faults";
import type { Disturbance } from "../core/operations";

export type Interruption = Extract<FaultEffect, { kind: "status" | "rateLimit" | "busy" | "drop" | "hang" | "html" }>;

/** Whether the fault replaces the response before or after the change is applied, if it does. */
function sideOf(effect: FaultEffect): "before" | "after" | undefined {
    switch (effect.kind) {
        case "status":
        case "rateLimit":
        case "html":
        case "drop":
        case "hang":
            return effect.when;
        case "busy":
            return "before";
        default:
            return undefined;
    }
}

/** The first fault that replaces the response before or after the change. */
export const interruption = (effects: readonly FaultEffect[], side: "before" | "after") =>
    effects.find((effect): effect is Interruption => sideOf(effect) === side);

export const latency = (effects: readonly FaultEffect[]): number =>
    effects.reduce((sum, effect) => sum + (effect.kind === "latency" ? effect.ms : 0), 0);

/** The combined effect of faults on the operation that the request starts. */
export function disturbanceOf(effects: readonly FaultEffect[]): Disturbance {
    const disturbance: Disturbance = {};
    for (const effect of effects) {
        if (effect.kind === "stuck") disturbance.stuck = true;
        if (effect.kind === "fail") disturbance.failure = effect.message;
        if (effect.kind === "unstable") disturbance.unstableMs = effect.ms;
        if (effect.kind === "late") disturbance.lateMs = effect.ms;
        if (effect.kind === "slow") disturbance.slowness = effect.factor;
    }
    return disturbance;
}

export const isOfAnother = (effects: readonly FaultEffect[]): boolean =>
    effects.some(({ kind }) => kind === "anotherRecord");
