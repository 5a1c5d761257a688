// The log of a service: what happens to it, what the control API adds, and generated routine lines.
import { z } from "zod";
import { hash } from "../core/random";
import type { RowEvent } from "./resourceType";

export interface LogRow {
    at: number;
    node: number;
    severity: string;
    message: string;
}

interface LoggingRow {
    readonly id: string;
    readonly created_at: number;
    readonly replica_count: number;
    readonly logs: LogRow[];
}

/** Lines that the control API adds. */
export const NewLogs = z.array(
    z.strictObject({
        message: z.string(),
        severity: z.string().default("LOG"),
        /** Milliseconds since the epoch. Default: now. */
        at: z.number().optional(),
        node: z.int().min(0).default(0),
    }),
);

export function addLogs({ logs }: LoggingRow, lines: z.input<typeof NewLogs>, now: number): void {
    logs.push(...NewLogs.parse(lines).map((line) => ({ ...line, at: line.at ?? now })));
}

/** Statuses in which the database does not run. */
const stopped: readonly string[] = ["PAUSING", "UPGRADING", "DELETING"];

function messagesOf(event: RowEvent, title: string): z.input<typeof NewLogs> {
    if (event.type === "failed") return [{ message: `${title} failed: ${event.message}`, severity: "ERROR" }];
    if (event.type !== "status") return [{ message: `${title} ${event.type}` }];
    const status = { message: `status is ${event.status}` };
    if (event.status === "READY") return [status, { message: "database system is ready to accept connections" }];
    if (!stopped.includes(event.status)) return [status];
    return [{ message: "terminating connection due to administrator command", severity: "FATAL" }, status];
}

/** Logs what an operation does; `title` is that of the operation. */
export function logEvent(row: LoggingRow, event: RowEvent, title: string): void {
    if (event.type === "completed" && event.operation === "setHa") {
        const message = "started streaming WAL from primary";
        const replicas = Array.from({ length: row.replica_count }, (_, n) => ({ message, node: n + 1 }));
        addLogs(row, replicas, event.at);
    }
    addLogs(row, messagesOf(event, title), event.at);
}

const routineMs = 30_000;
const retentionMs = 7 * 24 * 3_600_000;

const routine: readonly (readonly [severity: string, message: string])[] = [
    ["LOG", "checkpoint starting: time"],
    ["LOG", "checkpoint complete: wrote 42 buffers (0.3%); 0 WAL file(s) added, 0 removed, 1 recycled"],
    ["LOG", 'automatic vacuum of table "tsdb.public.orders": index scans: 1'],
    ["LOG", "connection authorized: user=tsdbadmin database=tsdb SSL enabled"],
    ["LOG", "disconnection: session time: 0:00:01.204 user=tsdbadmin database=tsdb"],
    ["LOG", "duration: 1042.117 ms  statement: SELECT count(*) FROM orders"],
    ["WARNING", "there is already a transaction in progress"],
    ["ERROR", 'relation "ordres" does not exist at character 15'],
    ["ERROR", "canceling statement due to statement timeout"],
    ["FATAL", 'password authentication failed for user "app"'],
];

export interface LogLine extends LogRow {
    /** Orders lines with the same timestamp. Stable when lines are added. */
    readonly key: string;
}

const keyOf = (prefix: string, n: number) => `${prefix}${String(n).padStart(10, "0")}`;

/** The routine lines: a function of the service and the time, so that they are the same whenever they are read. */
function* routineLines({ id, created_at, replica_count }: LoggingRow, now: number): Generator<LogLine> {
    const newest = Math.floor((now - created_at) / routineMs);
    const oldest = Math.max(1, newest - retentionMs / routineMs);
    for (let n = newest; n >= oldest; n--) {
        const roll = hash(`${id}#${n}`);
        const [severity, message] = routine[roll % routine.length] ?? ["LOG", "checkpoint starting: time"];
        const at = created_at + n * routineMs - (roll % (routineMs / 2));
        yield { at, node: (roll >>> 8) % (replica_count + 1), severity, message, key: keyOf("r", n) };
    }
}

/** All lines up to `now`, newest first. A real database has no routine lines but its own. */
export function logLines(service: LoggingRow, now: number, isReal = false): LogLine[] {
    const own = service.logs.filter(({ at }) => at <= now).map((row, n) => ({ ...row, key: keyOf("s", n) }));
    const descending = (a: LogLine, b: LogLine) => b.at - a.at || (a.key < b.key ? 1 : a.key > b.key ? -1 : 0);
    return [...(isReal ? [] : routineLines(service, now)), ...own].sort(descending);
}
