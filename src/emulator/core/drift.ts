// Changes outside the API: applied immediately, in any status, without an operation.
import type { z } from "zod";
import type { Core } from "./core";
import { notFound } from "./refusal";
import { isChangeable, type Kind, type Row, rowTypes } from "./rows";
import { findRow } from "./world";

type Drifts = { [K in Kind]: z.input<(typeof rowTypes)[K]["drift"]> };
type FieldOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, Field> = T extends unknown ? (Field extends keyof T ? T[Field] : never) : never;

/**
 * The fields that can be changed. `cpu_millis` and `memory_gbs` of `null` mean shared, `vpc_id: null` means detached.
 */
export type Drift = { [Field in FieldOf<Drifts[Kind]>]?: ValueOf<Drifts[Kind], Field> };

export function rowOf(core: Core, id: string): Row {
    core.settle();
    const row = findRow(core.world, id);
    if (!row) throw notFound("resource", id);
    return row;
}

/** Changes a row. Setting `status` cancels the operation in progress without its effect. */
export function drift(core: Core, id: string, change: unknown): Row {
    const row = rowOf(core, id);
    const checked = rowTypes[row.kind].drift.parse(change);
    if ("status" in checked && isChangeable(row)) core.cancel(row);
    return Object.assign(row, checked);
}

export function remove(core: Core, id: string): void {
    core.remove(rowOf(core, id));
}
