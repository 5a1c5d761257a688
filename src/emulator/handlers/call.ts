// What handlers receive, and how they find the rows that a request is about.
import type { z } from "zod";
import type { BodyOf, PathParameters, QueryOf } from "../../provider/api/endpoint";
import type { EndpointName, endpoints } from "../../provider/api/endpoints";
import type { Peering, ReadReplicaSet, Service, Vpc } from "../../provider/api/schemas";
import type { Core } from "../core/core";
import { conflict, notFound } from "../core/refusals";
import { allRows, findRow, inProject, ownerIdOf, type TokenRow } from "../core/world";
import { type Changeable, type OperationOf, type Row, resourceTypes, typeOf } from "../resources";
import type { PeeringRow } from "../resources/peering";
import type { ReplicaSetRow } from "../resources/replicaSet";
import type { ServiceRow } from "../resources/service";
import type { VpcRow } from "../resources/vpc";

type Endpoints = typeof endpoints;
type AnswerOf<E> = E extends { readonly answer: z.ZodType<infer Answer> } ? Answer : undefined;

/** What a handler returns for an answer: a row in place of its record. */
type ResultOf<Answer> =
    Answer extends z.output<typeof Vpc>
        ? VpcRow
        : Answer extends z.output<typeof Peering>
          ? PeeringRow
          : Answer extends z.output<typeof Service>
            ? ServiceRow
            : Answer extends z.output<typeof ReadReplicaSet>
              ? ReplicaSetRow
              : Answer extends readonly (infer Item)[]
                ? ResultOf<Item>[]
                : Answer;

/** A request that is authenticated, authorised and valid. */
export interface Call<N extends EndpointName> {
    readonly core: Core;
    readonly caller: TokenRow;
    /** Whether it is a GET, which shows rows as the quirks about visibility say. */
    readonly isRead: boolean;
    readonly params: Readonly<Record<PathParameters<Endpoints[N]["path"]>, string>>;
    readonly body: BodyOf<Endpoints[N]>;
    readonly query: QueryOf<Endpoints[N]>;
    /** As `begin` of the core; the faults that hit this call have their effect on the operation. */
    readonly begin: <T extends Changeable>(
        row: T,
        operation: OperationOf<T>,
        change?: Partial<T>,
    ) => number | undefined;
}

export type Handlers = { readonly [N in EndpointName]: (call: Call<N>) => ResultOf<AnswerOf<Endpoints[N]>> };

export interface In<Name extends string> {
    readonly core: Core;
    readonly isRead: boolean;
    readonly params: Readonly<Record<Name, string>>;
}
type InVpc = In<"project_id" | "vpc_id">;
type InService = In<"project_id" | "service_id">;

/** The row of a collection that the path names, as far as the call sees it. Refused if there is none. */
function found<T extends Row>({ core, isRead }: In<never>, rows: readonly T[], kind: T["kind"], id: string): T {
    const row = rows.find((one) => one.id === id);
    const seen = isRead ? core.visibility.one(row, id) : row;
    if (!seen) throw notFound(resourceTypes[kind].noun, id);
    return seen;
}

export const vpcsOf = ({ core, params }: In<"project_id">): VpcRow[] => inProject(core.world.vpcs, params.project_id);
export const servicesOf = ({ core, params }: In<"project_id">): ServiceRow[] =>
    inProject(core.world.services, params.project_id);

export const vpcOf = (call: InVpc): VpcRow => found(call, vpcsOf(call), "vpc", call.params.vpc_id);
export const peeringOf = (call: InVpc & In<"peering_id">): PeeringRow =>
    found(call, vpcOf(call).peerings, "peering", call.params.peering_id);
export const serviceOf = (call: InService): ServiceRow =>
    found(call, servicesOf(call), "service", call.params.service_id);
export const replicaSetOf = (call: InService & In<"replica_set_id">): ReplicaSetRow =>
    found(call, serviceOf(call).replica_sets, "replicaSet", call.params.replica_set_id);

export function started<T extends Changeable>(
    { begin }: Pick<Call<EndpointName>, "begin">,
    row: T,
    operation: OperationOf<T>,
    change: Partial<T>,
) {
    begin(row, operation, change);
    return { message: `The ${typeOf(row).noun} ${row.id} has accepted ${operation}.` };
}

export function setPooler(call: Pick<Call<EndpointName>, "begin">, row: ServiceRow | ReplicaSetRow, pooler: boolean) {
    if (row.pooler === pooler && row.operation === null) {
        const code = pooler ? "POOLER_ENABLED" : "POOLER_DISABLED";
        throw conflict(code, `The pooler of ${row.id} is ${pooler ? "on" : "off"} already.`);
    }
    return started(call, row, "setPooler", { pooler });
}

/** The path parameters of another resource of the same type and parent; the same ones if there is none. */
export function paramsOfAnother(core: Core, params: Readonly<Record<string, string>>): Record<string, string> {
    const [name = "", id = ""] = Object.entries(params).at(-1) ?? [];
    const row = findRow(core.world, id);
    const isAnother = (one: Row) => one.kind === row?.kind && one.id !== id && ownerIdOf(one) === ownerIdOf(row);
    const other = allRows(core.world).find(isAnother);
    return { ...params, ...(other && { [name]: other.id }) };
}
