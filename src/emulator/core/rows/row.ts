// What all rows have in common. Rows are the emulator's data, with the API's field names; views convert them to responses.

export interface AnyRow {
    readonly kind: string;
    id: string;
}

/** An operation in progress. */
export interface Operation {
    readonly name: string;
    /**
     * All statuses of the operation, with their end in milliseconds since the epoch; `null` if a fault makes it stuck.
     */
    readonly phases: { readonly status: string; readonly until: number | null }[];
    /** Index of the current phase. */
    phase: number;
    readonly then: string;
    /** The fields that change at the end. */
    readonly change: Record<string, unknown>;
    /** Set by a fault: the operation fails at its end with this message. */
    readonly failure: string | null;
}

/** A row that has operations. */
export interface Changing {
    id: string;
    status: string;
    operation: Operation | null;
}
