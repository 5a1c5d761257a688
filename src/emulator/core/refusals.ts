// What the API refuses: the error response, and the checks of requests that the schemas do not make.
import { IPv4 } from "ipaddr.js";
import { isPrivate, isSize, type Limits, most, privateBlocks, type Size, sizes } from "./limits";
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

export const defaultRegion = "us-east-1";
export const defaultSize: Size = { cpu_millis: 500, memory_gbs: 2 };
export const defaultEnvironment = "DEV";

const longestName = 128;
const shared = "shared";
const shortestPrefix = 8;
const longestPrefix = 28;

/** What is in force for a request: without limits, only the form of a value is checked. */
interface Rules {
    readonly limits: Limits | undefined;
}

/** The requested region, without the prefix of the quirk. */
export function regionOf(code: string, { limits, quirks }: Rules & { readonly quirks: Quirks }): string {
    const { regionPrefix } = quirks;
    const region = code.startsWith(regionPrefix) ? code.slice(regionPrefix.length) : code;
    if (limits ? limits.regions.includes(region) : /^[a-z][a-z\d-]*$/.test(region)) return region;
    const known = limits ? ` It has ${limits.regions.join(", ")}.` : "";
    throw unprocessable("INVALID_REGION", `region_code: the API has no region ${region}.${known}`);
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

export function checkSize(size: Size, { limits }: Rules): void {
    if (limits === undefined || isSize(size)) return;
    const pairs = sizes.map(({ cpu_millis, memory_gbs }) => `${cpu_millis}/${memory_gbs}`);
    const given = `${size.cpu_millis}/${size.memory_gbs}`;
    throw unprocessable("INVALID_SIZE", `cpu_millis, memory_gbs: ${given} is not one of ${pairs.join(", ")}.`);
}

/** Refuses counts above the most that there can be. */
export function checkCounts(
    counts: { readonly [Field in keyof typeof most]?: number | undefined },
    { limits }: Rules,
): void {
    for (const [field, count = 0] of Object.entries(counts)) {
        const limit = most[field as keyof typeof most];
        if (limits && count > limit) throw unprocessable("LIMIT_EXCEEDED", `${field}: at most ${limit}.`);
    }
}

const figure = (text: string | undefined, fallback: number | null): number | null =>
    text === undefined ? fallback : text === shared ? null : Number(text);

/** The requested size; `fallback` provides omitted values. What is not requested is not refused. */
export function sizeOf(body: { cpu_millis?: string; memory_gbs?: string }, fallback: Size, rules: Rules): Size {
    const cpu_millis = figure(body.cpu_millis, fallback.cpu_millis);
    const memory_gbs = figure(body.memory_gbs, fallback.memory_gbs);
    if (cpu_millis !== null && memory_gbs !== null) checkFigures(cpu_millis, memory_gbs);
    else if (cpu_millis !== memory_gbs) {
        throw unprocessable("INVALID_SIZE", `cpu_millis, memory_gbs: both are ${shared} or neither is.`);
    }
    const isOther = cpu_millis !== fallback.cpu_millis || memory_gbs !== fallback.memory_gbs;
    if (isOther) checkSize({ cpu_millis, memory_gbs }, rules);
    return { cpu_millis, memory_gbs };
}

/** Refuses what is no IPv4 block that a VPC can have. */
export function checkBlock(cidr: string, { limits }: Rules): void {
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
    if (limits && !isPrivate(cidr)) throw refusal(`${cidr} is not within ${privateBlocks.join(", ")}`);
}

export function overlap(one: string, other: string): boolean {
    const [[a, aPrefix], [b, bPrefix]] = [IPv4.parseCIDR(one), IPv4.parseCIDR(other)];
    return a.match(b, Math.min(aPrefix, bPrefix));
}
