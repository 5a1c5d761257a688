// What the emulator knows of a resource type. The core names no type: it loops over the registry in `index.ts`.
import type { z } from "zod";
import type { Quirks } from "../core/quirks";
import type { Random } from "../core/random";

/** A stored resource, with the API's field names. `<resource>Record` converts it to a response. */
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

/** The status does not change during the operation. */
export const same = "(same)";
/** The row is removed at the end. */
export const gone = "(gone)";

/** One operation. Its effect is visible only at the end. */
export interface Transition<Status extends string = string> {
    /** Allowed statuses; empty for a create. */
    readonly from: readonly Status[];
    /** Allowed statuses of the parent. */
    readonly parent?: readonly string[];
    /** The statuses that it passes through, in order, with their duration in seconds at time scale 1. */
    readonly through: { readonly [S in Status | typeof same]?: number };
    readonly then: Status | typeof same | typeof gone;
    /** Allowed during another operation, which it cancels. */
    readonly interrupts?: true;
}

/** The statuses that an operation passes through, with their duration in seconds. */
export const phasesOf = ({ through }: Transition): [status: string, seconds: number][] =>
    Object.entries(through).map(([status, seconds = 0]) => [status, seconds]);

export type Transitions<Status extends string = string> = Readonly<Record<string, Transition<Status>>>;

/** What an operation does, and when: in milliseconds since the epoch. */
export type RowEvent = { readonly at: number; readonly operation: string } & (
    | { readonly type: "started" | "completed" }
    | { readonly type: "status"; readonly status: string }
    | { readonly type: "failed"; readonly message: string }
);

/** What the core provides to a row that is created outside the API. */
export interface Creation {
    readonly id: string;
    /** Milliseconds since the epoch. */
    readonly now: number;
    readonly random: Random;
    /** Looks up a project by id or name. Default: the first. */
    readonly projectId: (wanted: string | undefined) => string;
}

interface Parent {
    readonly kind: string;
    /** The id of the row that contains this one. */
    idOf(row: AnyRow): string;
    /** The rows of this type in a row that contains them. */
    rowsIn(parent: AnyRow): AnyRow[];
}

export interface ResourceType<Row extends AnyRow> {
    readonly kind: Row["kind"];
    /** In messages: `read replica set`. */
    readonly noun: string;
    /** The control route that creates one; of a top-level type also its collection in the world and the state file. */
    readonly plural: string;
    /** `null` for a top-level type. */
    readonly parent: Parent | null;
    /** Fields that the control API does not show. */
    readonly secrets: readonly string[];
    /** The fields that can be changed outside the API, all optional. */
    readonly drift: z.ZodType<Partial<Omit<Row, "kind" | "id">>>;
    /** The fields that a creation outside the API accepts. */
    readonly given: z.ZodType<{ id?: string | undefined }>;
    /** A row created outside the API: it exists immediately, with no operation in progress. */
    create(given: object, creation: Creation): Row;
    /** Values for the fields that a row in an older state file does not have. */
    defaults(): Partial<Omit<Row, "kind" | "id">>;
    readonly transitions: Transitions;
    /** The status after a failed operation; `null` without operations. */
    readonly failed: string | null;
    /** Called for everything that an operation does, in order. */
    onEvent?(row: Row, event: RowEvent): void;
    /** The operation that begins by itself when another one has ended; `afterMs` is before the time scale. */
    following?(row: Row, quirks: Quirks): { readonly operation: string; readonly afterMs: number } | undefined;
}
