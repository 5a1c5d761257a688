import type { StackState } from "./stack";

/** Stores the state of a stack during an operation. */
export interface StateStore {
    /** Returns an empty state for a new stack. */
    readonly load: () => Promise<StackState>;
    /** Resolves when the state is stored durably and atomically. Must not be called concurrently. */
    readonly save: (state: StackState) => Promise<void>;
    /** Unlocks the stack. */
    readonly release: () => Promise<void>;
}
