import { z } from "zod";

/** Longest name of a service; the contract gives it for forks, and it is taken for all names. */
const longestName = 128;

export const name = z
    .string()
    .min(1, "must not be empty")
    .max(longestName, `must be at most ${longestName} characters long`);
export const wholeCount = z.int("must be a whole number").min(0, "must not be negative");

export const amount = (unit: string) => z.number().positive(`must be more than 0 ${unit}`);
export const size = (unit: string) =>
    z.union([amount(unit), z.literal("shared")], {
        error: () => `must be a number of ${unit}, more than 0, or "shared"`,
    });

/** An IPv4 network in address/prefix notation without host bits. */
export const cidr = z.string().superRefine((value, context) => {
    const reason = cidrProblem(value);
    if (reason !== undefined) context.addIssue({ code: "custom", message: reason });
});

function cidrProblem(value: string): string | undefined {
    const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(value);
    const notation = `must be an IPv4 network in address/prefix notation, such as 10.0.0.0/16`;
    if (match === null) return notation;
    const [octets, prefix] = [match.slice(1, 5).map(Number), Number(match[5])];
    if (octets.some((octet) => octet > 255) || prefix > 32) return notation;
    const address = octets.reduce((sum, octet) => sum * 256 + octet, 0);
    const block = 2 ** (32 - prefix);
    if (address % block === 0) return undefined;
    const network = address - (address % block);
    const dotted = [24, 16, 8, 0].map((shift) => Math.floor(network / 2 ** shift) % 256).join(".");
    return `has host bits set: the network is ${dotted}/${prefix}`;
}
