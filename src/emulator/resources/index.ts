// The registry of resource types: the core, the control API and the state file loop over it.
import type { z } from "zod";
import { peering } from "./peering";
import { replicaSet } from "./replicaSet";
import type { AnyRow, Changing, ResourceType } from "./resourceType";
import { service } from "./service";
import { vpc } from "./vpc";

export const resourceTypes = { vpc, peering, service, replicaSet };

type ResourceTypes = typeof resourceTypes;
export type Kind = keyof ResourceTypes;
export type RowOf<K extends Kind> = ReturnType<ResourceTypes[K]["create"]>;
export type Row = RowOf<Kind>;
/** A row that has operations. */
export type Changeable = Extract<Row, Changing>;

/** The fields that a creation outside the API accepts. */
export type GivenOf<K extends Kind> = z.input<ResourceTypes[K]["given"]>;
export type OperationOf<T extends Changeable> = keyof ResourceTypes[T["kind"]]["transitions"] & string;

type TopLevelKind = { [K in Kind]: ResourceTypes[K]["parent"] extends null ? K : never }[Kind];
/** The rows of the top-level types, in the order of creation; the others are in the row that contains them. */
export type Collections = { [K in TopLevelKind as ResourceTypes[K]["plural"]]: Map<string, RowOf<K>> };

/** All types, without the types of their own rows. */
export const anyResourceType: Readonly<Record<Kind, ResourceType<AnyRow>>> = resourceTypes;

export const typeOf = (row: Row): ResourceType<AnyRow> => anyResourceType[row.kind];
export const isRow = (row: AnyRow): row is Row => row.kind in resourceTypes;
export const isChangeable = (row: Row): row is Changeable => "operation" in row;
