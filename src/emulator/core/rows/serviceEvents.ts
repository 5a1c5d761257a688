// What a service writes to its log when something happens to it.
import type { RowEvent } from "./rowType";
import type { LogRow, ServiceOperation, ServiceRow } from "./service";

const titles: Readonly<Record<ServiceOperation, (row: ServiceRow) => string>> = {
    create: () => "creation",
    createTimeSeries: () => "creation",
    forkLastSnapshot: (row) => forkTitle(row, "the last snapshot"),
    forkNow: (row) => forkTitle(row, "the current state"),
    forkPitr: (row) => forkTitle(row, "a point in time"),
    start: () => "start",
    stop: () => "pause",
    resize: () => "resize",
    setHa: () => "change of the replicas",
    setPooler: () => "change of the connection pooler",
    attach: () => "attachment to a VPC",
    detach: () => "detachment from the VPC",
    setEnvironment: () => "change of the environment",
    setEnvironmentRunning: () => "change of the environment",
    updatePassword: () => "change of the password",
    updatePasswordRunning: () => "change of the password",
    maintain: () => "maintenance",
    delete: () => "deletion",
    deleteWithTombstone: () => "deletion",
};

const forkTitle = ({ forked_from: parent }: ServiceRow, what: string) =>
    `fork of ${what} of service ${parent?.service_id ?? ""}`;

/** Statuses in which the database does not run. */
const shutsDown: readonly string[] = ["PAUSING", "UPGRADING", "DELETING"];

const primary = (at: number, message: string, severity = "LOG"): LogRow => ({ at, node: 0, severity, message });

/** The lines of one event, in order. */
export function linesOf(row: ServiceRow, event: RowEvent<ServiceOperation>): LogRow[] {
    const { at } = event;
    switch (event.type) {
        case "started":
            return [primary(at, `${titles[event.operation](row)} started`)];
        case "status":
            return [
                ...(shutsDown.includes(event.status)
                    ? [primary(at, "terminating connection due to administrator command", "FATAL")]
                    : []),
                primary(at, `status is ${event.status}`),
                ...(event.status === "READY" ? [primary(at, "database system is ready to accept connections")] : []),
            ];
        case "failed":
            return [primary(at, `${titles[event.operation](row)} failed: ${event.message}`, "ERROR")];
        case "completed":
            return [
                ...(event.operation === "setHa" ? replicaLines(row, at) : []),
                primary(at, `${titles[event.operation](row)} completed`),
            ];
    }
}

const replicaLines = (row: ServiceRow, at: number): LogRow[] =>
    Array.from({ length: row.replica_count }, (_, n) => ({
        at,
        node: n + 1,
        severity: "LOG",
        message: "started streaming WAL from primary",
    }));
