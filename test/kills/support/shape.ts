// The program of the killed operations: the quickstart's resources, with all arguments that need a separate API call.
import type { Emulator, ServiceRow } from "../../../src/emulator";

/** Arguments by resource, without references between them. */
export const rich = {
    net: { name: "office" },
    orders: { cpuMillis: 2000, memoryGbs: 8, connectionPooler: true, replicaCount: 1, password: "the second one 2" },
    reports: { cpuMillis: 2000, memoryGbs: 8, connectionPooler: true },
    attached: true,
};

export type Shape = Omit<typeof rich, "net"> & { readonly net: Partial<typeof rich.net> };

export const plain: Shape = {
    net: {},
    orders: { cpuMillis: 1000, memoryGbs: 4, connectionPooler: false, replicaCount: 0, password: "the first one 1" },
    reports: { cpuMillis: 1000, memoryGbs: 4, connectionPooler: false },
    attached: false,
};

/** The resources of the program, in dependency order. */
export const names = ["net", "office", "orders", "reports", "copy"] as const;
export type Name = (typeof names)[number];
export const isName = (name: string): name is Name => names.some((one) => one === name);

/** Reads its arguments and the ids to adopt from files next to it. */
export const program = `"use strict";
const clouddb = require("pulumi-clouddb");
const shape = require("./shape.json");
const adopt = require("./adopt.json");
const own = (name) => ({ ...shape[name], adopt: adopt[name] });
const regionCode = "us-east-1";
const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode, ...own("net") });
new clouddb.Peering("office", {
    vpcId: net.id, peerAccountId: "123456789012", peerRegionCode: regionCode, peerVpcId: "vpc-1", ...own("office"),
});
const orders = new clouddb.Service("orders", { regionCode, vpcId: shape.attached ? net.id : undefined, ...own("orders") });
new clouddb.ReadReplicaSet("reports", { serviceId: orders.id, nodes: 2, ...own("reports") });
new clouddb.Service("copy", { forkFrom: { serviceId: orders.id, strategy: "LAST_SNAPSHOT" }, ...own("copy") });
`;

const settled = (row: ServiceRow) => ({
    status: row.status,
    busy: row.operation !== null,
    cpuMillis: row.cpu_millis,
    memoryGbs: row.memory_gbs,
    connectionPooler: row.pooler,
    replicaCount: row.replica_count,
    vpc: row.vpc_id,
});

/** Everything that exists, as the arguments of a program; ids are separate. */
export function whatExists({ world }: Emulator) {
    const services = [...world.services.values()];
    const originals = services.filter((one) => one.forked_from === null);
    const copies = services.filter((one) => one.forked_from !== null);
    const [vpcs, sets] = [[...world.vpcs.values()], services.flatMap((one) => one.replica_sets)];
    const peerings = vpcs.flatMap((one) => one.peerings);
    return {
        things: {
            vpcs: vpcs.map(({ cidr, name }) => ({ cidr, name })),
            peerings: peerings.map(({ peer_vpc_id }) => ({ peer_vpc_id })),
            services: originals.map((one) => ({ ...settled(one), password: one.password })),
            copies: copies.map((one) => ({ of: one.forked_from?.service_id, status: one.status })),
            sets: sets.map(({ status, nodes, cpu_millis, memory_gbs, pooler, operation }) => {
                const size = { cpuMillis: cpu_millis, memoryGbs: memory_gbs };
                return { status, nodes, ...size, connectionPooler: pooler, busy: operation !== null };
            }),
        },
        ids: {
            net: vpcs.map(({ id }) => id),
            office: peerings.map(({ id, vpc_id }) => `${vpc_id}/${id}`),
            orders: originals.map(({ id }) => id),
            reports: sets.map(({ id, service_id }) => `${service_id}/${id}`),
            copy: copies.map(({ id }) => id),
        } satisfies Record<Name, string[]>,
    };
}

/** What must exist: exactly one of each resource, as declared by the program. */
export function oneOfEverything({ net, orders, reports, attached }: Shape, { ids }: ReturnType<typeof whatExists>) {
    return {
        vpcs: [{ cidr: "10.0.0.0/16", name: net.name ?? (expect.stringContaining("net") as unknown) }],
        peerings: [{ peer_vpc_id: "vpc-1" }],
        services: [{ ...orders, status: "READY", busy: false, vpc: attached ? ids.net[0] : null }],
        copies: [{ of: ids.orders[0], status: "READY" }],
        sets: [{ ...reports, status: "active", nodes: 2, busy: false }],
    };
}
