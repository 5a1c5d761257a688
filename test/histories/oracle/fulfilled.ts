// Compares the world with the program, argument by argument. Omitted arguments are not compared.
import { isDeepStrictEqual } from "node:util";
import type { PeeringRow, ReplicaSetRow, ServiceRow, VpcRow } from "../../../src/emulator";
import type { Held } from "../engine/operate";
import {
    type ArgsOf,
    type Program,
    type ServiceArgs,
    type ServiceSlot,
    slotsOf,
    specOf,
    type Type,
    typeOf,
} from "../model/program";
import { regionOf } from "../model/sound";
import type { Violation } from "./scene";
import { thingId, type Things } from "./world";

/** By argument: what is wanted, and what is there. */
type Comparison = Record<string, readonly [wanted: unknown, is: unknown]>;

export const typeWith = (addons: readonly string[]) =>
    addons.includes("time-series") ? "TIMESERIES_DB" : addons.includes("ai") ? "VECTOR" : "POSTGRES";

function service(
    program: Program,
    slot: ServiceSlot,
    args: ServiceArgs,
    row: ServiceRow,
    idOf: (slot: string) => string | undefined,
    forkIn: (slot: string) => string | undefined,
): Comparison {
    const { forkFrom, size, vpc } = args;
    return {
        // What is adopted may have another case.
        name: [args.name?.toLowerCase(), row.name.toLowerCase()],
        regionCode: [forkFrom ? undefined : args.regionCode && regionOf(program, slot, forkIn), row.region_code],
        addons: [args.addons && typeWith(args.addons), row.service_type],
        size: [size && [size.cpuMillis, size.memoryGbs], [row.cpu_millis, row.memory_gbs]],
        environment: [args.environment, row.environment],
        replicaCount: [args.replicaCount, row.replica_count],
        syncReplicaCount: [args.syncReplicaCount, row.sync_replica_count],
        connectionPooler: [args.connectionPooler, row.pooler],
        vpcId: [vpc && idOf(vpc), row.vpc_id],
        password: [row.operation?.name.startsWith("updatePassword") ? undefined : args.password, row.password],
        paused: [args.paused === undefined ? undefined : args.paused, row.status === "PAUSED"],
        status: [true, ["READY", "PAUSED"].includes(row.status)],
        endpoint: [true, row.endpoint],
    };
}

function comparison(
    program: Program,
    slot: string,
    args: ArgsOf[Type],
    row: object,
    idOf: (slot: string) => string | undefined,
    forkIn: (slot: string) => string | undefined,
): Comparison {
    if (slot.startsWith("s")) return service(program, slot as ServiceSlot, args, row as ServiceRow, idOf, forkIn);
    if (slot.startsWith("v")) {
        const [wanted, is] = [args as ArgsOf["Vpc"], row as VpcRow];
        return {
            cidr: [wanted.cidr, is.cidr],
            regionCode: [wanted.regionCode, is.region_code],
            name: [wanted.name?.toLowerCase(), is.name.toLowerCase()],
        };
    }
    if (slot.startsWith("p")) {
        const [wanted, is] = [args as ArgsOf["Peering"], row as PeeringRow];
        return { vpcId: [idOf(wanted.vpc), is.vpc_id], peerAccountId: [wanted.peerAccountId, is.peer_account_id] };
    }
    const [wanted, is] = [args as ArgsOf["ReadReplicaSet"], row as ReplicaSetRow];
    return {
        serviceId: [idOf(wanted.service), is.service_id],
        nodes: [wanted.nodes, is.nodes],
        size: [
            [wanted.size.cpuMillis, wanted.size.memoryGbs],
            [is.cpu_millis, is.memory_gbs],
        ],
        name: [wanted.name?.toLowerCase(), is.name.toLowerCase()],
        environment: [wanted.environment, is.environment],
        connectionPooler: [wanted.connectionPooler, is.pooler],
        status: ["active", is.status],
    };
}

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
    const heldBy = (slot: string) => state.find(({ urn, condemned }) => urn === urns.get(slot) && !condemned);
    const idOf = (slot: string) => heldBy(slot)?.id;
    const forkIn = (slot: string) => regionIn(things, idOf(slot));
    return slotsOf(program).flatMap((slot) => {
        const held = heldBy(slot);
        const thing = held && things.get(thingId(held.id));
        const who = `${typeOf(slot)} ${urns.get(slot)}`;
        if (held === undefined) return [{ rule: "converges", what: `${who} is not in the state after a good \`up\`` }];
        // Two resources that share a database may have different arguments.
        const isShared = state.filter(({ id, condemned }) => id === held.id && !condemned).length > 1;
        if (!which(held.id) || isShared) return [];
        if (thing?.alive !== true)
            return [{ rule: "converges", what: `${who} is ${held.id}, which does not exist after a good \`up\`` }];
        const fields = comparison(program, slot, specOf(program, slot)!.args, thing.row, idOf, forkIn);
        return Object.entries(fields)
            .filter(([, [wanted, is]]) => wanted !== undefined && !isDeepStrictEqual(wanted, is))
            .map(([field, [wanted, is]]) => ({
                rule: "converges",
                what: `${who}: ${field} is ${JSON.stringify(is)} after a good \`up\`, not ${JSON.stringify(wanted)}`,
            }));
    });
}

/** Resources that are incomplete or still changing after a successful `up`. */
export const unfinished = (state: readonly Held[], things: Things): Violation[] =>
    state.flatMap(({ urn, id }) => {
        const row = things.get(thingId(id))?.row;
        if (row === undefined || row.kind === "vpc" || row.kind === "peering") return [];
        const isMissing = !row.endpoint;
        const { operation } = row;
        const isVisible = operation?.then !== row.status || Object.keys(operation.change).length > 0;
        // Passwords cannot be read back.
        const isChanging = operation !== null && isVisible && !/^(maintain|updatePassword)/.test(operation.name);
        if (!isMissing && !isChanging) return [];
        return [
            {
                rule: "5",
                what: `${urn} (${id}) is ${row.status} after a good \`up\`${isMissing ? ", without an endpoint" : ""}`,
            },
        ];
    });
