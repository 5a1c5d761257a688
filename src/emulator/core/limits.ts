// What the API offers. The contract does not say it; these are the limits that the vendor of such an API publishes.
import { IPv4 } from "ipaddr.js";
import { knownRegions } from "../../shared/regions";

export interface Limits {
    readonly regions: readonly string[];
}

/** `undefined`: there are none. */
export const limitsOf = ({ lenient = false, regions = [] }: { lenient?: boolean; regions?: readonly string[] }) =>
    lenient ? undefined : { regions: [...knownRegions, ...regions] };

/** A size; `null` for shared resources. */
export interface Size {
    cpu_millis: number | null;
    memory_gbs: number | null;
}

/** Those that are not shared. */
export const sizes = [
    { cpu_millis: 500, memory_gbs: 2 },
    { cpu_millis: 1000, memory_gbs: 4 },
    { cpu_millis: 2000, memory_gbs: 8 },
    { cpu_millis: 4000, memory_gbs: 16 },
    { cpu_millis: 8000, memory_gbs: 32 },
    { cpu_millis: 16_000, memory_gbs: 64 },
    { cpu_millis: 32_000, memory_gbs: 128 },
    { cpu_millis: 48_000, memory_gbs: 192 },
    { cpu_millis: 64_000, memory_gbs: 256 },
];

export const isSize = ({ cpu_millis, memory_gbs }: Size): boolean =>
    cpu_millis === null || sizes.some((size) => size.cpu_millis === cpu_millis && size.memory_gbs === memory_gbs);

/** The size with this CPU or this memory, where a creation has only one of them. */
export const sizeWith = (body: { cpu_millis?: string; memory_gbs?: string }): Size | undefined =>
    sizes.find(
        ({ cpu_millis, memory_gbs }) =>
            cpu_millis === Number(body.cpu_millis) || memory_gbs === Number(body.memory_gbs),
    );

/** The most HA replicas of a service, how many of them may be synchronous, and the most nodes of a read replica set. */
export const most = { replica_count: 2, sync_replica_count: 1, nodes: 10 } as const;

/** The blocks for private networks (RFC 1918), of which a VPC's is a part. */
export const privateBlocks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"] as const;

export function isPrivate(cidr: string): boolean {
    const [address, prefix] = IPv4.parseCIDR(cidr);
    return privateBlocks.some((block) => {
        const [start, shortest] = IPv4.parseCIDR(block);
        return prefix >= shortest && address.match(start, shortest);
    });
}
