// What a lifecycle consists of. For each operation: the statuses in which it is allowed, the statuses it passes through with
// their duration in seconds (before the time scale), and the final status. The effect is visible only at the end.

/** The status does not change during the operation. */
export const same = "(same)";
/** The row is removed at the end. */
export const gone = "(gone)";

export interface Transition<Status extends string> {
    /** Allowed statuses; empty for a create. */
    readonly from: readonly Status[];
    /** Allowed statuses of the parent. */
    readonly parent?: readonly string[];
    readonly through: readonly (readonly [status: Status | typeof same, seconds: number])[];
    readonly then: Status | typeof same | typeof gone;
    /** Allowed during another operation, which it cancels. */
    readonly interrupts?: true;
}

export type Transitions<Status extends string = string> = Readonly<Record<string, Transition<Status>>>;
