// What the emulator knows of a resource type. The core names no type: it loops over the registry in `index.ts`.
import type { z } from "zod";
import type { Quirks } from "../core/quirks";
import type { Random } from "../core/random";

/** A stored resource, with the API's field names. `http/records.ts` converts it to a record of a response. */
export interface AnyRow {
    readonly kind: string;
    id: string;
}

/** An operation in progress. */
export interface Operation {
    readonly name: string;
    /** All its statuses, with their end in milliseconds since the epoch; `null` if a fault makes it stuck. */
    readonly phases: { readonly status: string; readonly until: number | null }[];
    phase: number;
    readonly then: string;
    readonly change: Record<string, unknown>;
    /** Set by a fault: the operation fails at its end with this message. */
    readonly failure: string | null;
}

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
    /** Allowed statuses of the row's parent: see `parentOf`. */
    readonly parent?: readonly string[];
    /** Refused until the parent has its first backup. */
    readonly needsBackup?: true;
    /** The statuses that it passes through, in order, with their duration in seconds at time scale 1. */
    readonly through: { readonly [S in Status | typeof same]?: number };
    readonly then: Status | typeof same | typeof gone;
    /** Allowed during another operation, which it cancels. */
    readonly interrupts?: true;
    /** What it is in a service's log; `{parent}` stands for the id of the service that a fork is of. */
    readonly title?: string;
}

export const phasesOf = ({ through }: Transition): [status: string, seconds: number][] =>
    Object.entries(through).map(([status, seconds = 0]) => [status, seconds]);

export type Transitions<Status extends string = string> = Readonly<Record<string, Transition<Status>>>;

/** What an operation does, and when: in milliseconds since the epoch. */
export type RowEvent = { readonly at: number; readonly operation: string } & (
    | { readonly type: "started" | "completed" }
    | { readonly type: "status"; readonly status: string }
    | { readonly type: "failed"; readonly message: string }
);

/** What a new row takes from the core. */
export interface CreationContext {
    readonly random: Random;
    now(): number;
    /** The id of a project by id or name. Default: the first project. */
    projectId(idOrName: string | undefined): string;
}

export interface ResourceType<Row extends AnyRow> {
    readonly kind: Row["kind"];
    readonly noun: string;
    /** The fields that can be changed outside the API, all optional. */
    readonly drift: z.ZodType<Partial<Omit<Row, "kind" | "id">>>;
    /** The fields that a creation outside the API accepts. */
    readonly given: z.ZodType<{ id?: string | undefined }>;
    /** A row with these fields. The others are those of a row that is created outside the API, and exists immediately. */
    create(given: object, id: string, context: CreationContext): Row;
    /** Values for the fields that a row in an older state file does not have. */
    defaults?(): Partial<Omit<Row, "kind" | "id">>;
    readonly transitions: Transitions;
    /** The status after a failed operation. */
    readonly failed?: string;
    /** Called for everything that an operation does, in order. */
    onEvent?(row: Row, event: RowEvent): void;
    /** The operation that begins by itself when another one has ended; `afterMs` is before the time scale. */
    following?(row: Row, quirks: Quirks): { readonly operation: string; readonly afterMs: number } | undefined;
}
