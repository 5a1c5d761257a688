import type { z } from "zod";
import type { BodyOf, PathParameters, QueryOf } from "../../api/endpoint";
import type { EndpointName, endpoints } from "../../api/endpoints";
import type { Core } from "../core/core";
import type { Disturbance } from "../core/operations";
import { notFound } from "../core/refusal";
import type { ProjectRow, TokenRow } from "../core/accounts";
import { type Row, rowTypes } from "../core/rows";
import type { ServiceRow } from "../core/rows/service";
import type { VpcRow } from "../core/rows/vpc";
import { allRows, findRow, findTopLevel } from "../core/world";

type Endpoints = typeof endpoints;
type AnswerOf<E> = E extends { readonly answer: z.ZodType<infer Answer> } ? Answer : undefined;

/** A request that is authenticated, authorised and valid. */
export interface Call<N extends EndpointName> {
    readonly core: Core;
    readonly caller: TokenRow;
    readonly params: Readonly<Record<PathParameters<Endpoints[N]["path"]>, string>>;
    readonly body: BodyOf<Endpoints[N]>;
    readonly query: QueryOf<Endpoints[N]>;
    /** The effect of faults on the operation that this call starts. */
    readonly disturbance: Disturbance;
}

export type Handler<N extends EndpointName> = (call: Call<N>) => AnswerOf<Endpoints[N]>;
export type Handlers<N extends EndpointName> = { readonly [Name in N]: Handler<Name> };

interface In<Params> {
    readonly core: Core;
    readonly params: Readonly<Params>;
}

export function projectOf({ core, params }: In<{ project_id: string }>): ProjectRow {
    const project = core.world.projects.get(params.project_id);
    if (!project) throw notFound("project", params.project_id);
    return project;
}

export function vpcOf({ core, params }: In<{ project_id: string; vpc_id: string }>): VpcRow {
    const vpc = core.world.vpcs.get(params.vpc_id);
    if (vpc?.project_id !== params.project_id) throw notFound("VPC", params.vpc_id);
    return vpc;
}

export function serviceOf({ core, params }: In<{ project_id: string; service_id: string }>): ServiceRow {
    const service = core.world.services.get(params.service_id);
    if (service?.project_id !== params.project_id) throw notFound("service", params.service_id);
    return service;
}

/** The child of a row with this id. */
export function childOf<T extends Row>(children: readonly T[], kind: T["kind"], id: string): T {
    const child = children.find((one) => one.id === id);
    if (!child) throw notFound(rowTypes[kind].noun, id);
    return child;
}

/** The version of a row that a GET returns. Throws `notFound` if it is not visible. */
export function seen<T extends Row>(core: Core, row: T | undefined, kind: T["kind"], id: string): T {
    const shown = core.visibility.one(row, id, core.now(), core.lag);
    if (!shown) throw notFound(rowTypes[kind].noun, id);
    return shown;
}

const ofProject = <T extends { project_id: string }>(row: T | undefined, projectId: string): T | undefined =>
    row?.project_id === projectId ? row : undefined;

export const seenVpc = ({ core, params }: In<{ project_id: string; vpc_id: string }>): VpcRow =>
    seen(core, ofProject(core.world.vpcs.get(params.vpc_id), params.project_id), "vpc", params.vpc_id);

export const seenService = ({ core, params }: In<{ project_id: string; service_id: string }>): ServiceRow =>
    seen(core, ofProject(core.world.services.get(params.service_id), params.project_id), "service", params.service_id);

export const vpcsIn = ({ world }: Core, projectId: string): VpcRow[] =>
    [...world.vpcs.values()].filter(({ project_id }) => project_id === projectId);

export const servicesIn = ({ world }: Core, projectId: string): ServiceRow[] =>
    [...world.services.values()].filter(({ project_id }) => project_id === projectId);

const isLeaving = (row: Row): boolean => "status" in row && /^delet/i.test(row.status);

/** The rows that a list returns. */
export const seenAll = <T extends Row>(core: Core, rows: readonly T[], belongs: (row: Row) => boolean): T[] =>
    core.visibility
        .many(rows, belongs, core.now(), core.lag)
        .filter((row) => !(core.quirks.listsOmitDeleting && isLeaving(row)));

/** The existing top-level row that a request changes: the one with an id of its path. */
export function subjectOf(core: Core, params: Readonly<Record<string, string>>): Row | undefined {
    for (const id of Object.values(params)) {
        const row = findTopLevel(core.world, id);
        if (row) return row;
    }
    return undefined;
}

/** The path parameters of another resource of the same kind in the same place; the same ones if there is none. */
export function paramsOfAnother(core: Core, params: Readonly<Record<string, string>>): Record<string, string> {
    const [name, id] = Object.entries(params).at(-1) ?? [];
    const row = id === undefined ? undefined : findRow(core.world, id);
    if (name === undefined || row === undefined) return { ...params };
    const isBeside = (other: Row) =>
        other.kind === row.kind &&
        other.id !== row.id &&
        rowTypes[other.kind].parentId(other) === rowTypes[row.kind].parentId(row);
    const other = [...allRows(core.world)].find(isBeside);
    return { ...params, ...(other && { [name]: other.id }) };
}
