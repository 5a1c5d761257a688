// The registry of resource types: the core and the control API loop over it.
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

export const typeOf = ({ kind }: { readonly kind: Kind }): ResourceType<AnyRow> => resourceTypes[kind];
export const isChangeable = (row: Row): row is Changeable => "operation" in row;
