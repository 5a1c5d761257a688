// The registry of resource types: the core, the control API and the state file loop over it.
import type { z } from "zod";
import { peering } from "./peering";
import { replicaSet } from "./replicaSet";
import type { AnyRow, Changing } from "./row";
import type { ChildKind } from "./rowType";
import { service } from "./service";
import { vpc } from "./vpc";

export const rowTypes = { vpc, peering, service, replicaSet };

type RowTypes = typeof rowTypes;
export type Kind = keyof RowTypes;
export type RowOf<K extends Kind> = ReturnType<RowTypes[K]["create"]>;
export type Row = RowOf<Kind>;
/** A row that has operations. */
export type Changeable = Extract<Row, Changing>;

/** What the creation of a row outside the API may be given. */
export type GivenOf<K extends Kind> = z.input<RowTypes[K]["given"]>;
export type OperationOf<T extends Changeable> = keyof RowTypes[T["kind"]]["transitions"] & string;

type TopLevelKind = { [K in Kind]: RowTypes[K]["containedIn"] extends null ? K : never }[Kind];
/** The rows of the top-level types, in the order of creation; the others are in the row that contains them. */
export type Collections = { [K in TopLevelKind as RowTypes[K]["plural"]]: Map<string, RowOf<K>> };

export const isRow = (row: AnyRow): row is Row => row.kind in rowTypes;
export const isChangeable = (row: Row): row is Changeable => "operation" in row;

// A type that is registered under another name, that says it is contained in one that does not have it, or that is contained in
// one and not registered, does not compile.
type ParentsOf<K> = { [P in Kind]: K extends ChildKind<RowOf<P>> ? P : never }[Kind];
type DeclaredParent<K extends Kind> = RowTypes[K]["containedIn"] extends { readonly type: infer P } ? P : never;
type Misplaced = {
    [K in Kind]: [RowTypes[K]["kind"], ParentsOf<K>, DeclaredParent<K>] extends [K, DeclaredParent<K>, ParentsOf<K>]
        ? never
        : K;
}[Kind];
type Unregistered = Exclude<{ [K in Kind]: ChildKind<RowOf<K>> }[Kind], Kind>;
true satisfies [Misplaced] extends [never] ? true : Misplaced;
true satisfies [Unregistered] extends [never] ? true : Unregistered;
