// Generated log lines. They are computed on demand and deterministic: a function of the service and the time.
import { hash } from "./random";
import type { ServiceRow } from "./rows/service";
import type { LogRow } from "./rows/serviceEvents";

const everyMs = 30_000;
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

const descending = (a: LogLine, b: LogLine) => b.at - a.at || (a.key < b.key ? 1 : a.key > b.key ? -1 : 0);

function* routineLines(service: ServiceRow, now: number): Generator<LogLine> {
    const nodes = service.replica_count + 1;
    const newest = Math.floor((now - service.created_at) / everyMs);
    const oldest = Math.max(1, newest - retentionMs / everyMs);
    for (let n = newest; n >= oldest; n--) {
        const roll = hash(`${service.id}#${n}`);
        const [severity, message] = routine[roll % routine.length] ?? ["LOG", "checkpoint starting: time"];
        const at = service.created_at + n * everyMs - (roll % (everyMs / 2));
        yield { at, node: (roll >>> 8) % nodes, severity, message, key: `r${String(n).padStart(10, "0")}` };
    }
}

/** All lines up to `now`, newest first. */
export function logLines(service: ServiceRow, now: number): LogLine[] {
    const own = service.logs
        .filter(({ at }) => at <= now)
        .map((row, n) => ({ ...row, key: `s${String(n).padStart(10, "0")}` }));
    return [...routineLines(service, now), ...own].sort(descending);
}

export const isOlder = (line: LogLine, than: { at: number; key: string }) =>
    line.at < than.at || (line.at === than.at && line.key < than.key);
