import { unprocessable } from "./refusal";

const shortestPrefix = 8;
const longestPrefix = 28;

interface Block {
    first: number;
    last: number;
}

const octet = /^(0|[1-9]\d{0,2})$/;

function address(text: string): number | undefined {
    const parts = text.split(".");
    if (parts.length !== 4 || !parts.every((part) => octet.test(part) && Number(part) <= 255)) return undefined;
    return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** The address range of an IPv4 block. Throws a refusal if it is malformed or has host bits set. */
export function blockOf(cidr: string): Block {
    const [base = "", prefixText = "", ...rest] = cidr.split("/");
    const first = address(base);
    const prefix = octet.test(prefixText) ? Number(prefixText) : NaN;
    if (first === undefined || rest.length > 0 || Number.isNaN(prefix) || prefix > 32) {
        throw unprocessable("INVALID_CIDR", `cidr: ${cidr} is not an IPv4 block in address/prefix notation.`);
    }
    if (prefix < shortestPrefix || prefix > longestPrefix) {
        throw unprocessable(
            "INVALID_CIDR",
            `cidr: the prefix is at least ${shortestPrefix} and at most ${longestPrefix}.`,
        );
    }
    const size = 2 ** (32 - prefix);
    if (first % size !== 0) throw unprocessable("INVALID_CIDR", `cidr: ${cidr} has host bits set.`);
    return { first, last: first + size - 1 };
}

export function overlap(one: string, other: string): boolean {
    const [a, b] = [blockOf(one), blockOf(other)];
    return a.first <= b.last && b.first <= a.last;
}
