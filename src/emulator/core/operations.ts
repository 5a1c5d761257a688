// An operation is a list of statuses, each with the time at which it ends, and the fields that change at the end of the
// last one. There are no timers: every access first brings the row up to the current time.
import { type Changeable, typeOf } from "../resources";
import { gone, type Operation, phasesOf, same, type Transition } from "../resources/resourceType";
import type { Disturbance } from "./faults";
import { conflict } from "./refusals";

export function transitionOf(row: Changeable, name: string): Transition {
    const transition = typeOf(row).transitions[name];
    if (!transition) throw new Error(`there is no operation ${name} on a ${row.kind}`);
    return transition;
}

const failedStatus = (row: Changeable) => typeOf(row).failed ?? same;

/** Throws a refusal if the row's status does not allow the operation. */
export function checkState(row: Changeable, { from, interrupts }: Transition): void {
    const { id, status, operation } = row;
    if (operation && !interrupts) throw conflict("BUSY", `${id} is ${status} and busy with ${operation.name}.`);
    if (!from.includes(status)) {
        throw conflict(operation ? "BUSY" : "WRONG_STATE", `${id} is ${status}; this takes ${from.join(" or ")}.`);
    }
}

/** Throws a refusal if the parent's status does not allow the operation. */
export function checkParent(parent: Changeable, { parent: allowed }: Transition): void {
    if (!allowed || allowed.includes(parent.status)) return;
    const subject = `The ${typeOf(parent).noun} ${parent.id}`;
    throw conflict(
        parent.operation ? "BUSY" : "WRONG_STATE",
        `${subject} is ${parent.status}; this takes ${allowed.join(" or ")}.`,
    );
}

interface Schedule {
    /** The start, in milliseconds since the epoch. */
    readonly now: number;
    readonly scale: number;
    readonly change?: Record<string, unknown>;
    readonly disturbance?: Disturbance;
}

/** The operation of this name on a row. */
export function schedule(row: Changeable, name: string, options: Schedule): Operation {
    const { now, scale, change = {}, disturbance = {} } = options;
    const { stuck, fail, unstable, late, slow } = disturbance;
    const transition = transitionOf(row, name);
    const { then } = transition;
    let until = now;
    const phases: Operation["phases"] = phasesOf(transition).map(([status, seconds]) => {
        until += seconds * 1000 * scale * (slow?.factor ?? 1);
        return { status, until: stuck ? null : until };
    });
    if (unstable && !stuck && then !== gone) {
        until += unstable.ms;
        phases.push({ status: failedStatus(row), until });
    }
    if (stuck && phases.length === 0) phases.push({ status: same, until: null });
    if (late && then !== gone) phases.push({ status: then, until: until + late.ms });
    return { name, phases, phase: 0, then, change, failure: fail?.message ?? null };
}

/** The end of the operation; `undefined` if it is stuck. */
export const endOf = (operation: Operation): number | undefined => operation.phases.at(-1)?.until ?? undefined;

/** Brings the row up to `now`. Returns `gone` if the operation has ended and the row must be removed. */
export function settle(row: Changeable, now: number): "running" | "ended" | typeof gone {
    const { operation } = row;
    if (!operation) return "ended";
    const type = typeOf(row);
    const enter = (status: string, at: number) => {
        if (status === same || status === row.status) return;
        row.status = status;
        type.onEvent?.(row, { type: "status", operation: operation.name, status, at });
    };
    for (; operation.phase < operation.phases.length; operation.phase++) {
        const phase = operation.phases[operation.phase];
        if (!phase) break;
        enter(phase.status, operation.phases[operation.phase - 1]?.until ?? now);
        if (phase.until === null || phase.until > now) return "running";
    }
    row.operation = null;
    const at = endOf(operation) ?? now;
    if (operation.failure !== null) {
        type.onEvent?.(row, { type: "failed", operation: operation.name, message: operation.failure, at });
        enter(failedStatus(row), at);
        return "ended";
    }
    Object.assign(row, operation.change);
    if (operation.then === gone) return gone;
    type.onEvent?.(row, { type: "completed", operation: operation.name, at });
    enter(operation.then, at);
    return "ended";
}
