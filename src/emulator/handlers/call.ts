// What handlers receive, and how they find the rows that a request is about.
import type { z } from "zod";
import type { BodyOf, PathParameters, QueryOf } from "../../api/endpoint";
import type { EndpointName, endpoints } from "../../api/endpoints";
import type { Core } from "../core/core";
import { conflict, notFound } from "../core/refusals";
import { allRows, findRow, type ProjectRow, type TokenRow } from "../core/world";
import { type Changeable, type OperationOf, type Row, resourceTypes, typeOf } from "../resources";
import type { ReplicaSetRow } from "../resources/replicaSet";
import type { Operation } from "../resources/resourceType";
import type { ServiceRow } from "../resources/service";
import type { VpcRow } from "../resources/vpc";

type Endpoints = typeof endpoints;
type AnswerOf<E> = E extends { readonly answer: z.ZodType<infer Answer> } ? Answer : undefined;

/** A request that is authenticated, authorised and valid. */
export interface Call<N extends EndpointName> {
    readonly core: Core;
    readonly caller: TokenRow;
    readonly params: Readonly<Record<PathParameters<Endpoints[N]["path"]>, string>>;
    readonly body: BodyOf<Endpoints[N]>;
    readonly query: QueryOf<Endpoints[N]>;
    /** Starts an operation; the faults that hit this call have their effect on it. */
    readonly begin: <T extends Changeable>(row: T, operation: OperationOf<T>, change?: Partial<T>) => Operation;
}

export type Handlers = { readonly [N in EndpointName]: (call: Call<N>) => AnswerOf<Endpoints[N]> };

interface In<Params> {
    readonly core: Core;
    readonly params: Readonly<Params>;
}
type InVpc = In<{ project_id: string; vpc_id: string }>;
type InService = In<{ project_id: string; service_id: string }>;

export function projectOf({ core, params }: In<{ project_id: string }>): ProjectRow {
    const project = core.world.projects.get(params.project_id);
    if (!project) throw notFound("project", params.project_id);
    return project;
}

/** The row; refused if there is none. */
export function existing<T extends Row>(row: T | undefined, kind: T["kind"], id: string): T {
    if (!row) throw notFound(resourceTypes[kind].noun, id);
    return row;
}

/** The row as a GET shows it, which may be an earlier one; refused if none is visible. */
export const visibleRow = <T extends Row>(core: Core, row: T | undefined, kind: T["kind"], id: string): T =>
    existing(core.visibility.one(row, id), kind, id);

/** The rows as a list shows them. `belongs` selects the removed rows that were part of it. */
export const visibleRows = <T extends Row>(core: Core, rows: Iterable<T>, belongs: (row: Row) => boolean): T[] =>
    core.visibility
        .many([...rows].filter(belongs), belongs)
        .filter((row) => !(core.quirks.listsOmitDeleting && "status" in row && /^delet/i.test(row.status)));

const inProject = <T extends VpcRow | ServiceRow>(row: T | undefined, projectId: string): T | undefined =>
    row?.project_id === projectId ? row : undefined;

const findVpc = ({ core, params }: InVpc) => inProject(core.world.vpcs.get(params.vpc_id), params.project_id);
const findService = ({ core, params }: InService) =>
    inProject(core.world.services.get(params.service_id), params.project_id);

export const vpcOf = (call: InVpc): VpcRow => existing(findVpc(call), "vpc", call.params.vpc_id);
export const serviceOf = (call: InService): ServiceRow =>
    existing(findService(call), "service", call.params.service_id);

export const visibleVpc = (call: InVpc): VpcRow => visibleRow(call.core, findVpc(call), "vpc", call.params.vpc_id);
export const visibleService = (call: InService): ServiceRow =>
    visibleRow(call.core, findService(call), "service", call.params.service_id);

/** Adds a record that violates the contract if the quirk `malformedRecord` is set. */
export const withMalformed = <T extends object>({ quirks }: Core, records: T[]): T[] =>
    quirks.malformedRecord
        ? [{ id: 17, service_id: null, name: ["not", "a", "name"] } as unknown as T, ...records]
        : records;

/** Starts to switch the connection pooler of a service or replica set. */
export function setPooler({ begin }: Pick<Call<EndpointName>, "begin">, row: ServiceRow | ReplicaSetRow, on: boolean) {
    if (row.pooler === on && row.operation === null) {
        const code = on ? "POOLER_ENABLED" : "POOLER_DISABLED";
        throw conflict(code, `The pooler of ${row.id} is ${on ? "on" : "off"} already.`);
    }
    begin(row, "setPooler", { pooler: on });
    return { message: `The connection pooler of ${row.id} is being ${on ? "activated" : "deactivated"}.` };
}

/** The path parameters of another resource of the same type and parent; the same ones if there is none. */
export function paramsOfAnother(core: Core, params: Readonly<Record<string, string>>): Record<string, string> {
    const [name = "", id = ""] = Object.entries(params).at(-1) ?? [];
    const row = findRow(core.world, id);
    const parentOf = (one: Row) => typeOf(one).parent?.idOf(one);
    const other = allRows(core.world).find(
        (one) => one.kind === row?.kind && one.id !== id && parentOf(one) === parentOf(row),
    );
    return { ...params, ...(other && { [name]: other.id }) };
}
