// What the API refuses: the error response, and the checks of requests that the schemas do not make.
import { IPv4 } from "ipaddr.js";
import type { Quirks } from "./quirks";

/** An error response of the API: its status, and the code and message of its body. */
export class Refusal extends Error {
    /** The body of the response; a refusal without a code has none. */
    readonly body;

    constructor(
        readonly status: number,
        readonly code: string,
        message: string,
        readonly headers: Readonly<Record<string, string>> = {},
    ) {
        super(message);
        this.name = "Refusal";
        this.body = code === "" ? undefined : { code, message };
    }
}

export const badRequest = (code: string, message: string) => new Refusal(400, code, message);
export const notFound = (what: string, id: string) => new Refusal(404, "NOT_FOUND", `There is no ${what} ${id}.`);
export const conflict = (code: string, message: string) => new Refusal(409, code, message);
export const unprocessable = (code: string, message: string) => new Refusal(422, code, message);

/** A size; `null` for shared resources. */
export interface Size {
    cpu_millis: number | null;
    memory_gbs: number | null;
}

export const defaultRegion = "us-east-1";
export const defaultSize: Size = { cpu_millis: 500, memory_gbs: 2 };
export const defaultEnvironment = "DEV";

const longestName = 128;
const shared = "shared";
const shortestPrefix = 8;
const longestPrefix = 28;

/** The requested region, without the prefix of the quirk. Refuses what has not the form of one. */
export function regionOf(code: string, { regionPrefix }: Quirks): string {
    const region = code.startsWith(regionPrefix) ? code.slice(regionPrefix.length) : code;
    if (/^[a-z]{2}(-[a-z]+)+-\d$/.test(region)) return region;
    throw unprocessable("INVALID_REGION", `region_code: there is no region ${region}.`);
}

export function checkName(name: string): void {
    if (name.trim() === "" || name.length > longestName) {
        throw unprocessable("INVALID_NAME", `name: 1 to ${longestName} characters.`);
    }
}

export function checkFigures(cpuMillis: number, memoryGbs: number): void {
    if (!Number.isInteger(cpuMillis) || cpuMillis <= 0) {
        throw unprocessable("INVALID_SIZE", "cpu_millis: a whole number above 0.");
    }
    if (!Number.isFinite(memoryGbs) || memoryGbs <= 0) throw unprocessable("INVALID_SIZE", "memory_gbs: above 0.");
}

const figure = (text: string | undefined, fallback: number | null): number | null =>
    text === undefined ? fallback : text === shared ? null : Number(text);

/** The requested size; `fallback` provides omitted values. */
export function sizeOf(body: { cpu_millis?: string; memory_gbs?: string }, fallback: Size): Size {
    const cpu_millis = figure(body.cpu_millis, fallback.cpu_millis);
    const memory_gbs = figure(body.memory_gbs, fallback.memory_gbs);
    if (cpu_millis !== null && memory_gbs !== null) checkFigures(cpu_millis, memory_gbs);
    else if (cpu_millis !== memory_gbs) {
        throw unprocessable("INVALID_SIZE", `cpu_millis, memory_gbs: both are ${shared} or neither is.`);
    }
    return { cpu_millis, memory_gbs };
}

/** Refuses what is no IPv4 block that a VPC can have. */
export function checkBlock(cidr: string): void {
    const refusal = (problem: string) => unprocessable("INVALID_CIDR", `cidr: ${problem}.`);
    if (!IPv4.isValidCIDRFourPartDecimal(cidr)) {
        throw refusal(`${cidr} is no IPv4 block in address/prefix notation`);
    }
    const [address, prefix] = IPv4.parseCIDR(cidr);
    if (prefix < shortestPrefix || prefix > longestPrefix) {
        throw refusal(`the prefix is at least ${shortestPrefix} and at most ${longestPrefix}`);
    }
    if (IPv4.networkAddressFromCIDR(cidr).toString() !== address.toString()) {
        throw refusal(`${cidr} has host bits set`);
    }
}

export function overlap(one: string, other: string): boolean {
    const [[a, aPrefix], [b, bPrefix]] = [IPv4.parseCIDR(one), IPv4.parseCIDR(other)];
    return a.match(b, Math.min(aPrefix, bPrefix));
}
