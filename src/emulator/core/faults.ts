import { z } from "zod";
import type { RequestEntry } from "../http/journal";
import { endpointName } from "./quirks";

const milliseconds = z.number().min(0);
const when = z.enum(["before", "after"]).default("before");

/** What a fault does. With `when: "after"` the change is applied before the fault. */
const FaultEffect = z.discriminatedUnion("kind", [
    /** Delays the request before anything else. */
    z.strictObject({ kind: z.literal("latency"), ms: milliseconds }),
    /** Returns another response. */
    z.strictObject({
        kind: z.literal("status"),
        status: z.int().min(200).max(599),
        body: z.unknown().optional(),
        headers: z.record(z.string().toLowerCase(), z.string()).optional(),
        when,
    }),
    /** Returns 429. `retryAfter` is in seconds, or an HTTP date. */
    z.strictObject({ kind: z.literal("rateLimit"), retryAfter: z.union([z.number(), z.string()]).optional(), when }),
    /** Returns `BUSY` with status 409, or another one. */
    z.strictObject({ kind: z.literal("busy"), status: z.int().min(400).max(499).default(409) }),
    /** Closes the connection without a response. */
    z.strictObject({ kind: z.literal("drop"), when }),
    /** Never responds, and keeps the connection open. */
    z.strictObject({ kind: z.literal("hang"), when }),
    /** Returns the success status with a body that is not JSON. */
    z.strictObject({ kind: z.literal("garbage"), body: z.string().default("<html>\u0000 not json") }),
    /** Returns 200 with a web page, as a proxy or captive portal would. */
    z.strictObject({ kind: z.literal("html"), when }),
    /** Responds with the record of another resource of the same kind with the same parent, if there is one. Only for GETs. */
    z.strictObject({ kind: z.literal("anotherRecord") }),
    /**
     * Responds with a field in another form than the contract's. `field`: its path in the API's names, such as `resources.spec.cpu_millis`, in
     * each record of a list; empty for the body itself. A value that has no such form stays as it is.
     */
    z.strictObject({
        kind: z.literal("deform"),
        field: z.string(),
        as: z.enum([
            /** Without the field. */
            "absent",
            "null",
            /** An empty text. */
            "blank",
            /** A number or a boolean as text. */
            "text",
            /** A text of digits as a number. */
            "number",
            /** A text in the other case. */
            "otherCase",
            /** A timestamp as seconds since the epoch. */
            "epoch",
            /** A list of one without the list. */
            "alone",
            /** In a list of one. */
            "listed",
            /** Within an object. */
            "object",
            /** Another word than those of the contract. */
            "unknown",
            /** A number of gigabytes as gibibytes, with two decimals. */
            "rounded",
            /** A list with an entry more: like the first one, with a quarter of its numbers. */
            "preceded",
            /** A list with entries that are no records. */
            "strangers",
        ]),
    }),
    /** Returns the success status without a body. */
    z.strictObject({ kind: z.literal("empty") }),
    /** Closes the connection after half of the body. */
    z.strictObject({ kind: z.literal("truncate") }),
    /** Sends the body in chunks with pauses between them. */
    z.strictObject({ kind: z.literal("slowBody"), ms: milliseconds, chunkBytes: z.int().min(1).default(16) }),
    /** The operation that the request starts never ends. */
    z.strictObject({ kind: z.literal("stuck") }),
    /** The operation fails at its end: `UNSTABLE`, `error`, or `failed` with an `error_message`. */
    z.strictObject({ kind: z.literal("fail"), message: z.string().default("The operation failed.") }),
    /** The operation passes through `UNSTABLE` or `error` for `ms` before it succeeds. */
    z.strictObject({ kind: z.literal("unstable"), ms: milliseconds }),
    /** The effect becomes visible `ms` after the status has settled. */
    z.strictObject({ kind: z.literal("late"), ms: milliseconds }),
    /** Multiplies the duration of the operation. */
    z.strictObject({ kind: z.literal("slow"), factor: z.number().min(0) }),
]);

export const Fault = z.strictObject({
    do: FaultEffect,
    /** Default: all endpoints. */
    endpoint: endpointName.optional(),
    /** Default: all verbs. */
    verb: z.enum(["GET", "POST", "DELETE"]).optional(),
    /** Path pattern, starting at `/projects`, with `*` as a wildcard. Default: all paths. */
    path: z.string().optional(),
    /** Number of matching requests to skip. Default: 0. */
    after: z.int().min(0).default(0),
    /** Number of requests to hit; `null`: all, until the fault is removed. Default: 1. */
    count: z.int().min(1).nullable().default(1),
    /** Hits all matching requests within this time after the first hit, in milliseconds; `count` is ignored then. */
    lastsMs: milliseconds.optional(),
});

export type FaultInput = z.input<typeof Fault>;
export type FaultEffect = z.output<typeof FaultEffect>;
export type EffectOf<K extends FaultEffect["kind"]> = Extract<FaultEffect, { kind: K }>;
/** The effects on the operation that a request starts. */
export type Disturbance = { readonly [K in "stuck" | "fail" | "unstable" | "late" | "slow"]?: EffectOf<K> };
export type ListedFault = z.output<typeof Fault> & { readonly id: string; readonly hits: number };

interface Entry {
    readonly id: string;
    readonly fault: z.output<typeof Fault>;
    readonly path: RegExp;
    passed: number;
    hits: number;
    since?: number;
}

type Received = Pick<RequestEntry, "endpoint" | "method" | "path" | "at">;

const glob = (pattern: string) =>
    new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);

const isHit = ({ fault: { endpoint, verb }, path }: Entry, request: Received) =>
    (endpoint ?? request.endpoint) === request.endpoint &&
    (verb ?? request.method) === request.method &&
    path.test(request.path);

export class Faults {
    #entries: Entry[] = [];
    #last = 0;

    /** Adds a fault and returns its id. */
    add(input: FaultInput): string {
        const fault = Fault.parse(input);
        const id = `f${++this.#last}`;
        this.#entries.push({ id, fault, path: glob(fault.path ?? "*"), passed: 0, hits: 0 });
        return id;
    }

    /** The faults that can still hit, with their number of hits. */
    list(): ListedFault[] {
        return this.#entries.map(({ id, fault, hits }) => ({ id, ...fault, hits }));
    }

    /** Removes a fault; `false` if the id is unknown. */
    remove(id: string): boolean {
        const before = this.#entries.length;
        this.#entries = this.#entries.filter((entry) => entry.id !== id);
        return this.#entries.length < before;
    }

    clear(): void {
        this.#entries = [];
    }

    /** Counts a request, and returns the effects of the faults that hit it, in the order in which they were added. */
    hit(request: Received): FaultEffect[] {
        const isActive = ({ fault: { lastsMs, count }, hits, since }: Entry) => {
            if (lastsMs === undefined) return count === null || hits < count;
            return since === undefined || request.at - since < lastsMs;
        };
        const hitting = this.#entries.filter(
            (entry) => isActive(entry) && isHit(entry, request) && entry.passed++ >= entry.fault.after,
        );
        for (const entry of hitting) {
            entry.hits++;
            entry.since ??= request.at;
        }
        this.#entries = this.#entries.filter(isActive);
        return hitting.map(({ fault }) => fault.do);
    }
}
