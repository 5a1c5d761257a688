// All that the emulator's core has to know of one resource type. The core itself names none: it looks into the registry.
import type { z } from "zod";
import type { Quirks } from "../quirks";
import type { Random } from "../random";
import type { Transitions } from "../transition";
import type { AnyRow, Changing } from "./row";

/** The fields that hold rows contained in this one. */
type ChildField<Row> = { [Field in keyof Row]: Row[Field] extends AnyRow[] ? Field : never }[keyof Row];

/** The kinds of the rows that are contained in a row. */
export type ChildKind<Row> = {
    [Field in ChildField<Row>]: Row[Field] extends { readonly kind: infer Kind extends string }[] ? Kind : never;
}[ChildField<Row>];

/** What a row that is created outside the API may take from the core. */
export interface Made {
    readonly id: string;
    /** Milliseconds since the epoch. */
    readonly now: number;
    readonly random: Random;
    /** Looks up a project by id or name. Default: the first. */
    readonly projectId: (wanted: string | undefined) => string;
}

/** What the creation of any row takes from the core. */
export interface Making extends Omit<Made, "id"> {
    /** @throws Refusal if the id is taken. */
    readonly freeId: (wanted: string | undefined) => string;
    /** @throws Refusal if there is no such row. */
    readonly checkParent: (kind: string, id: string) => void;
}

/** What an operation does, and when: in milliseconds since the epoch. */
export type RowEvent<Name extends string> = { readonly at: number; readonly operation: Name } & (
    | { readonly type: "started" | "completed" }
    | { readonly type: "status"; readonly status: string }
    | { readonly type: "failed"; readonly message: string }
);

/** The operation that begins by itself after another one has ended. */
export interface Following<Name extends string> {
    readonly operation: Name;
    /** Milliseconds, before the time scale is applied. */
    readonly afterMs: number;
}

/** The type that contains this one, and which row of it; `idOf` also reads the fields that a creation is given. */
interface Containment<Source> {
    readonly type: string;
    idOf(row: Source): string;
}

interface RowTypeSpec<
    Row extends AnyRow,
    Plural extends string,
    Drift extends z.ZodType<Partial<Row>>,
    New extends z.ZodType<{ id?: string }>,
    Parent,
    Table extends Transitions,
> {
    readonly kind: Row["kind"];
    /** In messages: `read replica set`. */
    readonly noun: string;
    /** The route that creates one outside the API; of a top-level type also its collection in the world and the state file. */
    readonly plural: Plural;
    /** `null` for a top-level type. */
    readonly containedIn: Parent;
    /** The rows contained in a row, by kind. */
    children(row: Row): Readonly<Record<ChildKind<Row>, AnyRow[]>>;
    /** Fields that the control API does not show. */
    readonly secrets: readonly (keyof Row & string)[];
    /** The fields that can be changed outside the API, all optional. */
    readonly drift: Drift;
    /** All other fields: a field is in one of the two. */
    readonly fixed: Readonly<Record<Exclude<keyof Row, keyof z.output<Drift> | "kind" | "id" | "operation">, true>>;
    /** What a creation outside the API may be given. */
    readonly given: New;
    /** A row created outside the API: it exists immediately, with no operation in progress. */
    create(given: z.output<New>, made: Made): Row;
    /** Values for the fields that a row in an older state file does not have. */
    defaults(): Partial<Row> & Pick<Row, ChildField<Row>>;
    /** The operations; none for a type whose rows never change by themselves. */
    readonly transitions: Table;
    /** The status after a failed operation. */
    readonly failed: Row extends Changing ? string : null;
    /** What else a failed operation changes. */
    onFailure?(row: Row, message: string): void;
    /** Called for everything that an operation does, in order. */
    onEvent?(row: Row, event: RowEvent<keyof Table & string>): void;
    /** Called when an operation has ended. */
    following?(row: Row, quirks: Quirks): Following<keyof Table & string> | undefined;
}

const isDefined = ([, value]: readonly [string, unknown]) => value !== undefined;

/** As over HTTP, a field that is `undefined` is not given. */
const withoutUndefined = (given: unknown): unknown =>
    typeof given === "object" && given !== null ? Object.fromEntries(Object.entries(given).filter(isDefined)) : given;

/**
 * Defines the type of `Row`, in two calls since TypeScript infers either all type parameters or none. What the core calls takes
 * any row, so that it can be called for a row whose type is only known at run time.
 */
export const defineRowType =
    <Row extends AnyRow>() =>
    <
        const Plural extends string,
        Drift extends z.ZodType<Partial<Row>>,
        New extends z.ZodType<{ id?: string }>,
        const Parent extends Containment<Row | z.output<New>> | null,
        const Table extends Transitions,
    >(
        spec: RowTypeSpec<Row, Plural, Drift, New, Parent, Table>,
    ) => {
        const isOwn = (row: AnyRow): row is Row => row.kind === spec.kind;
        return {
            kind: spec.kind,
            noun: spec.noun,
            plural: spec.plural,
            containedIn: spec.containedIn,
            secrets: spec.secrets,
            drift: spec.drift,
            given: spec.given,
            transitions: spec.transitions,
            failed: spec.failed,
            children: (row: AnyRow): Readonly<Record<string, AnyRow[]>> => (isOwn(row) ? spec.children(row) : {}),
            parentId: (row: AnyRow): string | undefined => (isOwn(row) ? spec.containedIn?.idOf(row) : undefined),
            create(input: unknown, making: Making): Row {
                const given = spec.given.parse(withoutUndefined(input));
                if (spec.containedIn) making.checkParent(spec.containedIn.type, spec.containedIn.idOf(given));
                return spec.create(given, { ...making, id: making.freeId(given.id) });
            },
            /** Completes a row of an older state file. */
            complete(row: AnyRow): void {
                Object.assign(row, { ...spec.defaults(), ...row });
            },
            onFailure(row: AnyRow, message: string): void {
                if (isOwn(row)) spec.onFailure?.(row, message);
            },
            onEvent(row: AnyRow, event: RowEvent<string>): void {
                // The event is of one of the row's own operations.
                if (isOwn(row)) spec.onEvent?.(row, event);
            },
            following: (row: AnyRow, quirks: Quirks): Following<string> | undefined =>
                isOwn(row) ? spec.following?.(row, quirks) : undefined,
        };
    };
