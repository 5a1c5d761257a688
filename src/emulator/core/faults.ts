import { z } from "zod";
import { endpoints, type EndpointName } from "../../api/endpoints";

const endpointName = z.enum(Object.keys(endpoints) as [EndpointName, ...EndpointName[]]);
const milliseconds = z.number().min(0);
const when = z.enum(["before", "after"]).default("before");

/** What goes wrong. `when` says on which side of the work: `after` it, the thing has been done all the same. */
const Mishap = z.discriminatedUnion("kind", [
    /** The request waits for so long before anything else. */
    z.strictObject({ kind: z.literal("latency"), ms: milliseconds }),
    /** Another answer than the right one. */
    z.strictObject({
        kind: z.literal("status"),
        status: z.int().min(200).max(599),
        body: z.unknown().optional(),
        headers: z.record(z.string(), z.string()).optional(),
        when,
    }),
    /** 429; with `Retry-After` where it is given (seconds, or an HTTP date). */
    z.strictObject({ kind: z.literal("rateLimit"), retryAfter: z.union([z.number(), z.string()]).optional(), when }),
    /** 409 `BUSY`, or the status given. */
    z.strictObject({ kind: z.literal("busy"), status: z.int().min(400).max(499).default(409) }),
    /** The connection is closed in place of an answer. */
    z.strictObject({ kind: z.literal("drop"), when }),
    /** No answer ever comes, on a connection that stays open. */
    z.strictObject({ kind: z.literal("hang"), when }),
    /** A success whose body is no JSON, or the text given. */
    z.strictObject({ kind: z.literal("garbage"), body: z.string().default("<html>\u0000 not json") }),
    /** A web page in place of an answer, as a proxy or a portal puts it there, with status 200. */
    z.strictObject({ kind: z.literal("html"), when }),
    /** The right status with no body. */
    z.strictObject({ kind: z.literal("empty") }),
    /** The answer ends, and the connection with it, after half of the body. */
    z.strictObject({ kind: z.literal("truncate") }),
    /** The body comes in pieces of that size, with so long between two. */
    z.strictObject({ kind: z.literal("slowBody"), ms: milliseconds, chunkBytes: z.int().min(1).default(16) }),
    /** The operation that the request starts never ends. */
    z.strictObject({ kind: z.literal("stuck") }),
    /** It fails at its end: UNSTABLE, `error`, or an `error_message`. */
    z.strictObject({ kind: z.literal("fail"), message: z.string().default("The operation failed.") }),
    /** It goes through UNSTABLE (or `error`) for so long before it ends well. */
    z.strictObject({ kind: z.literal("unstable"), ms: milliseconds }),
    /** Its effect shows so long after the status has settled. */
    z.strictObject({ kind: z.literal("late"), ms: milliseconds }),
    /** It takes that many times as long. */
    z.strictObject({ kind: z.literal("slow"), factor: z.number().min(0) }),
]);

/** A fault: what goes wrong, for which requests, and how often. */
export const Fault = z.strictObject({
    do: Mishap,
    /** Only requests to that endpoint. */
    endpoint: endpointName.optional(),
    /** Only requests with that verb. */
    verb: z.enum(["GET", "POST", "DELETE"]).optional(),
    /** Only paths (from `/projects` on) that match; `*` stands for any text. */
    path: z.string().optional(),
    /** So many matching requests pass first; default: none. */
    after: z.int().min(0).default(0),
    /** So many requests are hit; default: one. `null`: all, until it is removed. */
    count: z.int().min(1).nullable().default(1),
    /** All requests are hit that come within so many milliseconds of the first; `count` does not matter then. */
    lastsMs: milliseconds.optional(),
});

export type FaultInput = z.input<typeof Fault>;
export type Mishap = z.output<typeof Mishap>;
export type ListedFault = z.output<typeof Fault> & { readonly id: string; readonly hits: number };

interface Entry {
    readonly id: string;
    readonly fault: z.output<typeof Fault>;
    readonly path: RegExp | undefined;
    passed: number;
    hits: number;
    /** When it hit first. */
    since: number | undefined;
}

const glob = (pattern: string) =>
    new RegExp(
        `^${pattern
            .split("*")
            .map((text) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
            .join(".*")}$`,
    );

interface Asked {
    readonly endpoint: EndpointName | undefined;
    readonly verb: string;
    readonly path: string;
}

/** The faults that wait for their request. */
export class Faults {
    #entries: Entry[] = [];
    #last = 0;

    /** Adds a fault; gives its id. */
    add(input: FaultInput): string {
        const fault = Fault.parse(input);
        const id = `f${++this.#last}`;
        const path = fault.path === undefined ? undefined : glob(fault.path);
        this.#entries.push({ id, fault, path, passed: 0, hits: 0, since: undefined });
        return id;
    }

    /** Those that can still hit, each with how often it has. */
    list(): ListedFault[] {
        return this.#entries.map(({ id, fault, hits }) => ({ id, ...fault, hits }));
    }

    /** Takes the fault away; `false`: there is none of that id. */
    remove(id: string): boolean {
        const before = this.#entries.length;
        this.#entries = this.#entries.filter((entry) => entry.id !== id);
        return this.#entries.length < before;
    }

    clear(): void {
        this.#entries = [];
    }

    /** What goes wrong with this request, in the order in which the faults were added. */
    hit(asked: Asked, now: number): Mishap[] {
        const isOver = ({ fault: { lastsMs }, since }: Entry) =>
            lastsMs !== undefined && since !== undefined && now - since >= lastsMs;
        this.#entries = this.#entries.filter((entry) => !isOver(entry));
        const mishaps: Mishap[] = [];
        for (const entry of this.#entries) {
            const { endpoint, verb, after } = entry.fault;
            if (endpoint !== undefined && endpoint !== asked.endpoint) continue;
            if (verb !== undefined && verb !== asked.verb) continue;
            if (entry.path && !entry.path.test(asked.path)) continue;
            if (entry.passed++ < after) continue;
            entry.hits++;
            entry.since ??= now;
            mishaps.push(entry.fault.do);
        }
        this.#entries = this.#entries.filter(
            ({ fault, hits }) => fault.lastsMs !== undefined || fault.count === null || hits < fault.count,
        );
        return mishaps;
    }
}
