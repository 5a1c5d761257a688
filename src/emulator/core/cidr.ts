import { IPv4 } from "ipaddr.js";
import { unprocessable } from "./refusal";

const shortestPrefix = 8;
const longestPrefix = 28;

/** The network of an IPv4 block; refused where it is malformed or its address has host bits set. */
function networkOf(cidr: string): [address: IPv4, prefix: number] {
    if (!IPv4.isValidCIDRFourPartDecimal(cidr)) {
        throw unprocessable("INVALID_CIDR", `cidr: ${cidr} is no IPv4 block in address/prefix notation.`);
    }
    const [address, prefix] = IPv4.parseCIDR(cidr);
    if (prefix < shortestPrefix || prefix > longestPrefix) {
        throw unprocessable(
            "INVALID_CIDR",
            `cidr: the prefix is at least ${shortestPrefix} and at most ${longestPrefix}.`,
        );
    }
    if (IPv4.networkAddressFromCIDR(cidr).toString() !== address.toString()) {
        throw unprocessable("INVALID_CIDR", `cidr: ${cidr} has host bits set.`);
    }
    return [address, prefix];
}

/** @throws Refusal where it is no block that a VPC can have. */
export function assertBlock(cidr: string): void {
    networkOf(cidr);
}

export function overlap(one: string, other: string): boolean {
    const [[a, aPrefix], [b, bPrefix]] = [networkOf(one), networkOf(other)];
    return a.match(b, Math.min(aPrefix, bPrefix));
}
