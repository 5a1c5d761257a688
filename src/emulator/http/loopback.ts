import { isIPv4, isIPv6 } from "node:net";

const isLoopbackV4 = (address: string) => isIPv4(address) && address.startsWith("127.");
const isLoopbackV6 = (address: string) =>
    isIPv6(address) && (address === "::1" || isLoopbackV4(address.replace(/^::ffff:/i, "")));

/** Whether the name or address is loopback. */
export const isLoopback = (host: string): boolean =>
    host.toLowerCase() === "localhost" || isLoopbackV4(host) || isLoopbackV6(host);

/** The host of a `Host` header, without its port and brackets. */
export const hostOf = (header: string): string => header.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
