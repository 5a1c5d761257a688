// Compares the world with the program, argument by argument. Omitted arguments are not compared.
import { isDeepStrictEqual } from "node:util";
import type { PeeringRow, ReplicaSetRow, ServiceRow, VpcRow } from "../../../src/emulator";
import { type Held, heldAt } from "../engine/operate";
import {
    type ArgsOf,
    type Program,
    type ServiceSlot,
    type Size,
    type Slot,
    slotsOf,
    specOf,
    type Type,
    typeOf,
} from "../model/program";
import { regionOf } from "../model/sound";
import { type Violation, violation } from "./scene";
import { thingId, type Things } from "./world";

/** By argument: what is wanted, and what is there. */
type Comparison = Record<string, readonly [wanted: unknown, is: unknown]>;

export const typeWith = (addons: readonly string[]) =>
    addons.includes("time-series") ? "TIMESERIES_DB" : addons.includes("ai") ? "VECTOR" : "POSTGRES";

interface RowOf {
    Vpc: VpcRow;
    Service: ServiceRow;
    ReadReplicaSet: ReplicaSetRow;
    Peering: PeeringRow;
}

type Compare<Args, Row> = (
    args: Args,
    row: Row,
    idOf: (slot: Slot) => string | undefined,
    region?: string,
) => Comparison;

/** What is adopted may have another case. */
const nameIn = (args: { readonly name?: string }, row: { readonly name: string }) =>
    [args.name?.toLowerCase(), row.name.toLowerCase()] as const;

const sizeIn = (size: Size | undefined, row: Pick<ServiceRow | ReplicaSetRow, "cpu_millis" | "memory_gbs">) =>
    [size && [size.cpuMillis, size.memoryGbs], [row.cpu_millis, row.memory_gbs]] as const;

const comparisons: { readonly [T in Type]: Compare<ArgsOf[T], RowOf[T]> } = {
    Vpc: (args, row) => ({
        cidr: [args.cidr, row.cidr],
        regionCode: [args.regionCode, row.region_code],
        name: nameIn(args, row),
    }),
    Service: (args, row, idOf, region) => ({
        name: nameIn(args, row),
        regionCode: [args.forkFrom ? undefined : args.regionCode && region, row.region_code],
        addons: [args.addons && typeWith(args.addons), row.service_type],
        size: sizeIn(args.size, row),
        environment: [args.environment, row.environment],
        replicaCount: [args.replicaCount, row.replica_count],
        syncReplicaCount: [args.syncReplicaCount, row.sync_replica_count],
        connectionPooler: [args.connectionPooler, row.pooler],
        vpcId: [args.vpc && idOf(args.vpc), row.vpc_id],
        password: [row.operation?.name.startsWith("updatePassword") ? undefined : args.password, row.password],
        paused: [args.paused, row.status === "PAUSED"],
        status: [true, ["READY", "PAUSED"].includes(row.status)],
        endpoint: [true, row.endpoint],
    }),
    ReadReplicaSet: (args, row, idOf) => ({
        serviceId: [idOf(args.service), row.service_id],
        nodes: [args.nodes, row.nodes],
        size: sizeIn(args.size, row),
        name: nameIn(args, row),
        environment: [args.environment, row.environment],
        connectionPooler: [args.connectionPooler, row.pooler],
        status: ["active", row.status],
    }),
    Peering: (args, row, idOf) => ({
        vpcId: [idOf(args.vpc), row.vpc_id],
        peerAccountId: [args.peerAccountId, row.peer_account_id],
    }),
};

/** The region that a service with that id is in. */
export function regionIn(things: Things, id: string | undefined): string | undefined {
    const row = things.get(thingId(id ?? ""))?.row;
    return row?.kind === "service" ? row.region_code : undefined;
}

/**
 * After an `up` of the whole program that went well.
 * @param which the ids of those to compare; default: all
 */
export function fulfilled(
    program: Program,
    urns: ReadonlyMap<string, string>,
    state: readonly Held[],
    things: Things,
    which: (id: string) => boolean = () => true,
): Violation[] {
    const heldBy = (slot: Slot) => heldAt(state, urns.get(slot));
    const idOf = (slot: Slot) => heldBy(slot)?.id;
    const forkIn = (slot: Slot) => regionIn(things, idOf(slot));
    return slotsOf(program).flatMap((slot) => {
        const held = heldBy(slot);
        const thing = held && things.get(thingId(held.id));
        const type = typeOf(slot);
        const who = `${type} ${urns.get(slot)}`;
        if (held === undefined) return [violation("converges", `${who} is not in the state after a good \`up\``)];
        // Two resources that share a database may have different arguments.
        const isShared = state.filter(({ id, markedForDelete }) => id === held.id && !markedForDelete).length > 1;
        if (!which(held.id) || isShared) return [];
        if (thing?.alive !== true)
            return [violation("converges", `${who} is ${held.id}, which does not exist after a good \`up\``)];
        const compared = comparisons[type] as Compare<object, object>;
        const region = regionOf(program, slot as ServiceSlot, forkIn);
        return Object.entries(compared(specOf(program, slot)!.args, thing.row, idOf, region))
            .filter(([, [wanted, is]]) => wanted !== undefined && !isDeepStrictEqual(wanted, is))
            .map(([field, [wanted, is]]) => {
                const seen = `${who}: ${field} is ${JSON.stringify(is)}`;
                return violation("converges", `${seen} after a good \`up\`, not ${JSON.stringify(wanted)}`);
            });
    });
}

/** Resources that are incomplete or still changing after a successful `up`. */
export const unfinished = (state: readonly Held[], things: Things): Violation[] =>
    state.flatMap(({ urn, id }) => {
        const row = things.get(thingId(id))?.row;
        if (row === undefined || row.kind === "vpc" || row.kind === "peering") return [];
        const { operation } = row;
        const isVisible = operation?.then !== row.status || Object.keys(operation.change).length > 0;
        // Passwords cannot be read back.
        const isChanging = operation !== null && isVisible && !/^(maintain|updatePassword)/.test(operation.name);
        if (row.endpoint && !isChanging) return [];
        const missing = row.endpoint ? "" : ", without an endpoint";
        return [violation("5", `${urn} (${id}) is ${row.status} after a good \`up\`${missing}`)];
    });
