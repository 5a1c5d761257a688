// An operation is a list of statuses, each with the time at which it ends, and the fields that change at the end of the
// last one. There are no timers: every access first brings the row up to the current time.
import { conflict } from "./refusal";
import { type Changeable, rowTypes } from "./rows";
import type { Operation } from "./rows/row";
import { gone, same, type Transition } from "./transition";

/** What a fault does to an operation. */
export interface Disturbance {
    /** The operation stays in its first status forever. */
    stuck?: boolean;
    /** The operation fails at its end with this message. */
    failure?: string;
    /** The operation appears to fail for this time, in milliseconds, and then succeeds. */
    unstableMs?: number;
    /** Delay between the final status and the effect, in milliseconds. */
    lateMs?: number;
    /** Factor for the duration. */
    slowness?: number;
}

export const isBusy = (row: Changeable) => row.operation !== null;

/** Throws a refusal if the row's status does not allow the operation. */
export function checkState(row: Changeable, transition: Transition<string>): void {
    if (isBusy(row) && !transition.interrupts) {
        throw conflict("BUSY", `${row.id} is ${row.status} and busy with ${row.operation?.name ?? "something"}.`);
    }
    if (!transition.from.includes(row.status)) {
        throw conflict(
            isBusy(row) ? "BUSY" : "WRONG_STATE",
            `${row.id} is ${row.status}; this takes ${transition.from.join(" or ")}.`,
        );
    }
}

export function checkParent(parent: Changeable, transition: Transition<string>): void {
    const allowed: readonly string[] | undefined = transition.parent;
    if (allowed && !allowed.includes(parent.status)) {
        const code = isBusy(parent) ? "BUSY" : "WRONG_STATE";
        throw conflict(
            code,
            `The ${rowTypes[parent.kind].noun} ${parent.id} is ${parent.status}; this takes ${allowed.join(" or ")}.`,
        );
    }
}

/** Schedules an operation that starts at `now`; `scale` is a factor for all durations. */
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
        phases.push({ status: rowTypes[options.kind].failed, until });
    }
    if (stuck && phases.length === 0) phases.push({ status: same, until: null });
    if (lateMs !== undefined && transition.then !== gone) {
        phases.push({ status: transition.then, until: until + lateMs });
    }
    return { name, phases, phase: 0, then: transition.then, change: options.change, failure: failure ?? null };
}

/** The end of the operation; `undefined` if it is stuck. */
export const endOf = (operation: Operation): number | undefined => operation.phases.at(-1)?.until ?? undefined;

/** Brings the row up to `now`. Returns `gone` if the operation has ended and the row must be removed. */
export function settle(row: Changeable, now: number): "running" | "ended" | typeof gone {
    const operation = row.operation;
    if (!operation) return "ended";
    const { kind } = row;
    const event = { operation: operation.name };
    const enter = (status: string, at: number) => {
        if (status === same || status === row.status) return;
        row.status = status;
        rowTypes[kind].onEvent(row, { ...event, type: "status", status, at });
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
        rowTypes[kind].onEvent(row, { ...event, type: "failed", message: operation.failure, at });
        enter(rowTypes[kind].failed, at);
        rowTypes[kind].onFailure(row, operation.failure);
        return "ended";
    }
    Object.assign(row, operation.change);
    if (operation.then === gone) return gone;
    rowTypes[kind].onEvent(row, { ...event, type: "completed", at });
    enter(operation.then, at);
    return "ended";
}
