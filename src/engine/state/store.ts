import type { StackState } from "./stack";

/** Where the state of a stack is kept while an engine works on it. */
export interface StateStore {
    /** Empty for a stack that does not exist yet. */
    readonly load: () => Promise<StackState>;
    /** The state is durable, and whole, when this resolves. One call at a time. */
    readonly save: (state: StackState) => Promise<void>;
    /** Lets other engines have the stack. */
    readonly release: () => Promise<void>;
}
