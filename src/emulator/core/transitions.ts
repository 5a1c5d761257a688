// The lifecycles. For each operation: the statuses in which it is allowed, the statuses it passes through with their
// duration in seconds (before the time scale), and the final status. The effect is visible only at the end.
import type { replicaSetStatuses, serviceStatuses } from "../../api/schemas";

export type ServiceStatus = (typeof serviceStatuses)[number];
export type ReplicaSetStatus = (typeof replicaSetStatuses)[number];
export type PeeringStatus = "provisioning" | "pending-acceptance" | "activating" | "active" | "failed";

/** The status does not change during the operation. */
export const same = "(same)";
/** The row is removed at the end. */
export const gone = "(gone)";

export interface Transition<Status extends string> {
    /** Allowed statuses; empty for a create. */
    readonly from: readonly Status[];
    /** Allowed statuses of the parent service. */
    readonly parent?: readonly ServiceStatus[];
    readonly through: readonly (readonly [status: Status | typeof same, seconds: number])[];
    readonly then: Status | typeof same | typeof gone;
    /** Allowed during another operation, which it cancels. */
    readonly interrupts?: true;
}

const running = ["READY", "UNSTABLE"] as const;
const settled = [...running, "PAUSED"] as const;

const service = {
    create: {
        from: [],
        through: [
            ["QUEUED", 10],
            ["CONFIGURING", 110],
        ],
        then: "READY",
    },
    createTimeSeries: {
        from: [],
        through: [
            ["QUEUED", 10],
            ["CONFIGURING", 110],
            ["OPTIMIZING", 30],
        ],
        then: "READY",
    },
    forkLastSnapshot: {
        from: [],
        parent: settled,
        through: [
            ["QUEUED", 10],
            ["CONFIGURING", 60],
        ],
        then: "READY",
    },
    forkNow: {
        from: [],
        parent: running,
        through: [
            ["QUEUED", 60],
            ["CONFIGURING", 60],
        ],
        then: "READY",
    },
    forkPitr: {
        from: [],
        parent: settled,
        through: [
            ["QUEUED", 10],
            ["CONFIGURING", 240],
            ["OPTIMIZING", 60],
        ],
        then: "READY",
    },
    start: { from: ["PAUSED"], through: [["RESUMING", 60]], then: "READY" },
    stop: { from: running, through: [["PAUSING", 40]], then: "PAUSED" },
    resize: {
        from: running,
        through: [
            ["UPGRADING", 150],
            ["CONFIGURING", 10],
        ],
        then: "READY",
    },
    setHa: { from: running, through: [["CONFIGURING", 90]], then: "READY" },
    setPooler: { from: running, through: [["CONFIGURING", 20]], then: "READY" },
    attach: { from: running, through: [[same, 30]], then: same },
    detach: { from: running, through: [[same, 20]], then: same },
    setEnvironment: { from: settled, through: [], then: same },
    setEnvironmentRunning: { from: running, through: [], then: same },
    updatePassword: { from: settled, through: [], then: same },
    updatePasswordRunning: { from: running, through: [], then: same },
    maintain: { from: running, through: [["OPTIMIZING", 120]], then: "READY" },
    delete: {
        from: ["QUEUED", "CONFIGURING", "RESUMING", "PAUSING", "UPGRADING", "OPTIMIZING", ...settled],
        through: [["DELETING", 60]],
        then: gone,
        interrupts: true,
    },
    deleteWithTombstone: {
        from: ["QUEUED", "CONFIGURING", "RESUMING", "PAUSING", "UPGRADING", "OPTIMIZING", ...settled],
        through: [
            ["DELETING", 60],
            ["DELETED", 600],
        ],
        then: gone,
        interrupts: true,
    },
} as const satisfies Record<string, Transition<ServiceStatus>>;

const replicaSet = {
    create: { from: [], parent: running, through: [["creating", 90]], then: "active" },
    resize: { from: ["active", "error"], parent: running, through: [["resizing", 80]], then: "active" },
    setPooler: { from: ["active"], parent: running, through: [[same, 15]], then: same },
    setEnvironment: { from: ["active", "error"], through: [], then: same },
    delete: {
        from: ["creating", "active", "resizing", "error"],
        through: [["deleting", 30]],
        then: gone,
        interrupts: true,
    },
} as const satisfies Record<string, Transition<ReplicaSetStatus>>;

const peering = {
    create: { from: [], through: [["provisioning", 30]], then: "pending-acceptance" },
    accept: { from: ["pending-acceptance"], through: [["activating", 10]], then: "active" },
} as const satisfies Record<string, Transition<PeeringStatus>>;

export const transitions = { service, replicaSet, peering };

export type ServiceOperation = keyof typeof service;
export type ReplicaSetOperation = keyof typeof replicaSet;
export type PeeringOperation = keyof typeof peering;

/** The status after a failed operation. */
export const failed = { service: "UNSTABLE", replicaSet: "error", peering: "failed" } as const;
