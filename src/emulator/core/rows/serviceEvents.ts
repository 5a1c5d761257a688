// What a service writes to its log when something happens to it.
import type { RowEvent } from "./rowType";

export interface LogRow {
    at: number;
    node: number;
    severity: string;
    message: string;
}

/** Statuses in which the database does not run. */
const shutsDown: readonly string[] = ["PAUSING", "UPGRADING", "DELETING"];

const primary = (at: number, message: string, severity = "LOG"): LogRow => ({ at, node: 0, severity, message });

/**
 * The lines of one event, in order.
 *
 * @param title - of the operation: `resize`.
 * @param newReplicas - that the operation has started.
 */
export function linesOf(event: RowEvent<string>, title: string, newReplicas: number): LogRow[] {
    const { at } = event;
    switch (event.type) {
        case "started":
            return [primary(at, `${title} started`)];
        case "status":
            return [
                ...(shutsDown.includes(event.status)
                    ? [primary(at, "terminating connection due to administrator command", "FATAL")]
                    : []),
                primary(at, `status is ${event.status}`),
                ...(event.status === "READY" ? [primary(at, "database system is ready to accept connections")] : []),
            ];
        case "failed":
            return [primary(at, `${title} failed: ${event.message}`, "ERROR")];
        case "completed":
            return [...replicaLines(newReplicas, at), primary(at, `${title} completed`)];
    }
}

const replicaLines = (count: number, at: number): LogRow[] =>
    Array.from({ length: count }, (_, n) => ({
        at,
        node: n + 1,
        severity: "LOG",
        message: "started streaming WAL from primary",
    }));
