// An operation is a list of statuses with the time at which each ends, and the fields that change at the last of them.
// Nothing runs by itself: whoever looks at a thing first brings it up to the time that it is.
import { conflict } from "./refusal";
import type { Changeable, Operation } from "./rows";
import { failed, gone, same, type Transition } from "./transitions";

/** What a fault does to an operation. */
export interface Disturbance {
    /** It stays in its first status for good. */
    stuck?: boolean;
    /** It fails at its end, with this reason. */
    failure?: string;
    /** It seems to fail for so long, and then ends well. */
    unstableMs?: number;
    /** Its effect shows this many milliseconds after the status has settled. */
    lateMs?: number;
    /** It takes this many times as long. */
    slowness?: number;
}

export const isBusy = (thing: Changeable) => thing.operation !== null;

/** Refuses the operation where the thing's state, or that of its parent service, does not allow it. */
export function checkState(thing: Changeable, transition: Transition<string>): void {
    if (isBusy(thing) && !transition.interrupts) {
        throw conflict("BUSY", `${thing.id} is ${thing.status} and busy with ${thing.operation?.name ?? "something"}.`);
    }
    if (!transition.from.includes(thing.status)) {
        throw conflict(
            isBusy(thing) ? "BUSY" : "WRONG_STATE",
            `${thing.id} is ${thing.status}; this takes ${transition.from.join(" or ")}.`,
        );
    }
}

export function checkParent(parent: Changeable, transition: Transition<string>): void {
    const allowed: readonly string[] | undefined = transition.parent;
    if (allowed && !allowed.includes(parent.status)) {
        const code = isBusy(parent) ? "BUSY" : "WRONG_STATE";
        throw conflict(code, `The service ${parent.id} is ${parent.status}; this takes ${allowed.join(" or ")}.`);
    }
}

/** The operation as it will run from `now` on; `scale` shortens or stretches every duration. */
export function schedule(
    name: string,
    transition: Transition<string>,
    options: {
        kind: Changeable["kind"];
        now: number;
        scale: number;
        change: Record<string, unknown>;
        disturbance: Disturbance;
    },
): Operation {
    const { stuck, failure, unstableMs, lateMs, slowness = 1 } = options.disturbance;
    let until = options.now;
    const phases: Operation["phases"] = transition.through.map(([status, seconds]) => {
        until += seconds * 1000 * options.scale * slowness;
        return { status, until: stuck ? null : until };
    });
    if (unstableMs !== undefined && !stuck && transition.then !== gone) {
        until += unstableMs;
        phases.push({ status: failed[options.kind], until });
    }
    if (stuck && phases.length === 0) phases.push({ status: same, until: null });
    if (lateMs !== undefined && transition.then !== gone) {
        phases.push({ status: transition.then, until: until + lateMs });
    }
    return { name, phases, phase: 0, then: transition.then, change: options.change, failure: failure ?? null };
}

/** When the operation will have ended; `undefined`: never. */
export const endOf = (operation: Operation): number | undefined => operation.phases.at(-1)?.until ?? undefined;

/** Brings the thing up to `now`. Tells when its operation has ended, and whether the thing is gone with it. */
export function settle(thing: Changeable, now: number): "running" | "ended" | typeof gone {
    const operation = thing.operation;
    if (!operation) return "ended";
    for (; operation.phase < operation.phases.length; operation.phase++) {
        const phase = operation.phases[operation.phase];
        if (!phase) break;
        if (phase.status !== same) thing.status = phase.status;
        if (phase.until === null || phase.until > now) return "running";
    }
    thing.operation = null;
    if (operation.failure !== null) {
        thing.status = failed[thing.kind];
        if (thing.kind === "peering") thing.error_message = operation.failure;
        return "ended";
    }
    Object.assign(thing, operation.change);
    if (operation.then === gone) return gone;
    if (operation.then !== same) thing.status = operation.then;
    return "ended";
}
